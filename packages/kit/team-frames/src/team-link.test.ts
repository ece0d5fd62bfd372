import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { TeamReply } from './messages.js';
import { TeamError, type TeamWorkerLike, WorkerTeamLink } from './team-link.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('a worker that does not answer in time is terminated', async () => {
  const worker: TeamWorkerLike = { onmessage: null, postMessage: () => {}, terminate: vi.fn() };
  const link = new WorkerTeamLink(worker, { name: 'Mine', code: '' }, { limitMs: 50, onLines() {} });
  const answer = (data: TeamReply) => worker.onmessage?.({ data } as MessageEvent<TeamReply>);
  const created = link.create(1);
  const player = { init: '(init Mine (version 19))', isDecoded: true };
  answer({ type: 'created', players: [player], coach: null, trainer: null });
  const { players } = await created;
  // An answer in time; the limit begins again with the next cycle.
  const first = link.collect(players, 11);
  await vi.advanceTimersByTimeAsync(40);
  answer({ type: 'decided', texts: ['(turn 5)'], lines: [], dropped: 0 });
  await first;
  expect(players[0]!.decide()).toBe('(turn 5)');
  const collected = link.collect(players, 12).catch((reason: unknown) => reason);
  await vi.advanceTimersByTimeAsync(49);
  expect(worker.terminate).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  const error = await collected;
  expect(error).toBeInstanceOf(TeamError);
  expect((error as TeamError).failure).toMatchObject({ team: 'Mine', cycle: 12 });
  expect((error as TeamError).message).toContain('no decision within 50 ms');
  expect(worker.terminate).toHaveBeenCalled();
});

it('a wrong reply ends the match with its reason', async () => {
  const worker: TeamWorkerLike = { onmessage: null, postMessage: () => {}, terminate: vi.fn() };
  const link = new WorkerTeamLink(worker, { name: 'Mine', code: '' }, { limitMs: 50, onLines() {} });
  const created = link.create(1).catch((reason: unknown) => reason);
  worker.onmessage?.({ data: { type: 'created', players: 'x' } } as MessageEvent<unknown>);
  const error = await created;
  expect(error).toBeInstanceOf(TeamError);
  expect((error as TeamError).failure).toMatchObject({ team: 'Mine', cycle: 0 });
  expect((error as TeamError).message).toContain(
    'the code of the team sent a wrong reply: the players is not',
  );
});
