import { PLAY_MODES, playerIndex } from '@rcss/core';
import type { Scene } from '@rcss/core/match-document';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TestMatch } from '../test/test-match.js';
import { extractSpec } from './extract-spec.js';
import type { RecordedEntry } from './recorded-input.js';
import { createRecordingWriter, readRecording } from './recording/recording-file.js';
import { createReplay } from './recording/replay.js';
import { applyScene, readScene } from './scene.js';
import { restore, snapshot } from './snapshot.js';
import { formatSnapshot, parseSnapshot } from './snapshot-text.js';

const unwrapProblem = (result: ReturnType<typeof applyScene>) => (result.ok ? null : result.error.message);

function createTeams(server = {}): TestMatch {
  const test = new TestMatch(server)
    .connectTeam('A', 11, { goalie: true })
    .connectTeam('B', 11, { goalie: true });
  test.runSteps(1);
  return test;
}

const coordinate = (max: number) => fc.double({ min: -max, max, noNaN: true });
const point = fc.record({ x: coordinate(60), y: coordinate(40) });
const player = fc.record(
  {
    side: fc.constantFrom('left' as const, 'right' as const),
    unum: fc.integer({ min: 1, max: 11 }),
    position: point,
    velocity: fc.record({ x: coordinate(1), y: coordinate(1) }),
    bodyAngle: coordinate(180),
    neckAngle: coordinate(90),
    stamina: fc.double({ min: 0, max: 8000, noNaN: true }),
    playerType: fc.integer({ min: 0, max: 17 }),
    card: fc.constantFrom('none' as const, 'yellow' as const, 'red' as const),
  },
  { requiredKeys: ['side', 'unum'] },
);
const scene = fc.record(
  {
    time: fc.nat(9000),
    playMode: fc.constantFrom(...PLAY_MODES.map(({ name }) => name)),
    kickOffSide: fc.constantFrom('left' as const, 'right' as const, 'none' as const),
    score: fc.record({ left: fc.nat(9), right: fc.nat(9) }),
    ball: fc.record({ position: point, velocity: point }, { requiredKeys: [] }),
    players: fc.uniqueArray(player, { maxLength: 22, selector: (p) => `${p.side} ${p.unum}` }),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Scene>;

/** Compares values; numbers may differ by the rounding between degrees and radians. */
function expectClose(actual: unknown, expected: unknown, path = ''): void {
  if (typeof expected === 'number') expect(actual as number, path).toBeCloseTo(expected, 9);
  else if (expected === null || typeof expected !== 'object') expect(actual, path).toBe(expected);
  else
    for (const [name, field] of Object.entries(expected))
      expectClose((actual as Record<string, unknown>)[name], field, `${path}.${name}`);
}

describe('a scene', () => {
  it('is read back as it was applied', () => {
    fc.assert(
      fc.property(scene, (wanted) => {
        const { match } = createTeams();
        expect(unwrapProblem(applyScene(match, wanted))).toBeNull();
        const { players = [], ...got } = readScene(match);
        const { players: wantedPlayers = [], ball, ...rest } = wanted;
        expectClose(got, rest);
        if (ball?.position) expectClose(got.ball, { velocity: { x: 0, y: 0 }, ...ball });
        for (const entry of wantedPlayers) {
          const isRed = entry.card === 'red';
          const found = players.find(({ side, unum }) => side === entry.side && unum === entry.unum);
          // A type change recovers the player only if no stamina is given.
          expectClose(found, entry.position && !isRed ? { velocity: { x: 0, y: 0 }, ...entry } : entry);
        }
      }),
    );
  });

  it('that was read from a match brings a fresh match to the same situation', () => {
    fc.assert(
      fc.property(scene, fc.nat(20), (start, steps) => {
        const { match, ...rest } = createTeams();
        applyScene(match, start);
        TestMatch.prototype.runSteps.call({ match, ...rest }, steps);
        const read = readScene(match);
        const other = createTeams().match;
        expect(unwrapProblem(applyScene(other, read))).toBeNull();
        expectClose(readScene(other), read);
      }),
      { numRuns: 40 },
    );
  });

  it('leaves everything as it is if it is empty', () => {
    const { match } = createTeams();
    const before = readScene(match);
    applyScene(match, {});
    expect(readScene(match)).toEqual(before);
  });

  it('is recorded, and a replay of the recording gives the same states', () => {
    fc.assert(
      fc.property(fc.array(scene, { maxLength: 4 }), (scenes) => {
        const test = new TestMatch();
        const { match } = test;
        const entries: RecordedEntry[] = [];
        match.record = (input) => entries.push(input);
        test.connectTeam('A', 11, { goalie: true }).connectTeam('B', 11);
        for (const next of scenes) {
          applyScene(match, next);
          test.runSteps(3);
        }
        const writer = createRecordingWriter({
          program: 'test',
          ...extractSpec(match),
          start: { log: '', result: '' },
        });
        for (const entry of entries) writer.add(entry);
        const opened = readRecording(writer.takeBytes());
        if (!opened.ok) throw new Error(opened.error.message);
        const copy = new TestMatch().match;
        const replay = createReplay(copy);
        for (let entry = opened.value.nextEntry(); entry !== null; entry = opened.value.nextEntry())
          expect(replay(entry as never)).toBeNull();
        expect(formatSnapshot(snapshot(copy))).toBe(formatSnapshot(snapshot(match)));
      }),
      { numRuns: 30 },
    );
  });

  it('is part of a snapshot', () => {
    const { match } = createTeams();
    applyScene(match, { playMode: 'play_on', time: 4000, score: { left: 2, right: 1 } });
    const text = parseSnapshot(formatSnapshot(snapshot(match)));
    if (!text.ok) throw new Error(text.error.message);
    const other = createTeams().match;
    restore(other, text.value);
    expect(readScene(other)).toEqual(readScene(match));
  });
});

describe('applyScene', () => {
  it('announces the play mode, and does not let it move the players of the scene', () => {
    const test = createTeams();
    test.events = [];
    const position = { x: 20, y: 3 };
    applyScene(test.match, { playMode: 'before_kick_off', players: [{ side: 'left', unum: 5, position }] });
    expect(test.calls).toEqual(['0 before_kick_off']);
    expect(test.player('l', 5).pos).toEqual(position);
  });

  it('sets the half by the time, so that no half ends early or twice', () => {
    const test = createTeams({ half_time: 10, nr_normal_halfs: 2 });
    applyScene(test.match, { time: 150, playMode: 'play_on' });
    test.runSteps(49);
    expect([test.match.world.playMode, test.match.world.time]).toEqual(['play_on', 199]);
    expect(test.calls.filter((call) => call.includes('half_time'))).toEqual([]);
    test.runSteps(1);
    expect(test.calls.at(-1)).not.toContain('half_time');
  });

  it('does not count a ball that is placed behind a line as one that crossed it', () => {
    const test = createTeams();
    applyScene(test.match, { playMode: 'play_on', ball: { position: { x: 51, y: 0 } } });
    test.runSteps(1);
    applyScene(test.match, { ball: { position: { x: -51, y: 30 } } });
    test.runSteps(3);
    expect([test.match.world.playMode, test.match.world.left.score]).toEqual(['play_on', 0]);
  });

  it('scores when the ball rolls over the goal line', () => {
    const test = createTeams();
    applyScene(test.match, {
      playMode: 'play_on',
      ball: { position: { x: 51, y: 0 }, velocity: { x: 2.5, y: 0 } },
    });
    test.runSteps(3);
    expect(test.match.world.left.score).toBe(1);
  });

  it('a type given by a scene is not a substitution, and stamina of the scene is kept', () => {
    const test = createTeams();
    applyScene(test.match, { time: 50, players: [{ side: 'left', unum: 2, playerType: 3, stamina: 4000 }] });
    const { typeId, stamina } = test.player('l', 2);
    expect([typeId, stamina, test.match.substitutions.l.substitutions]).toEqual([3, 4000, 0]);
  });

  it('sends a player off with a red card', () => {
    const test = createTeams();
    applyScene(test.match, { players: [{ side: 'right', unum: 4, card: 'red' }] });
    expect([test.player('r', 4).enabled, test.player('r', 4).cards]).toEqual([false, 2]);
  });

  it('gives a side to a team before it connects; later, its name cannot change', () => {
    const test = new TestMatch();
    applyScene(test.match, { teams: { left: 'B', right: 'A' } });
    test.connectTeam('A', 1).connectTeam('B', 2);
    expect([test.match.world.left.playerCount, test.match.world.right.playerCount]).toEqual([2, 1]);
    expect(unwrapProblem(applyScene(test.match, { teams: { left: 'C' } }))).toBe(
      'teams.left: "C" is not B, the name that the team has already',
    );
    expect(unwrapProblem(applyScene(new TestMatch().match, { teams: { left: 'C', right: 'C' } }))).toBe(
      'teams.left: "C" is not a name that the right team does not have',
    );
  });

  it('places slots without a client too', () => {
    const { match } = new TestMatch().connectTeam('A', 1);
    applyScene(match, { players: [{ side: 'right', unum: 9, position: { x: 4, y: 5 } }] });
    expect(match.world.players[playerIndex('r', 9)]!.pos).toEqual({ x: 4, y: 5 });
  });

  it.each<[Scene, string]>([
    [{ time: -1 }, 'time: -1 is not a whole number from 0 to 2147483647'],
    [{ playMode: 'play' as never }, 'playMode: "play" is not the name of a play mode'],
    [{ kickOffSide: 'l' as never }, 'kickOffSide: "l" is not left, right or none'],
    [{ score: { left: 1.5, right: 0 } }, 'score.left: 1.5 is not a whole number from 0 to 2147483647'],
    [
      { ball: { position: { x: Number.POSITIVE_INFINITY, y: 0 } } },
      'ball.position.x: Infinity is not a number from -32767 to 32767',
    ],
    [
      { ball: { velocity: { x: 0, y: Number.NaN } } },
      'ball.velocity.y: NaN is not a number from -32767 to 32767',
    ],
    [{ players: [{ side: 'l' as never, unum: 1 }] }, 'players[0].side: "l" is not left or right'],
    [{ players: [{ side: 'left', unum: 12 }] }, 'players[0].unum: 12 is not a whole number from 1 to 11'],
    [
      { players: [{ side: 'left', unum: 1, stamina: 9000 }] },
      'players[0].stamina: 9000 is not a number from 0 to 8000',
    ],
    [
      { players: [{ side: 'left', unum: 1, playerType: 18 }] },
      'players[0].playerType: 18 is not a whole number from 0 to 17',
    ],
    [
      { players: [{ side: 'left', unum: 1, neckAngle: 91 }] },
      'players[0].neckAngle: 91 is not a number from -90 to 90',
    ],
    [
      {
        players: [
          { side: 'left', unum: 3 },
          { side: 'left', unum: 3 },
        ],
      },
      'players[1]: "left 3" is not a slot that occurs once',
    ],
    [
      { players: [{ side: 'left', unum: 3, goalie: true }] },
      'players[0].goalie: true is not allowed for one player of the left team',
    ],
  ])('refuses %j with the path of the field, and changes nothing', (wrong, message) => {
    const { match } = createTeams();
    const before = formatSnapshot(snapshot(match));
    const result = applyScene(match, { ...wrong, ...(wrong.score ? {} : { score: { left: 3, right: 3 } }) });
    expect(unwrapProblem(result)).toBe(message);
    expect(formatSnapshot(snapshot(match))).toBe(before);
  });
});

describe('the height of the ball in scenes (spec 12 §4)', () => {
  const ball = { position: { x: 3, y: 4 }, height: 1.5, verticalSpeed: 0.5 };
  const HEIGHT = { experimental_height: true, '2d_mode': false };

  it('is set and read, and a position without it puts the ball on the ground', () => {
    const { match } = createTeams(HEIGHT);
    expect(unwrapProblem(applyScene(match, { ball }))).toBeNull();
    expect(readScene(match).ball).toEqual({ ...ball, velocity: { x: 0, y: 0 } });
    expect(unwrapProblem(applyScene(match, { ball: { height: 2 } }))).toBeNull();
    expect(readScene(match).ball).toMatchObject({ height: 2, verticalSpeed: 0 });
    expect(unwrapProblem(applyScene(match, { ball: { position: { x: 1, y: 1 } } }))).toBeNull();
    expect(readScene(match).ball).toMatchObject({ height: 0, verticalSpeed: 0 });
  });

  it('is refused in a flat match and out of range, and a flat match reads none', () => {
    const { match } = createTeams();
    expect(unwrapProblem(applyScene(match, { ball }))).toBe(
      'ball.height: 1.5 is not 0; other values need server::2d_mode off',
    );
    expect(unwrapProblem(applyScene(match, { ball: { height: 0 } }))).toBeNull();
    expect('height' in readScene(match).ball!).toBe(false);
    expect(unwrapProblem(applyScene(createTeams(HEIGHT).match, { ball: { height: -1 } }))).toMatch(
      /^ball\.height: -1 is not a number from 0 to /,
    );
  });
});
