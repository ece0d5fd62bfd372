import { readFileSync } from 'node:fs';
import { createFrame, type Frame, PLAYER_COUNT, PlayerState } from '@rcss/core';
import { readLogBytes } from '@rcss/logs';
import { decodePlayerMessage } from '@rcss/protocol';
import { describe, expect, it, test } from 'vitest';
import { analyzeRecords, type MatchAnalysis } from '../index.js';
import { describeFrame } from './describe-frame.js';
import { describeEvent, describeMatch } from './describe-match.js';
import { describePerception } from './describe-perception.js';
import { CHINESE, ENGLISH, JAPANESE, type Language, readLanguage } from './language.js';
import { collectSituationParams, readSituation, type SituationParams } from './situation.js';

const names = { l: 'Reds', r: 'Blues' };

function readClip(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`../../testdata/clips/${name}.rcg.gz`, import.meta.url)));
}

const PARAMS: SituationParams = collectSituationParams([]);

/** A frame of play_on with players at the places given as `l7: [x, y]`. */
function createSituationFrame(
  places: Readonly<Record<string, readonly [number, number]>>,
  ball: readonly [x: number, y: number, vx?: number, vy?: number],
): Frame {
  const frame = createFrame();
  frame.playMode = 'play_on';
  frame.time = 120;
  frame.left.name = names.l;
  frame.right.name = names.r;
  [frame.ballX, frame.ballY] = ball;
  frame.ballVx = ball[2] ?? 0;
  frame.ballVy = ball[3] ?? 0;
  for (let i = 0; i < PLAYER_COUNT; i++) {
    const player = frame.players[i]!;
    const place = places[`${player.side}${player.unum}`];
    if (place === undefined) continue;
    player.state = PlayerState.STAND;
    [player.x, player.y] = place;
    player.stamina = 8000;
    player.effort = 1;
    player.recovery = 1;
    player.capacity = 130600;
  }
  return frame;
}

describe('readSituation', () => {
  test('the nearest player within its kickable distance has the ball', () => {
    const frame = createSituationFrame({ l7: [0.5, 0], r4: [0.8, 0] }, [0, 0]);
    expect(readSituation(frame, PARAMS).holder).toMatchObject({ side: 'l', unum: 7 });
  });

  test('a player of a type that the log does not have counts as one of the default type', () => {
    const frame = createSituationFrame({ l9: [0, 0] }, [0.5, 0]);
    frame.players[8]!.typeId = 17;
    expect(readSituation(frame, PARAMS).holder?.unum).toBe(9);
  });

  test('a rolling ball is reached where it will be, not where it is', () => {
    // The ball rolls away from l7 and toward r4, although l7 is nearer now.
    const frame = createSituationFrame({ l7: [-4, 0], r4: [14, 0] }, [0, 0, 2, 0]);
    frame.players[14]!.body = 180;
    const { players, holder } = readSituation(frame, PARAMS);
    expect(holder).toBeNull();
    expect(players.map(({ side, unum }) => side + unum)).toEqual(['r4', 'l7']);
    expect(players[0]!.ballDistance).toBeGreaterThan(players[1]!.ballDistance);
  });

  test('a pass is closed by an opponent on its line and open beside it', () => {
    const place = (opponent: readonly [number, number]) =>
      createSituationFrame({ l7: [0, 0], l9: [-20, 0], r2: opponent, r3: [30, 30], r1: [50, 0] }, [0, 0.3]);
    const [closed] = readSituation(place([-10, 0]), PARAMS).passes;
    expect(closed).toMatchObject({ unum: 9, open: false, stoppedBy: 2, offside: false });
    const [open] = readSituation(place([-10, 30]), PARAMS).passes;
    expect(open).toMatchObject({ unum: 9, open: true, stoppedBy: null });
  });

  test('a receiver before the second-last opponent is offside, in its own half it is not (spec 06 §9)', () => {
    const frame = createSituationFrame(
      { l7: [0, 0], l9: [20, 0], l8: [-20, 5], r1: [50, 0], r2: [10, 30] },
      [0, 0.3],
    );
    const byUnum = new Map(readSituation(frame, PARAMS).passes.map((lane) => [lane.unum, lane]));
    expect(byUnum.get(9)).toMatchObject({ offside: true, open: false });
    expect(byUnum.get(8)).toMatchObject({ offside: false });
  });
});

describe('describeFrame', () => {
  test('says who has the ball and which passes are open', () => {
    const frame = createSituationFrame(
      { l7: [0, 0], l9: [-20, 0], l10: [-15, 15], r2: [-10, 0], r5: [0, 3] },
      [0, 0.3],
    );
    expect(describeFrame(readSituation(frame, PARAMS))).toEqual([
      'Cycle 120: play goes on. Reds 0 : 0 Blues.',
      'The ball is in midfield at (0, 0.3) and does not move.',
      'Reds 7 has the ball; Blues 5 is 3 m away.',
      expect.stringMatching(/^Open passes of Reds 7: to 10 \(21 m, \d+ cycles\)\.$/),
      'Closed passes: to 9 (Blues 2 stops it).',
    ]);
  });

  test('says who reaches a free ball first', () => {
    const frame = createSituationFrame({ l7: [-4, 0], r4: [14, 0] }, [0, 0, 2, 0]);
    frame.players[14]!.body = 180;
    const text = describeFrame(readSituation(frame, PARAMS)).join(' ');
    expect(text).toMatch(
      /Blues 4 can reach the ball first, in \d+ cycles\. The first of Reds is Reds 7, in \d+/,
    );
  });

  test('a frame without players has time, score and ball', () => {
    expect(describeFrame(readSituation(createFrame(), PARAMS))).toEqual([
      'Cycle 0: before the kickoff. the left team 0 : 0 the right team.',
      'The ball is in midfield at (0, 0) and does not move.',
    ]);
  });

  test('a file with Japanese sentences describes moments and matches', () => {
    const file = readFileSync(new URL('./japanese.json', import.meta.url), 'utf8');
    const japanese = readLanguage(JSON.parse(file));
    const frame = createSituationFrame({ l7: [0.5, 0], l9: [10, 5], l8: [-12, 0] }, [0, 0]);
    expect(describeFrame(readSituation(frame, PARAMS), japanese)).toEqual([
      'サイクル120：プレー中。Reds 0 対 0 Blues。',
      'ボールは中盤 (0, 0) にあり、止まっている。',
      'Reds 7番がボールを持っている。',
      'Reds 7番が出せるパス：8番へ (12 m、9サイクル)。',
      '通らないパス：9番へ (オフサイド)。',
    ]);
    const { events, names: teams } = analyzeRecords(readLogBytes(readClip('06')));
    const pass = events.find(({ type, outcome }) => type === 'pass' && outcome === 'completed')!;
    expect(describeEvent(pass, teams, japanese)).toMatch(/番から.*番へパス、[\d.]+ m。$/);
  });

  test.each([
    [null, 'an object of texts'],
    [{ ...ENGLISH, hello: '' }, 'there is no sentence "hello"'],
    [{ ...ENGLISH, holder: undefined }, 'the sentence "holder" is missing'],
    [{ ...ENGLISH, holder: '{team}' }, 'sentence "holder": {team} is not a value; allowed: {player}'],
  ])('sentences that are not those of a language are refused: %#', (sentences, message) => {
    expect(() => readLanguage(sentences)).toThrow(message);
  });

  test('another language is another set of sentences', () => {
    const shouting: Language = { ...ENGLISH, moment: 'CYCLE {time}: {left} {scoreL} : {scoreR} {right}.' };
    const [moment] = describeFrame(readSituation(createSituationFrame({}, [0, 0]), PARAMS), shouting);
    expect(moment).toBe('CYCLE 120: Reds 0 : 0 Blues.');
  });
});

test('describePerception gives distances and directions as the player received them', () => {
  const messages = [
    '(sense_body 12 (view_mode high normal) (stamina 7921.5 1 130600) (speed 0.38 -4) (head_angle 0) (kick 0) (dash 12) (turn 0) (say 0) (turn_neck 0) (catch 0) (move 1) (change_view 0))',
    '(see 12 ((f c) 20.1 5) ((b) 14.3 -20) ((p "Reds" 9) 9.5 3) ((p "Blues") 33.1 30) ((p) 60.3 -41))',
    '(hear 12 -30 our 9 "pass")',
  ].map((text) => {
    const decoded = decodePlayerMessage(text);
    if (!decoded.ok) throw new Error(decoded.error.message);
    return decoded.value;
  });
  expect(describePerception({ team: 'Reds', unum: 7, messages })).toEqual([
    'Reds 7 in cycle 12: stamina 7922, speed 0.38 m per cycle, view normal.',
    'It sees the ball, 14.3 m away at -20°.',
    'Teammates that it sees: 9 at 9.5 m and 3°.',
    'Opponents that it sees: one at 33.1 m and 30°.',
    'Players of an unknown team: 1.',
    'Landmarks: 1.',
    'It hears teammate 9 say “pass”.',
  ]);
});

test('describePerception says if the last see message is of an earlier cycle', () => {
  const decode = (text: string) => {
    const decoded = decodePlayerMessage(text);
    if (!decoded.ok) throw new Error(decoded.error.message);
    return decoded.value;
  };
  const messages = [decode('(hear 13 referee play_on)'), decode('(see 12 ((b) 14.3 -20))')];
  expect(describePerception({ team: 'Reds', unum: 7, messages })).toEqual([
    'It hears the referee: play_on.',
    'It saw last in cycle 12.',
    'It sees the ball, 14.3 m away at -20°.',
    'Landmarks: 0.',
  ]);
});

describe('describeMatch', () => {
  const analysis = analyzeRecords(readLogBytes(readClip('06')));

  it('begins with the result and names the scorer', () => {
    const sentences = describeMatch(analysis);
    expect(sentences[0]).toMatch(/^base 2 : 0 WE/);
    expect(sentences.some((text) => /^Cycle 521: Goal for base: base 10 scores/.test(text))).toBe(true);
  });

  it('returns at most the given number of sentences, the goal among them', () => {
    for (const count of [1, 2, 3, 6]) {
      const sentences = describeMatch(analysis, count);
      expect(sentences.length).toBeLessThanOrEqual(count);
      if (count > 1) expect(sentences.join(' ')).toContain('Goal for base');
    }
  });
});

test('no sentence of a match, an event or a moment has a place without a value', () => {
  for (const clip of ['01', '05', '06', '12', '20']) {
    const records = [...readLogBytes(readClip(clip))];
    const analysis: MatchAnalysis = analyzeRecords(records);
    const params = collectSituationParams(records);
    const shows = records.filter((record) => record.type === 'show');
    const last = shows.at(-1)!.frame;
    const sentences = [
      ...describeMatch(analysis, 50),
      ...analysis.events.map((event) => describeEvent(event, analysis.names)),
      ...describeFrame(readSituation(last, params)),
    ];
    expect(sentences.filter((text) => /[{}]|undefined|NaN/.test(text))).toEqual([]);
  }
});

test.each([
  ['Japanese', JAPANESE],
  ['Chinese', CHINESE],
])('%s has every sentence, with values that the English one has', (_, language) => {
  expect(readLanguage(language)).toEqual(language);
});
