/** Search from anywhere. */
export const search = {
  open: 'Find a lead',
  hint: 'Name, phone or email',
  recent: 'Seen lately',
  results: 'Leads found',
  none: (text: string) => `No lead matches “${text}”.`,
  noneHint: 'Each word must begin a word of the name or email. Of a phone number, three digits are enough.',
  start: 'Type a name, a phone number or an email.',
  found: (n: number) => (n === 1 ? '1 lead found' : `${n} leads found`),
  foundMore: (n: number) => `More than ${n} leads found`,
  all: 'Show all in the table',
};
