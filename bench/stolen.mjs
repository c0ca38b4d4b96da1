// On a virtual machine, other guests of the host may take CPU time. A measurement during that time says little, so it is
// repeated while there is time, whatever its result.
import { readFileSync } from 'node:fs';

const MOST_STOLEN = 0.05;

export const isCalm = ({ stolen }) => stolen <= MOST_STOLEN;

/**
 * Starts to measure. The returned function gives the share of CPU time that other guests took since then; 0 if not on
 * Linux.
 */
export function watchStolen() {
  const before = times();
  return () => {
    const after = times();
    const all = after.all - before.all;
    return all === 0 ? 0 : (after.stolen - before.stolen) / all;
  };
}

function times() {
  try {
    const [line] = readFileSync('/proc/stat', 'utf8').split('\n');
    const [user, nice, system, idle, ioWait, irq, softIrq, stolen = 0] = line.trim().split(/\s+/).slice(1).map(Number);
    return { stolen, all: user + nice + system + idle + ioWait + irq + softIrq + stolen };
  } catch {
    return { stolen: 0, all: 0 };
  }
}

/** The `count` measurements with the least CPU time taken by others; undisturbed ones keep their order. */
export function calmest(measured, count) {
  const undisturbed = measured.filter(isCalm);
  if (undisturbed.length >= count) return undisturbed.slice(0, count);
  return [...measured].sort((one, other) => one.stolen - other.stolen).slice(0, count);
}
