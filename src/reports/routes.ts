import { conversionReport } from './conversion/conversion.ts';
import { leadCounts } from './counts/counts.ts';
import { distributionReport } from './distribution/distribution.ts';
import { reportLeads } from './drill-down/drill-down.ts';
import { funnelReport } from './funnel/funnel.ts';
import type { Reports } from './reading.ts';
import { velocityReport } from './velocity/velocity.ts';

export const reportOperations = ({ reports }: { reports: Reports }) =>
  [leadCounts, funnelReport, velocityReport, conversionReport, reportLeads, distributionReport].map((made) =>
    made(reports),
  );
