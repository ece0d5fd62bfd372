import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type AgentPlayer, defineTeam } from '@rcss/agent';
import createChasers from '@rcss/agent/chasers';
import { type Action, createAction } from '@rcss/agent/skills';
import { createBaseTeam } from '@rcss/base-team';
import type { CreateTeam } from '@rcss/core/team-module';
import { CommandLineError } from '@rcss/kit/command-line';
import { decideAgain, type OpenClient } from '@rcss/match-server/program';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordMatch } from '../../test/record-match.js';
import { decideRecorded } from './program.js';
import { formatDecided } from './report.js';

let folder: string;
let recording: Uint8Array;
let path: string;
/** A cycle up to 95 before the clock of the recorded match stood still. */
let cycle: number;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rcss-decide-'));
  const right = { name: 'Beta', create: createChasers };
  const left = { name: 'Alpha', create: watch(defineTeam({ play: decide }), given) };
  recording = await recordMatch(left, right, 120);
  const times = given[8]!.map((text) => Number(/^\(sense_body (\d+) /.exec(text)?.[1] ?? 0));
  cycle = Math.max(...times.filter((time) => time <= 100)) - 5;
  path = join(folder, 'match.rec.gz');
  writeFileSync(path, gzipSync(recording));
});
afterAll(() => rmSync(folder, { recursive: true }));

function decide(player: AgentPlayer): Action | null {
  return player.shoot() ?? player.passTo() ?? player.intercept() ?? player.goTo(player.home);
}

/** What the players of the recorded match received, and `decide` where they decided. */
const given: string[][] = [];

/** Returns a team that notes in `all` what its players receive and when they decide. */
function watch(create: CreateTeam, all: string[][]): CreateTeam {
  return async (context) => {
    const { players } = await create(context);
    return {
      players: players.map((client, i) => {
        const log: string[] = [];
        all[i] = log;
        return {
          init: client.init,
          receive(message) {
            const text = typeof message === 'string' ? message : Buffer.from(message).toString('latin1');
            log.push(text.replace(/\0$/, ''));
            client.receive(message);
          },
          decide() {
            log.push('decide');
            return client.decide();
          },
        };
      }),
    };
  };
}

/** Decides a cycle of the recording again, with the functions of a team. */
function again(unum: number, time: number, create: CreateTeam, bytes = recording) {
  const team: OpenClient = async ({ team: name }) => {
    const { players } = await create({ team: name, seed: 6, options: {} });
    return players[unum - 1]!;
  };
  const last = { time, stoppageTime: 0 };
  return decideAgain(bytes, { side: 'l', unum, team, last, limitMs: 20_000, connectTimeoutMs: 20_000 });
}

describe('a decision of a recorded match', () => {
  it('is the same if the code is, and so are all decisions before', async () => {
    for (let unum = 1; unum <= 11; unum++) {
      const decided = await again(unum, cycle, defineTeam({ play: decide }));
      expect(decided).toMatchObject({ team: 'Alpha', side: 'l', others: 0, list: [], kinds: {} });
      expect(decided.decisions).toBeGreaterThan(cycle);
      expect(decided.last!.recorded[0]).toMatch(/^\((dash|turn|kick)/);
      expect(decided.last!.decided).toEqual(decided.last!.recorded);
    }
  });

  it('is made on the messages of the match, byte for byte, and so are those before', async () => {
    for (let unum = 1; unum <= 11; unum++) {
      const received: string[][] = [];
      await again(unum, cycle, watch(defineTeam({ play: decide }), received));
      const log = received[unum - 1]!;
      expect(log.filter((text) => text === 'decide').length).toBeGreaterThan(cycle);
      expect(log).toEqual(given[unum - 1]!.slice(0, log.length));
    }
  });

  it('has the commands of changed code, which began with what it had perceived', async () => {
    const balls: number[] = [];
    const changed = defineTeam({
      play(player) {
        if (player.world.time !== cycle || player.world.stoppageTime > 0) return decide(player);
        balls.push(player.world.ball.pos.x);
        return createAction('turn', { type: 'turn', moment: 77 }, 'changed');
      },
    });
    const decided = await again(9, cycle, changed);
    expect(decided).toMatchObject({ others: 1, list: [decided.last] });
    expect(decided.last!.decided[0]).toBe('(turn 77)');
    expect(balls).toHaveLength(1);
  });

  it('goes on from the recorded commands after cycles that the changed code decides otherwise', async () => {
    const others: number[] = [];
    const changed = defineTeam({
      play(player) {
        const action = decide(player);
        if (action?.body?.type !== 'turn' || player.world.time > cycle - 10) return action;
        others.push(player.world.time);
        return { ...action, body: { type: 'turn', moment: -action.body.moment } };
      },
    });
    const decided = await again(9, cycle, changed);
    expect(others.length).toBeGreaterThan(0);
    expect(decided.list[0]).toMatchObject({ time: others[0], stoppageTime: 0 });
    expect(decided.others).toBe(others.length);
    expect(decided.last!.decided).toEqual(decided.last!.recorded);
  });

  it('of a match in real time is the same, too, and is made on the same messages', async () => {
    const seen: string[][] = [];
    const left = { name: 'Alpha', create: watch(defineTeam({ play: decide }), seen) };
    const right = { name: 'Beta', create: createChasers };
    const bytes = await recordMatch(left, right, 60, { synch_mode: false });
    const received: string[][] = [];
    const decided = await again(9, 40, watch(defineTeam({ play: decide }), received), bytes);
    expect(decided).toMatchObject({ others: 0, list: [] });
    expect(decided.decisions).toBeGreaterThan(40);
    expect(received[8]).toEqual(seen[8]!.slice(0, received[8]!.length));
  });

  it('that the player did not make, or that of another client, is refused', async () => {
    await expect(again(9, 5000, defineTeam({ play: decide }))).rejects.toThrow(
      /^player l9, cycle 5000: the player received nothing in this cycle; the last one before it is \d+(:\d+)?$/,
    );
    const text = Buffer.from(recording).toString('latin1').replace('"seed":3', '"seed":4');
    await expect(again(9, cycle, defineTeam({ play: decide }), Buffer.from(text, 'latin1'))).rejects.toThrow(
      /^the replay differs from the recording in step \d+ \(cycle \d+\): another state; use the version/,
    );
    const turned: CreateTeam = async (context) => {
      const { players } = await defineTeam({ play: decide })(context);
      return { players: [...players].reverse() };
    };
    await expect(again(11, cycle, turned)).rejects.toThrow(
      /^player l11: the init "\(init Alpha \(version 19\) \(goalie\)\)" of the client does not fit: the recorded client was a player and not a goalie of Alpha$/,
    );
  });
});

describe('rcss decide', () => {
  const at = (time = cycle) => ({ side: 'l', unum: 9, last: { time, stoppageTime: 0 } }) as const;
  const TIMES = { seed: 0, limit: 20, connectTimeout: 20, singlePort: false };

  it('decides with a module, and prints then and now', async () => {
    const module = join(folder, 'team.mjs');
    writeFileSync(
      module,
      `export default ({ team }) => ({
        players: Array.from({ length: 11 }, (_, i) => ({
          init: \`(init \${team} (version 19)\${i === 0 ? ' (goalie)' : ''})\`,
          receive() {},
          decide: () => \`(turn \${i})\`,
        })),
      });`,
    );
    const report = await decideRecorded(path, at(), { ...TIMES, module });
    expect(report).toMatchObject({
      last: { decided: ['(turn 8)'] },
      decidedTexts: null,
      recordedTexts: null,
    });
    expect(formatDecided(report)).toBe(
      [
        `Player l9 of Alpha, cycle ${cycle}: other commands`,
        `then  ${report.last!.recorded.join('')}`,
        'now   (turn 8)',
        `Of the ${report.decisions - 1} decisions before, ${report.others - 1} have other commands, the first in cycle 0; the player went on from the recorded ones.`,
        '',
      ].join('\n'),
    );
  });

  it('gives the module the options of the match, from a file and the command line', async () => {
    const module = join(folder, 'turning.mjs');
    const file = join(folder, 'turning.yaml');
    writeFileSync(
      module,
      `export default ({ team, options }) => ({
        players: Array.from({ length: 11 }, (_, i) => ({
          init: \`(init \${team} (version 19)\${i === 0 ? ' (goalie)' : ''})\`,
          receive() {},
          decide: () => \`(turn \${options.turn.moment + options.add})\`,
        })),
      });`,
    );
    writeFileSync(file, 'turn: { moment: 30 }\nadd: 1\n');
    const options = { ...TIMES, module, options: file, set: ['add=5'] };
    expect((await decideRecorded(path, at(), options)).last!.decided).toEqual(['(turn 35)']);
    await expect(decideRecorded(path, at(), { ...TIMES, module, set: ['add'] })).rejects.toThrow(
      "option 'add' is not NAME=VALUE, such as defense.line=-10",
    );
    await expect(decideRecorded(path, at(), { ...TIMES, set: ['add=5'] })).rejects.toThrow(
      '--options and --set: the demonstration team has no options; they need --module, --decide or --start',
    );
    // As of a team with its own copy of the agent.
    const picky = join(folder, 'picky.mjs');
    writeFileSync(
      picky,
      `export default () => {
        throw Object.assign(new Error('options of team Alpha: ad is not a known field'), { name: 'TeamParameterError' });
      };`,
    );
    await expect(decideRecorded(path, at(), { ...TIMES, module: picky })).rejects.toBeInstanceOf(
      CommandLineError,
    );
  });

  it('prints the reasons of the demonstration team, now and of its debug records then', async () => {
    const debug = join(folder, 'alpha.debug.jsonl');
    const record = { time: cycle, side: 'l', unum: 9, texts: [{ text: 'pass: to 10' }] };
    writeFileSync(debug, `${JSON.stringify(record)}\n`);
    const report = await decideRecorded(path, at(), { ...TIMES, debug, seed: 6 });
    expect(report.recordedTexts).toEqual(['pass: to 10']);
    expect(report.decidedTexts![0]).toMatch(/^\w+: ./);
    expect(formatDecided(report)).toContain(`\n      ${report.decidedTexts![0]}\n`);
  });

  it('repeats the decisions of the demonstration team with its planner and coach', async () => {
    const team = { name: 'Alpha', create: createBaseTeam({ coach: true }) };
    const bytes = await recordMatch(team, { name: 'Beta', create: createChasers }, 70);
    const file = join(folder, 'base.rec');
    writeFileSync(file, bytes);
    for (const start of [{}, { start: 'demo' }]) {
      const report = await decideRecorded(file, { ...at(40), unum: 10 }, { ...TIMES, ...start, seed: 6 });
      expect(report).toMatchObject({ others: 0, list: [] });
    }
  });

  it('decides all cycles of a whole team with its coach', async () => {
    const team = { name: 'Alpha', create: createBaseTeam({ coach: true }) };
    const bytes = await recordMatch({ name: 'Beta', create: createChasers }, team, 40);
    const file = join(folder, 'team.rec');
    writeFileSync(file, bytes);
    const report = await decideRecorded(file, { side: 'r', unum: null }, { ...TIMES, seed: 7 });
    expect(report).toMatchObject({ team: 'Alpha', others: 0, list: [], last: null });
    expect(report.clients.map(({ unum }) => unum)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(formatDecided(report)).toMatch(/^\d+ decisions of 12 clients of Alpha .*all as recorded\n/);
  });

  it.each([
    [() => decideRecorded(join(folder, 'none.rec'), at(), TIMES), /none\.rec: ENOENT/],
    [() => decideRecorded(path, at(), { ...TIMES, module: 'a', decide: 'b' }), 'exclude each other'],
    [() => decideRecorded(path, at(), { ...TIMES, module: './none.js' }), "module './none.js' was not found"],
    [() => decideRecorded(path, at(900), TIMES), /match\.rec\.gz: player l9, cycle 900: /],
  ])('refuses wrong arguments: %#', async (run, message) => {
    await expect(run()).rejects.toThrow(message);
  });
});
