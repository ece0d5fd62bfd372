import { readFileSync } from 'node:fs';
import { createLocalMatch, createLocalSpec } from '@rcss/agent/local';
import baseTeam from '@rcss/base-team';
import type { Side } from '@rcss/core';
import type { DebugRecord } from '@rcss/core/debug-channel';
import type { CreateTeam } from '@rcss/core/team-module';
import { openLog } from '@rcss/logs';
import { digest } from '@rcss/simulator';
import { TeamHost } from '@rcss/team-frames/team-host';
import { type DecisionRecord, TeamError, type TeamWorkerLike } from '@rcss/team-frames/team-link';
import { describe, expect, it } from 'vitest';
import { readLogState } from './logs/log-state.js';
import type { ConsoleLine, TeamReply, TeamRequest } from './messages.js';
import { formatDigest, type MatchHost, runMatch } from './run-match.js';
import createFirstTeam from './teams/first-team.js';

/** A worker in this thread: the code is the name of one of these teams. */
class LocalWorker implements TeamWorkerLike {
  static readonly teams: Record<string, (console: Pick<Console, 'log'>) => CreateTeam> = {
    first: () => createFirstTeam,
    coached: () => async (context) => {
      const team = await createFirstTeam(context);
      const coach = {
        init: `(init ${context.team} (version 19))`,
        receive() {},
        decide: () => '(eye on)(look)',
      };
      return { ...team, coach };
    },
    loud: (console) => async (context) => {
      const team = await createFirstTeam(context);
      const decide = () => {
        for (let i = 0; i < 20; i++) console.log('line', i);
        return '';
      };
      return { players: team.players.map(({ init }) => ({ init, receive() {}, decide })) };
    },
    broken: () => async (context) => {
      const team = await createFirstTeam(context);
      const decide = () => {
        throw new TypeError('world.bal is undefined');
      };
      return {
        players: team.players.map((player, i) =>
          i === 6 ? { init: player.init, receive() {}, decide } : player,
        ),
      };
    },
  };
  readonly #host = new TeamHost(async ({ code, engine }, console) => {
    if (engine === 'base') return baseTeam;
    const create = LocalWorker.teams[code ?? ''];
    if (create === undefined) throw new SyntaxError(`no team ${code}`);
    return create(console);
  });
  isTerminated = false;
  onmessage: TeamWorkerLike['onmessage'] = null;

  postMessage(request: TeamRequest): void {
    void this.#host.answer(request).then((reply: TeamReply) => {
      this.onmessage?.({ data: structuredClone(reply) } as MessageEvent<TeamReply>);
    });
  }

  terminate(): void {
    this.isTerminated = true;
  }
}

function createHost() {
  const pieces: Uint8Array[] = [];
  const lines: ConsoleLine[] = [];
  const workers: LocalWorker[] = [];
  const host = {
    pieces,
    lines,
    workers,
    dropped: 0,
    createWorker: () => {
      const worker = new LocalWorker();
      workers.push(worker);
      return worker;
    },
    onLog: (bytes: Uint8Array) => pieces.push(bytes),
    onLines: (more: readonly ConsoleLine[], dropped: number) => {
      lines.push(...more);
      host.dropped += dropped;
    },
    isStopped: () => false,
  };
  return host satisfies MatchHost & object;
}

const settings = (code: string, cycles = 20) => ({
  left: { name: 'Mine', code },
  right: { name: 'Chasers', code: null },
  seed: 3,
  cycles,
  limitMs: 1e6,
});

describe('a match between teams in workers', () => {
  it('has the same states as a match in one thread, also with a coach', async () => {
    const host = createHost();
    const end = await runMatch(settings('coached', 45), host);
    const { default: createChasers } = await import('@rcss/agent/chasers');
    const match = await createLocalMatch({
      left: { name: 'Mine', create: LocalWorker.teams['coached']!(console) },
      right: { name: 'Chasers', create: createChasers },
      spec: createLocalSpec({ seed: 3 }),
    });
    const { time } = match.run({ cycles: 45 });
    expect(time).toBeGreaterThan(10);
    expect(end).toMatchObject({ time, digest: formatDigest(digest(match.match)) });
    expect(host.workers.map(({ isTerminated }) => isTerminated)).toEqual([true]);
  });

  it('the game log ends with the last cycle and has the names of the teams', async () => {
    const host = createHost();
    const end = await runMatch(settings('loud', 40), host);
    const log = openLog(new Uint8Array(await new Blob(host.pieces as BlobPart[]).arrayBuffer()));
    if (!log.ok) throw new Error(log.error.message);
    const last = log.value.frame(log.value.frameCount - 1);
    expect([last.time, last.left.name, last.right.name]).toEqual([end?.time, 'Mine', 'Chasers']);
  });

  it('lines of the console have cycle and player, and the rest of a cycle is counted', async () => {
    const host = createHost();
    const end = await runMatch(settings('loud', 40), host);
    expect(host.lines[0]).toEqual({ team: 'Mine', cycle: 0, unum: 1, level: 'log', text: 'line 0' });
    expect(host.lines.at(-1)).toMatchObject({ cycle: end?.time });
    // 11 players write 20 lines each.
    expect(host.dropped).toBe((host.lines.length / 100) * 120);
  });

  it('an error in the code names player, cycle and message, and the worker ends', async () => {
    const host = createHost();
    const error = await runMatch(settings('broken'), host).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TeamError);
    expect((error as TeamError).failure).toMatchObject({
      team: 'Mine',
      unum: 7,
      cycle: 0,
      message: 'TypeError: world.bal is undefined',
    });
    expect(host.workers.map(({ isTerminated }) => isTerminated)).toEqual([true]);
  });

  it('the base team plays as in one thread, with its coach', async () => {
    const right = { name: 'Base', code: null, engine: 'base' } as const;
    const end = await runMatch({ ...settings('first', 45), right }, createHost());
    const match = await createLocalMatch({
      left: { name: 'Mine', create: createFirstTeam },
      right: { name: 'Base', create: baseTeam },
      spec: createLocalSpec({ seed: 3 }),
    });
    const { time } = match.run({ cycles: 45 });
    expect(match.coaches).toHaveLength(1);
    expect(end).toMatchObject({ time, digest: formatDigest(digest(match.match)) });
  });

  it('a match that the host stops has no result', async () => {
    const host = { ...createHost(), isStopped: () => true };
    expect(await runMatch(settings('first'), host)).toBeNull();
  });
});

describe('the watched player', () => {
  it('reports its beliefs and its see messages in each cycle, in the same match', async () => {
    const plain = await runMatch(settings('first', 60), createHost());
    const records: DebugRecord[] = [];
    const { left, ...rest } = settings('first', 60);
    const host = { ...createHost(), onRecord: (record: DebugRecord) => records.push(record) };
    expect(await runMatch({ ...rest, left: { ...left, watched: 7 } }, host)).toEqual(plain);
    expect(new Set(records.map(({ side, unum }) => `${side}${unum}`))).toEqual(new Set(['l7']));
    const last = records.at(-1)!;
    expect(last.time).toBe(plain!.time);
    expect(last.beliefs?.players?.length).toBeGreaterThan(3);
    expect(last.messages?.map(({ text }) => text.slice(0, 8))).toEqual([`(see ${plain!.time} `]);
  });
});

describe('a match that goes on from a game log', () => {
  const clip = new Uint8Array(
    readFileSync(new URL('../../../packages/study/stats/testdata/clips/06.rcg.gz', import.meta.url)),
  );
  const opened = openLog(clip);
  if (!opened.ok) throw new Error(opened.error.message);
  const log = opened.value;
  const frame = 40;

  async function play(side: Side) {
    const host = createHost();
    const chosen = settings('loud', 3);
    const { unknown, ...state } = readLogState(clip, frame, chosen.seed);
    // The page passes the state to a worker.
    await runMatch({ ...chosen, start: structuredClone({ ...state, side }) }, host);
    const played = openLog(new Uint8Array(await new Blob(host.pieces as BlobPart[]).arrayBuffer()));
    if (!played.ok) throw new Error(played.error.message);
    return { log: played.value, unknown, lines: host.lines };
  }

  it('has the teams, the clock and the ball of the log, and the types of its players', async () => {
    const { log: played, unknown } = await play('l');
    const [shown, next] = [log.frame(frame), structuredClone(played.frame(0))];
    expect([next.left.name, next.right.name]).toEqual([shown.left.name, shown.right.name]);
    expect(next.time).toBe(shown.time + 1);
    expect(Math.abs(next.ballX - (shown.ballX + shown.ballVx))).toBeLessThan(0.5);
    expect(next.players.map(({ typeId }) => typeId)).toEqual(shown.players.map(({ typeId }) => typeId));
    expect(played.types.slice(1)).toEqual(log.types.slice(1));
    expect(unknown.join()).toContain('protocol version of the players: 19');
  });

  it.each(['l', 'r'] as const)('the code takes over the team that was chosen: %s', async (side) => {
    const { log: played, lines } = await play(side);
    expect(lines.length).toBeGreaterThan(0);
    // The own team does nothing, the other one chases.
    const last = played.frame(played.frameCount - 1);
    const before = log.frame(frame);
    const count = (of: Side) =>
      last.players.filter(
        ({ dashCount }, i) => i < 11 === (of === 'l') && dashCount > (before.players[i]?.dashCount ?? 0),
      ).length;
    expect(count(side)).toBe(0);
    expect(count(side === 'l' ? 'r' : 'l')).toBeGreaterThan(0);
  });

  it('is refused if the file is not a game log', () => {
    expect(() => readLogState(new Uint8Array([1, 2, 3]), 0, 1)).toThrow(/log/);
  });
});

describe('a match that goes on from a cycle of the match before', () => {
  /** Plays a match and returns its frames, what the left team did, and its lines. */
  async function play(
    code: string,
    cycles: number,
    before?: { readonly record: DecisionRecord },
    repeatedFrames = 0,
  ) {
    const record: DecisionRecord = { inits: [], exchanges: [] };
    const host = {
      ...createHost(),
      record,
      ...(before === undefined ? {} : { recordBefore: before.record }),
    };
    const end = await runMatch({ ...settings(code, cycles), repeatedFrames }, host).catch(
      (error: unknown) => error,
    );
    const log = openLog(new Uint8Array(await new Blob(host.pieces as BlobPart[]).arrayBuffer()));
    const frames = log.ok
      ? Array.from({ length: log.value.frameCount }, (_, i) => structuredClone(log.value.frame(i)))
      : [];
    return { end, record, frames, lines: host.lines };
  }

  type Played = Awaited<ReturnType<typeof play>>;

  /** Number of frames that are equal from the beginning. */
  function countEqual({ frames: a }: Played, { frames: b }: Played): number {
    const differs = a.findIndex((frame, i) => JSON.stringify(frame) !== JSON.stringify(b[i]));
    return differs < 0 ? a.length : differs;
  }

  it('has the same frames up to that cycle, and those of the new code after it', async () => {
    const first = await play('first', 80);
    const second = await play('loud', 80, first, 50);
    // The new code decides first on the frame after, and then changes the next one.
    expect(second.lines[0]).toMatchObject({ cycle: first.frames[50]!.time, unum: 1 });
    expect(countEqual(first, second)).toBe(51);
    expect((await play('loud', 80, first, 50)).end).toEqual(second.end);
  });

  it('a team that starts late knows parameters and play mode and plays on', async () => {
    const first = await play('loud', 60);
    const second = await play('first', 75, first, first.frames.length);
    const last = second.record.exchanges.at(-1)!;
    expect(last).toHaveLength(11);
    for (const text of last) expect(text).toMatch(/\((?:dash|turn|kick|tackle|catch)\b/);
    // It goes on from a match that repeats itself too.
    const count = second.frames.length - 5;
    const third = await play('loud', 75, second, count);
    expect(countEqual(second, third)).toBe(count + 1);
    expect(countEqual(first, third)).toBe(first.frames.length);
  });

  it('begins where a match failed', async () => {
    const failed = await play('broken', 60);
    expect(failed.end).toBeInstanceOf(TeamError);
    expect((await play('first', 20, failed, failed.frames.length)).end).toMatchObject({
      digest: expect.anything(),
    });
  });

  it('is refused for a team with another coach', async () => {
    const first = await play('coached', 40);
    expect((await play('coached', 50, first, 20)).end).toMatchObject({ digest: expect.anything() });
    const { end } = await play('first', 50, first, 20);
    expect((end as TeamError).message).toContain('other players or another coach');
  });
});
