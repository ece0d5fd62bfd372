import { isShootoutMode, type PlayMode } from '@rcss/core';
import { extraHalfTimeCycles, halfTimeCycles, type ServerParams } from '@rcss/params';

type PeriodParams = Pick<
  ServerParams,
  'half_time' | 'extra_half_time' | 'simulator_step' | 'nr_normal_halfs' | 'nr_extra_halfs'
>;

/** Returns the period of a show: 1, 2... normal halves, then extra halves, then the shootout. */
export interface Periods {
  of(time: number, mode: PlayMode): number;
  /** Game time at which the period begins. */
  start(period: number): number;
  readonly shootout: number;
}

export function createPeriods(p: PeriodParams): Periods {
  const half = Math.max(1, halfTimeCycles(p));
  const extra = Math.max(1, extraHalfTimeCycles(p));
  const normal = half * p.nr_normal_halfs;
  const shootout = p.nr_normal_halfs + Math.max(0, p.nr_extra_halfs) + 1;
  return {
    shootout,
    of(time, mode) {
      if (isShootoutMode(mode)) return shootout;
      if (time <= normal) return Math.max(1, Math.ceil(time / half));
      return Math.min(shootout, p.nr_normal_halfs + Math.ceil((time - normal) / extra));
    },
    start(period) {
      if (period <= p.nr_normal_halfs) return (period - 1) * half;
      return normal + (Math.min(period, shootout) - p.nr_normal_halfs - 1) * extra;
    },
  };
}
