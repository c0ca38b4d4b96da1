import { createContext, useContext } from 'react';
import type { ReportName } from '../../api/reports.ts';
import type { Search } from '../../router.tsx';
import { isReportName } from './report-state.ts';

/** The report that is shown, as the page of a figure's leads names it to lead back: `funnel?created_at=…`. */
const Origin = createContext('');
export const OriginProvider = Origin.Provider;
export const useOrigin = (): string => useContext(Origin);

export const originOf = (name: ReportName, search: Search): string => {
  const text = new URLSearchParams(search).toString();
  return text === '' ? name : `${name}?${text}`;
};

/** An address is anybody's text: what names no report leads to the first one. */
export function readOrigin(text = ''): { report: ReportName; search: Search } {
  const [name = '', search = ''] = text.split(/\?(.*)/s);
  return isReportName(name)
    ? { report: name, search: Object.fromEntries(new URLSearchParams(search)) }
    : { report: 'funnel', search: {} };
}
