// On a virtual machine, others on the same host may have the processors for a while. What is measured meanwhile says little
// about who is quicker, so it is measured again as far as there is time, whatever it has said.
import { readFileSync } from 'node:fs';

const MOST_STOLEN = 0.05;

export const isCalm = ({ stolen }) => stolen <= MOST_STOLEN;

/** Begins to watch; call what it answers for the share of the processors' time that others had since. Elsewhere than on Linux: 0. */
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

/** Of what was measured, each with its `stolen`, so many: what was not disturbed, else what was disturbed least. */
export function calmest(measured, count) {
  const undisturbed = measured.filter(isCalm);
  if (undisturbed.length >= count) return undisturbed.slice(0, count);
  return [...measured].sort((one, other) => one.stolen - other.stolen).slice(0, count);
}
