/** Moving a lead through the pipeline, on every screen. */
export const moving = {
  moveTo: 'Move to…',
  move: 'Move',
  title: (name: string, status: string) => `Move ${name} to ${status}`,
  needed: (status: string) => `${status} needs a little more before a lead can go there.`,
  moved: (name: string, status: string) => `${name} is now in ${status}`,
  notMoved: 'The lead was not moved',
  conflict: (name: string, status: string) => `Somebody else moved ${name} to ${status} meanwhile.`,
  stays: (name: string, status: string) => `${name} stays in ${status}`,
  isHere: 'The lead is here',
  notAllowed: (from: string) => `Not allowed from ${from}`,
};
