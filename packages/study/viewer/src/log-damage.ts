import type { OpenLog } from '@rcss/logs';

/** What is missing in a damaged log, in words. */
export interface LogDamage {
  /** What could be read: `match.rcg is damaged. 240 frames could be read, cycles 1 to 260.` */
  readonly summary: string;
  /** The missing parts in order, one sentence for each. */
  readonly missing: readonly string[];
}

/** Missing parts that are listed; of further ones only the count is. */
const MAX_LISTED = 8;

/** Describes the damage of a log; null if nothing is missing. */
export function describeDamage(log: OpenLog, title: string): LogDamage | null {
  if (log.damage.length === 0 && log.complete) return null;
  const frames = `${log.frameCount} frame${log.frameCount === 1 ? '' : 's'}`;
  const missing = log.damage.length === 0 ? [] : listGaps(log);
  const listed = missing.slice(0, MAX_LISTED);
  if (missing.length > MAX_LISTED) listed.push(`${missing.length - MAX_LISTED} more parts are missing.`);
  const [first] = log.damage;
  if (first !== undefined) {
    const count = log.damage.length === 1 ? 'One damaged place' : `${log.damage.length} damaged places`;
    listed.push(`${count}, the first at byte ${first.offset}: ${first.message}`);
  }
  if (!log.complete)
    listed.push(`The end is missing, after cycle ${log.lastTime} (byte ${log.byteCount} of the log).`);
  return {
    summary: `${title || 'The log'} is damaged. ${frames} could be read, cycles ${log.firstTime} to ${log.lastTime}.`,
    missing: listed,
  };
}

/** Lists the cycles without a frame between the first and the last frame. */
function listGaps(log: OpenLog): string[] {
  const gaps: string[] = [];
  for (let i = 1; i < log.frameCount; i++) {
    const [before, after] = [log.timeOf(i - 1), log.timeOf(i)];
    const count = after - before - 1;
    if (count === 1) gaps.push(`Cycle ${before + 1} is missing, after cycle ${before}.`);
    else if (count > 1)
      gaps.push(`${count} cycles are missing, after cycle ${before}: ${before + 1} to ${after - 1}.`);
  }
  return gaps;
}
