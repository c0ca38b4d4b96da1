/** Answers, when asked again, how busy the process has been meanwhile: from 0 to 1. */
export type BusySince = () => () => number;

export const busySince: BusySince = () => {
  const before = performance.eventLoopUtilization();
  return () => performance.eventLoopUtilization(before).utilization;
};
