import { computeEffectiveSteps, createServerParams, type ServerParams } from '@rcss/params';
import { describe, expect, it } from 'vitest';
import { PASS_MS, PhaseSchedule, type Phases } from './phase-schedule.js';

/** Records which phases are run. */
function createRecorder() {
  const seen: string[] = [];
  const note = (name: string) => () => {
    seen.push(name);
  };
  const phases: Phases = {
    receive: note('receive'),
    simulate: note('simulate'),
    sense: note('sense'),
    asynchronousVision: note('async'),
    synchronousVision: note('sync'),
    coachVision: note('coach'),
  };
  return { phases, take: () => seen.splice(0) };
}

function createSchedule(params: Partial<ServerParams> = {}) {
  return new PhaseSchedule(computeEffectiveSteps(createServerParams(params)));
}

/**
 * Runs passes of 10 ms. Returns the phases that were run, except `receive`, by the time in ms at which they ran.
 */
function runRealTimePasses(params: Partial<ServerParams>, until: number, from = 0): Record<number, string[]> {
  const clock = createSchedule(params);
  const { phases, take } = createRecorder();
  const table: Record<number, string[]> = {};
  for (let at = PASS_MS; at <= until; at += PASS_MS) {
    clock.runRealTimePass(PASS_MS, phases);
    const seen = take().filter((name) => name !== 'receive');
    if (at > from && seen.length > 0) table[at - from] = seen;
  }
  return table;
}

const STEP = ['simulate', 'sense', 'sync', 'coach'];
const DEFAULT_PERIOD = {
  40: ['async'],
  80: ['async'],
  100: STEP,
  120: ['async'],
  150: ['async'],
  190: ['async'],
  200: STEP,
  230: ['async'],
  270: ['async'],
  300: ['simulate', 'sense', 'async', 'sync', 'coach'],
};

describe('real-time mode (spec 02 §4)', () => {
  it('the table of the default timing (spec 02 §13.16)', () => {
    expect(runRealTimePasses({}, 300)).toEqual({ 10: ['sync'], ...DEFAULT_PERIOD });
    expect(runRealTimePasses({}, 900, 600)).toEqual(DEFAULT_PERIOD);
  });

  it('every pass receives, before all other phases (spec 02 §13.15)', () => {
    const clock = createSchedule();
    const { phases, take } = createRecorder();
    for (let at = PASS_MS; at <= 600; at += PASS_MS) {
      clock.runRealTimePass(PASS_MS, phases);
      const seen = take();
      expect(seen.indexOf('receive')).toBe(0);
      expect(seen.lastIndexOf('receive')).toBe(0);
    }
  });

  it('with synch_see_offset 30, synchronous vision is sent at 130, 230 and 30 of the next period (spec 02 §13.17)', () => {
    const table = runRealTimePasses({ synch_see_offset: 30 }, 600, 300);
    const at = Object.entries(table)
      .filter(([, seen]) => seen.includes('sync'))
      .map(([ms]) => Number(ms));
    expect(at).toEqual([30, 130, 230]);
  });

  it('worked example 1, spec 02 §13.18: 250 ms of work give one step, and the next cycle has its full length', () => {
    const clock = createSchedule();
    const { phases, take } = createRecorder();
    for (let at = PASS_MS; at <= 120; at += PASS_MS) clock.runRealTimePass(PASS_MS, phases);
    take();
    expect(clock.runRealTimePass(250, phases)).toBe(70);
    expect(take()).toEqual(['receive', 'simulate', 'sense', 'async', 'sync', 'coach']);
    expect(clock.clock).toBe(0);
    let passes = 0;
    for (; !take().includes('simulate'); passes++) clock.runRealTimePass(PASS_MS, phases);
    expect(passes).toBe(10);
  });

  it('worked example 2: after 45 ms of work at 90 the step follows at once and the next pass is at 110', () => {
    const clock = createSchedule();
    const { phases, take } = createRecorder();
    for (let at = PASS_MS; at <= 90; at += PASS_MS) clock.runRealTimePass(PASS_MS, phases);
    take();
    expect(clock.runRealTimePass(45, phases)).toBe(35);
    expect(take()).toEqual(['receive', ...STEP.slice(0, 2), ...STEP.slice(2)]);
    expect(clock.clock).toBe(100);
    clock.runRealTimePass(PASS_MS, phases);
    expect(clock.clock).toBe(110);
  });

  it('work that ends before a boundary is caught up within the cycle', () => {
    const clock = createSchedule();
    const { phases, take } = createRecorder();
    for (let at = PASS_MS; at <= 110; at += PASS_MS) clock.runRealTimePass(PASS_MS, phases);
    take();
    expect(clock.runRealTimePass(75, phases)).toBe(0);
    expect(take()).toEqual(['receive', 'async']);
    expect(clock.clock).toBe(185);
  });

  it('slow_down_factor 2 doubles all periods except recv_step (spec 02 §13.19)', () => {
    const slow = runRealTimePasses({ slow_down_factor: 2 }, 600);
    const steps = Object.entries(slow)
      .filter(([, seen]) => seen.includes('simulate'))
      .map(([ms]) => Number(ms));
    expect(steps).toEqual([200, 400, 600]);
    const vision = Object.entries(slow)
      .filter(([, seen]) => seen.includes('async'))
      .map(([ms]) => Number(ms));
    expect(vision).toEqual([80, 150, 230, 300, 380, 450, 530, 600]);
    const clock = createSchedule({ slow_down_factor: 2 });
    const { phases, take } = createRecorder();
    for (let pass = 0; pass < 60; pass++) clock.runRealTimePass(PASS_MS, phases);
    expect(take().filter((name) => name === 'receive')).toHaveLength(60);
  });

  it('steps that are not multiples of 10 ms are rounded up to the next pass', () => {
    const table = runRealTimePasses(
      { simulator_step: 25, sense_body_step: 25, send_step: 100, send_vi_step: 100 },
      100,
    );
    const steps = Object.entries(table)
      .filter(([, seen]) => seen.includes('simulate'))
      .map(([ms]) => Number(ms));
    // At a step boundary the clock is set back to the boundary, so that a new period of 25 ms begins with each
    // step.
    expect(steps[0]).toBe(30);
    expect(steps.length).toBeGreaterThan(2);
  });
});

describe('synchronous mode (spec 02 §5)', () => {
  it('think at 60, 160 and 260, after sensors and before the next step', () => {
    const clock = createSchedule({ synch_mode: true });
    const { phases, take } = createRecorder();
    for (const period of [0, 1, 2]) {
      const table: Record<number, string[]> = {};
      do {
        const from = clock.clock;
        const think = clock.runSynchronousPass(phases);
        const seen = take();
        if (think) seen.push('think');
        table[clock.clock > from ? clock.clock : 300] = seen;
      } while (clock.clock > 0);
      expect(table).toEqual({
        ...(period === 0 ? { 10: ['sync'] } : {}),
        ...DEFAULT_PERIOD,
        60: ['think'],
        160: ['think'],
        260: ['think'],
      });
    }
  });

  it.each([
    { simulator_step: 1_000_000_000 },
    { synch_offset: 1_000_000_000 },
    { simulator_step: 1000, slow_down_factor: 1_000_000 },
    { sense_body_step: 999_999_937, send_vi_step: 999_999_929 },
  ])(
    'with $simulator_step$synch_offset$sense_body_step ms to the next phase, a pass reaches it at once',
    (params) => {
      const clock = createSchedule({ synch_mode: true, ...params });
      const { phases, take } = createRecorder();
      for (let pass = 0; pass < 100; pass++) {
        const think = clock.runSynchronousPass(phases);
        expect(take().length > 0 || think || clock.clock === 0).toBe(true);
      }
    },
  );

  it('nothing is received in the passes themselves, and every step has one handshake (spec 02 §13.20)', () => {
    const clock = createSchedule({ synch_mode: true });
    const { phases, take } = createRecorder();
    let thinks = 0;
    for (let pass = 0; pass < 3000; pass++) if (clock.runSynchronousPass(phases)) thinks += 1;
    const seen = take();
    expect(seen).not.toContain('receive');
    expect(thinks).toBe(seen.filter((name) => name === 'simulate').length);
  });
});
