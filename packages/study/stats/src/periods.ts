import { isShootoutMode, type PlayMode } from '@rcss/core';
import { computeExtraHalfTimeCycles, computeHalfTimeCycles, type ServerParams } from '@rcss/params';

type PeriodParams = Pick<
  ServerParams,
  'half_time' | 'extra_half_time' | 'simulator_step' | 'nr_normal_halfs' | 'nr_extra_halfs'
>;

/** Periods of a match: 1, 2… are the normal halves, then the extra halves, then the penalty shootout. */
export interface Periods {
  /** Returns the period of a show by its game time and play mode. */
  find(time: number, mode: PlayMode): number;
  /** Returns the game time at which a period begins, cycles. */
  startOf(period: number): number;
  /** Number of the period that is the penalty shootout. */
  readonly shootout: number;
}

export function createPeriods(p: PeriodParams): Periods {
  const half = computeHalfTimeCycles(p);
  const extra = Math.max(1, computeExtraHalfTimeCycles(p));
  const normal = half * p.nr_normal_halfs;
  const shootout = p.nr_normal_halfs + Math.max(0, p.nr_extra_halfs) + 1;
  // A half of length 0 or less never ends.
  if (half <= 0)
    return { shootout, find: (_, mode) => (isShootoutMode(mode) ? shootout : 1), startOf: () => 0 };
  return {
    shootout,
    find(time, mode) {
      if (isShootoutMode(mode)) return shootout;
      if (time <= normal) return Math.max(1, Math.ceil(time / half));
      return Math.min(shootout, p.nr_normal_halfs + Math.ceil((time - normal) / extra));
    },
    startOf(period) {
      if (period <= p.nr_normal_halfs) return (period - 1) * half;
      return normal + (Math.min(period, shootout) - p.nr_normal_halfs - 1) * extra;
    },
  };
}
