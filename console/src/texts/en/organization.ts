export const organization = {
  name: 'Name',
  timeZone: 'Time zone',
  timeZoneHint: 'Days in reports, filters, caps and working hours begin and end by this clock.',
  currency: 'Currency',
  currencyHint: 'What leads are worth is counted in it. It cannot change once a lead has a value.',
  since: (date: string) => `In Leadline since ${date}`,
};
