import type { SideName, World } from '@rcss/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectTeams } from './connect-teams.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A server whose players are put on the field by the test, and the starts and ends of the teams. */
function createField() {
  const on = { left: 0, right: 0 };
  const actions: string[] = [];
  const server = {
    ending: null,
    match: {
      steps: 0,
      get world(): World {
        const players = (['left', 'right'] as const).flatMap((side) =>
          Array.from({ length: on[side] }, () => ({ enabled: true, side: side[0] })),
        );
        return { players } as unknown as World;
      },
    },
  };
  /** Starts a team whose players connect after a time, ms. */
  const start = (delays: Record<SideName, number>) => (side: SideName) => {
    actions.push(`start ${side}`);
    setTimeout(() => {
      on[side] = 11;
    }, delays[side]);
    const stop = async () => void actions.push(`stop ${side}`);
    return { side, tree: { end: null, stop } as never };
  };
  return { on, actions, server, start };
}

type MissingReport = [SideName, string][];
const TIMEOUTS = { left: 60_000, right: 60_000 };

test('the right team starts when the left one is complete', async () => {
  const { actions, server, start } = createField();
  const missing: MissingReport = [];
  const connected = connectTeams(server, start({ left: 100, right: 100 }), TIMEOUTS, (...report) =>
    missing.push(report),
  );
  await vi.advanceTimersByTimeAsync(90);
  expect(actions).toEqual(['start left']);
  await vi.advanceTimersByTimeAsync(300);
  expect([await connected, missing]).toEqual([true, []]);
  expect(actions).toEqual(['start left', 'start right']);
});

test('a left team that left while the right one was missing is started once more, and both are there', async () => {
  const { on, actions, server, start } = createField();
  const missing: MissingReport = [];
  const connected = connectTeams(server, start({ left: 100, right: 15_000 }), TIMEOUTS, (...report) =>
    missing.push(report),
  );
  await vi.advanceTimersByTimeAsync(5000);
  on.left = 0;
  await vi.advanceTimersByTimeAsync(11_000);
  expect([await connected, missing]).toEqual([true, []]);
  expect(actions).toEqual(['start left', 'start right', 'stop left', 'start left']);
  expect(on).toEqual({ left: 11, right: 11 });
});

test('a right team that does not connect is missing, also if the left one has gone meanwhile', async () => {
  const { on, server, start } = createField();
  const missing: MissingReport = [];
  const connected = connectTeams(server, start({ left: 100, right: 70_000 }), TIMEOUTS, (...report) =>
    missing.push(report),
  );
  await vi.advanceTimersByTimeAsync(5000);
  on.left = 0;
  await vi.advanceTimersByTimeAsync(60_000);
  expect([await connected, missing]).toEqual([false, [['right', 'timeout']]]);
});

test.each([
  [200_000, ['left', 'right']],
  [100, ['left']],
])(
  'a left team that is missing is stopped, and the right one started before a forfeit (%s ms)',
  async (right, expected) => {
    const { actions, server, start } = createField();
    const missing: string[] = [];
    const connected = connectTeams(server, start({ left: 200_000, right }), TIMEOUTS, (side) =>
      missing.push(side),
    );
    await vi.advanceTimersByTimeAsync(130_000);
    expect([await connected, missing]).toEqual([false, expected]);
    expect(actions).toEqual(['start left', 'stop left', 'start right']);
  },
);
