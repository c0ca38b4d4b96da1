import { Navigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy } from 'react';
import { loadCode } from '../../api/load-code.ts';
import { useMay } from '../../api/me.ts';
import { NotFound } from '../../shell/route-problem.tsx';
import { asTexts } from '../root.ts';
import { ConversionReport } from './conversion-report.tsx';
import { DistributionReport } from './distribution-report.tsx';
import { FunnelReport } from './funnel-report.tsx';
import { VelocityReport } from './velocity-report.tsx';

/** The list of leads is loaded when a figure is opened. */
const ReportLeads = lazy(async () => ({ default: (await loadCode(() => import('./report-leads.tsx'))).ReportLeads }));

/** What happened to the leads: four reports, and the leads behind each of their figures. */
export function Reports() {
  const { report } = useParams({ strict: false });
  const search = useSearch({ strict: false });
  const may = useMay();
  if (report === 'leads') return may('leads:read') ? <ReportLeads /> : <NotFound />;
  if (!may('reports:read')) return <NotFound />;
  switch (report) {
    case undefined:
      return <Navigate to="/reports/$report" params={{ report: 'funnel' }} search={asTexts(search)} replace />;
    case 'funnel':
      return <FunnelReport />;
    case 'velocity':
      return <VelocityReport />;
    case 'conversion':
      return <ConversionReport />;
    case 'distribution':
      return <DistributionReport />;
    default:
      return <NotFound />;
  }
}
