import { describe, expect, it } from 'vitest';
import { csvOf as serviceCsvOf } from '../../src/http/csv.ts';

// By a variable, because the types of the console are those of a page, which the tests do not know.
const CSV = new URL('../../console/src/leads/csv.ts', import.meta.url).href;
const { csvOf } = await import(CSV);

describe('a file of chosen leads', () => {
  it('is UTF-8 with a mark that says so, a line for each lead', () => {
    expect(
      csvOf([
        ['नाम', 'Score'],
        ['आशा', 72],
        [null, undefined],
      ]),
    ).toBe('\uFEFFनाम,Score\r\nआशा,72\r\n,\r\n');
  });

  it('quotes what holds commas, quotes or line breaks', () => {
    expect(csvOf([['Rao, Asha', 'the "big" one', 'two\nlines']])).toBe(
      '\uFEFF"Rao, Asha","the ""big"" one","two\nlines"\r\n',
    );
  });

  it('holds nothing that a spreadsheet would run', () => {
    const cells = ['=1+1', '+91', '-2+3', '@SUM(A1)', '\t=1', '＝1', "'=1", '=HYPERLINK("http://x","y")'];
    expect(csvOf([cells])).toBe(
      `\uFEFF'=1+1,'+91,'-2+3,'@SUM(A1),'\t=1,'＝1,''=1,"'=HYPERLINK(""http://x"",""y"")"\r\n`,
    );
    expect(csvOf([[-5, '+91 98765 43210']]), 'numbers and phone numbers stay').toBe('\uFEFF-5,+91 98765 43210\r\n');
  });

  it('is written as the service writes its own', () => {
    const row = ['Asha', "O'Neil", '=1', 'a,b', 'x"y', '', '+44 20 7946 0958', 3, null];
    expect(csvOf([row])).toBe(`\uFEFF${serviceCsvOf({ columns: [], rows: [row] }).slice(2)}`);
  });
});
