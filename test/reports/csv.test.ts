import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csvOf } from '../../src/http/csv.ts';
import { LeadDesk } from '../support/leads.ts';
import { readCsv } from '../support/read-csv.ts';

const risky = [
  `=HYPERLINK("http://evil.example";"Click")`,
  '+91 Fair',
  '-1+1',
  '@SUM(A1)',
  '＝1+1',
  'Plain, with a comma',
  'Said "now"',
  '"=1+1"',
];

let desk: LeadDesk;

beforeAll(async () => {
  desk = await LeadDesk.open();
  for (const name of risky) {
    const { public_id } = await desk.add('sources', { name });
    await desk.make({ source: public_id, estimated_value: 1_000.5 });
  }
  await desk.change(`statuses/${desk.status('New')}`, { name: '=New' });
});
afterAll(() => desk.close());

/** As it comes over the wire. */
async function ask(path: string, accept?: string) {
  const { statusCode, headers, body } = await desk.app.app.http.inject({
    method: 'GET',
    url: `/api/v1/reports/${path}`,
    headers: { authorization: `Bearer ${desk.admin}`, ...(accept !== undefined && { accept }) },
  });
  return { status: statusCode, type: String(headers['content-type']), vary: headers.vary, body };
}

const headings: Record<string, string> = {
  funnel: 'status,entered,reached,share,step_conversion,lost,open,value',
  velocity: 'status,finished,mean,median,p75,p90,unfinished,median_age',
  conversion: 'group,public_id,leads,won,lost,open,conversion,win_rate,won_value,median_days_to_win',
};

describe.each(Object.keys(headings))('reports/%s as CSV', (report) => {
  it('has a row of headings, then one row of as many cells for each stage or group', async () => {
    const { status, type, vary, body } = await ask(report, 'text/csv');
    expect([status, type]).toEqual([200, 'text/csv; charset=utf-8; header=present']);
    expect(String(vary).toLowerCase()).toContain('accept');
    const [heading, ...rows] = readCsv(body);
    expect(heading?.join(',')).toBe(headings[report]);
    const { data } = JSON.parse((await ask(report)).body);
    expect(rows).toHaveLength((data.stages ?? data.groups).length);
    for (const row of rows) expect(row).toHaveLength(heading?.length ?? 0);
  });

  it('holds no cell that a spreadsheet would calculate', async () => {
    const cells = readCsv((await ask(report, 'text/csv')).body).flat();
    expect(cells.filter((cell) => /^[=+\-@\t\r\n＝＋－＠]/.test(cell))).toEqual([]);
    if (report === 'conversion') {
      for (const name of risky) expect(cells).toContain(/^[=+\-@＝]/.test(name) ? `'${name}` : name);
    } else expect(cells).toContain(`'=New`);
  });

  it.each([
    [undefined, 'json'],
    ['', 'json'],
    ['*/*', 'json'],
    ['application/json', 'json'],
    ['application/json, text/csv', 'json'],
    ['text/csv;q=0.5, application/json', 'json'],
    ['text/csv;q=0, */*', 'json'],
    ['text/html, application/xhtml+xml, */*;q=0.8', 'json'],
    ['text/csv', 'csv'],
    ['Text/CSV; header=present', 'csv'],
    ['text/*', 'csv'],
    ['application/json;q=0.5, text/csv', 'csv'],
    ['application/json;q=0.2, text/csv;q=0.3', 'csv'],
    ['*/*;q=0.1, text/csv', 'csv'],
    ['application/json;q=0, */*', 'csv'],
  ])('to Accept: %s answers with %s', async (accept, kind) => {
    const { status, type } = await ask(report, accept);
    expect(status).toBe(200);
    expect(type).toContain(kind === 'csv' ? 'text/csv' : 'application/json');
  });

  it('answers 406 to whom takes neither', async () => {
    for (const accept of ['text/html', 'application/xml', 'application/json;q=0', 'text/csv;q=0']) {
      const { status, type, body } = await ask(report, accept);
      expect([accept, status, type]).toEqual([accept, 406, 'application/problem+json; charset=utf-8']);
      expect(JSON.parse(body)).toMatchObject({ code: 'not_acceptable' });
    }
  });

  it('faults are problem documents even then', async () => {
    const { status, type } = await ask(`${report}?as_of=soon`, 'text/csv');
    expect([status, type]).toEqual([422, 'application/problem+json; charset=utf-8']);
  });
});

it('numbers stand as they are, what is not known is empty', async () => {
  const [, first] = readCsv((await ask('conversion', 'text/csv')).body);
  expect(first?.slice(2)).toEqual(['1', '0', '0', '1', '0', '', '0', '']);
  const [, stage] = readCsv((await ask('funnel', 'text/csv')).body);
  expect(stage).toEqual([`'=New`, '8', '8', '1', '0', '0', '8', '8004']);
});

it('the list of leads behind a figure is JSON only', async () => {
  expect((await ask('leads?figure=leads', 'text/csv')).status).toBe(406);
});

it('line breaks, tabs and quotes within a cell stay within it', () => {
  const cells = ['a\r\nb', 'a\nb', '\t=1', '\r=1', '\n=1', 'a"b', '', "'", -1.5];
  const [, row] = readCsv(csvOf({ columns: ['x'], rows: [cells] }));
  expect(row).toEqual(['a\r\nb', 'a\nb', "'\t=1", "'\r=1", "'\n=1", 'a"b', '', "'", '-1.5']);
});
