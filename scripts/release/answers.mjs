/** What the API answers about the backup. All of it must stay as it is however much later it is asked. */
export async function recordAnswers(call, lead, takenAt) {
  const from = new Date(Date.parse(takenAt) - 100 * 86_400_000).toISOString();
  const cohort = `filter[created_at]=${from}..${takenAt}&as_of=${takenAt}`;
  const paths = [
    '/organization',
    '/teams',
    '/memberships',
    '/statuses',
    '/sources',
    '/custom-fields',
    '/distribution-rules',
    '/scoring',
    '/forms',
    '/views',
    '/imports',
    '/leads?page[size]=20&sort=-created_at',
    '/leads?page[size]=10&sort=-score',
    '/leads?filter[search]=Sana',
    '/leads/counts?group_by=status',
    `/leads/${lead}?include=activities,notes`,
    `/leads/${lead}/activities`,
    `/leads/${lead}/notes`,
    `/leads/${lead}/transitions`,
    `/leads/${lead}/assignment`,
    `/leads/${lead}/score`,
    `/leads/${lead}/audit`,
    '/audit?page[size]=25',
    `/reports/funnel?${cohort}`,
    `/reports/velocity?${cohort}`,
    `/reports/conversion?group_by=source&${cohort}`,
  ];
  const answers = {};
  for (const path of paths) answers[path] = lasting(await call('GET', path));
  return answers;
}

/** Cursors are encrypted anew, `as_of` may be the moment of asking, definitions are prose, and failed rows go after 30 days. */
const PASSING = ['as_of', 'definition', 'failures'];
const isLasting = ([name, value]) => !PASSING.includes(name) && (name !== 'next' || value === null);

function lasting(answer) {
  if (Array.isArray(answer)) return answer.map(lasting);
  if (answer === null || typeof answer !== 'object') return answer;
  const kept = Object.entries(answer).filter(isLasting);
  return Object.fromEntries(kept.map(([name, value]) => [name, lasting(value)]));
}
