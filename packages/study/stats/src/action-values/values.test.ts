import { readdirSync, readFileSync } from 'node:fs';
import {
  createFrame,
  type Frame,
  oppositeSide,
  PlayerState,
  type PlayMode,
  playerIndex,
  type Side,
} from '@rcss/core';
import { readLogBytes } from '@rcss/logs';
import { DEFAULT_SERVER_PARAMS } from '@rcss/params';
import { describe, expect, it } from 'vitest';
import { createAnalyzer, type MatchAnalysis } from '../index.js';
import { type ActionValue, rateActions } from './action-values.js';
import { rateMatch } from './match-values.js';
import { ratePasses } from './pass-options.js';
import type { StateModel } from './state-model.js';
import { findDecisiveMoments, sumPlayerValues, sumTeamValues } from './value-sums.js';

/** A model of which the answers are known: the value depends on the place of the ball, times on distances. */
const MODEL: StateModel = {
  server: DEFAULT_SERVER_PARAMS,
  rate({ ballX }, out) {
    out[0] = 0.3 + ballX / 300;
    out[1] = 0.3 - ballX / 300;
  },
  findTimes({ players, ballX, ballY, ballVx, ballVy }, out) {
    for (const [i, { x, y }] of players.entries()) {
      out[i] = Number.POSITIVE_INFINITY;
      for (let cycle = 0; cycle < 100; cycle++) {
        const rolled =
          (1 - DEFAULT_SERVER_PARAMS.ball_decay ** cycle) / (1 - DEFAULT_SERVER_PARAMS.ball_decay);
        if (Math.hypot(ballX + ballVx * rolled - x, ballY + ballVy * rolled - y) > cycle + 0.5) continue;
        out[i] = cycle;
        break;
      }
    }
  },
};

interface Rated {
  readonly analysis: MatchAnalysis;
  readonly frames: readonly Frame[];
  readonly values: readonly ActionValue[];
}

function rate(frames: readonly Frame[], analysis: MatchAnalysis): Rated {
  const readFrame = (show: number): Frame | undefined => frames[show];
  const values = rateActions(analysis, rateMatch(analysis, readFrame, MODEL), { readFrame, model: MODEL });
  return { analysis, frames, values };
}

function rateLog(url: URL): Rated {
  const analyzer = createAnalyzer();
  const frames: Frame[] = [];
  for (const record of readLogBytes(new Uint8Array(readFileSync(url)))) {
    if (record.type === 'show') frames.push(structuredClone(record.frame));
    analyzer.addRecord(record);
  }
  return rate(frames, analyzer.finish());
}

/** A small match; every call adds a show. With `sign` -1 the pitch is turned by 180 degrees and the teams change sides. */
class Script {
  readonly frames: Frame[] = [];
  readonly #frame = createFrame();
  readonly #sign: 1 | -1;

  constructor(sign: 1 | -1 = 1) {
    this.#sign = sign;
    this.#frame.playMode = 'kick_off_l';
    for (const [i, p] of this.#frame.players.entries()) {
      p.state = PlayerState.STAND;
      p.x = (i < 11 ? -1 : 1) * (45 - p.unum * 3);
      p.y = p.unum * 2 - 12;
    }
    this.show();
  }

  show(mode: PlayMode = this.#frame.playMode): this {
    const frame = this.#frame;
    frame.playMode = mode;
    frame.time++;
    this.frames.push(this.#sign === 1 ? structuredClone(frame) : turn(frame));
    for (const p of frame.players) p.state = PlayerState.STAND;
    return this;
  }

  /** Moves the ball; the player plays it in this cycle if it is given. */
  move(dx: number, dy: number, side?: Side, unum = 0, mode: PlayMode = 'play_on'): this {
    const frame = this.#frame;
    if (side !== undefined) {
      const p = frame.players[playerIndex(side, unum)]!;
      p.x = frame.ballX - 0.5;
      p.y = frame.ballY;
      p.state |= PlayerState.KICK;
    }
    frame.ballX += dx;
    frame.ballY += dy;
    frame.ballVx = dx;
    frame.ballVy = dy;
    return this.show(mode);
  }

  score(side: Side): this {
    this.#frame[side === 'l' ? 'left' : 'right'].score++;
    return this.show(side === 'l' ? 'goal_l' : 'goal_r');
  }

  finish(): Rated {
    const analyzer = createAnalyzer();
    for (const frame of this.frames) analyzer.addFrame(frame);
    return rate(this.frames, analyzer.finish());
  }
}

function turn(frame: Frame): Frame {
  const turned = structuredClone(frame);
  const mode = frame.playMode.replace(/_([lr])$/, (_, side: Side) => `_${oppositeSide(side)}`) as PlayMode;
  for (const [i, p] of turned.players.entries()) {
    const from = frame.players[(i + 11) % 22]!;
    Object.assign(p, { state: from.state, x: -from.x, y: -from.y });
  }
  return Object.assign(turned, {
    playMode: mode,
    left: { ...frame.right },
    right: { ...frame.left },
    ballX: -frame.ballX,
    ballY: -frame.ballY,
    ballVx: -frame.ballVx,
    ballVy: -frame.ballVy,
  });
}

/** A goal of the left team after two passes and a dribble. */
function playGoal(script: Script): Script {
  return script
    .move(3, 0, 'l', 9)
    .move(3, 0)
    .move(1, 0, 'l', 10)
    .move(1, 0, 'l', 10)
    .move(1, 0, 'l', 10)
    .move(1, 0, 'l', 10)
    .move(5, 2, 'l', 10)
    .move(5, 1)
    .move(2.8, -0.4, 'l', 11)
    .move(2.7, -0.4)
    .score('l');
}

describe('values of actions (docs/use/analyst/statistics.md)', () => {
  it('the values of a play that ends in a goal add up to the difference between the goal and its first state', () => {
    const script = new Script();
    playGoal(script.move(0, 0));
    const { values } = script.finish();
    expect(values.map(({ action }) => action.type_name)).toContain('dribble');
    expect(values.at(-1)).toMatchObject({ after: 1, action: { type_name: 'shot' } });
    const [first] = values;
    const sum = values.reduce((all, { total }) => all + total, 0);
    expect(sum).toBeCloseTo(1 - first!.before, 6);
    for (const [i, value] of values.entries())
      if (i > 0) expect(value.before).toBeCloseTo(values[i - 1]!.after, 6);
  });

  it('a match has the same values after its pitch is turned and its sides are changed', () => {
    const summary = (rated: Rated, swap: boolean): unknown =>
      rated.values.map(({ side, unum, offensive, defensive, total, played, best }) => ({
        side: swap ? oppositeSide(side) : side,
        unum,
        numbers: [offensive, defensive, total, played?.risk ?? 0, played?.value ?? 0].map((x) =>
          x.toFixed(5),
        ),
        best: best?.unum,
      }));
    const left = playGoal(new Script()).move(0, 0, undefined, 0, 'kick_off_r').finish();
    const right = playGoal(new Script(-1)).move(0, 0, undefined, 0, 'kick_off_r').finish();
    expect(left.values.length).toBeGreaterThan(2);
    expect(summary(right, true)).toEqual(summary(left, false));
  });

  it('an intercepted pass ends where the opponent plays the ball, and the interception counts its touch alone', () => {
    const { values } = new Script()
      .move(0, 0)
      .move(4, 0, 'l', 9)
      .move(4, 0)
      .move(-6, 0, 'r', 5)
      .move(-6, 0)
      .move(-1, 0, 'r', 6)
      .finish();
    const [pass, interception, back] = values;
    expect(pass).toMatchObject({ side: 'l', unum: 9, action: { result_name: 'fail' } });
    // The model rates the place of the ball only: the pass gained 8 m.
    expect(pass!.total).toBeCloseTo((2 * 8) / 300, 6);
    expect(interception).toMatchObject({ side: 'r', unum: 5, action: { type_name: 'interception' } });
    expect(interception!.total).toBeCloseTo((2 * 6) / 300, 6);
    expect(back!.total).toBeCloseTo((2 * 6) / 300, 6);
  });

  it('an own goal lowers the value of the team that scores it to -1', () => {
    const { values } = new Script().move(-10, 0).move(-30, 0, 'l', 5).move(-2, 0).score('r').finish();
    const own = values.find(({ action }) => action.result_name === 'owngoal');
    expect(own).toMatchObject({ side: 'l', unum: 5, after: -1 });
    expect(own!.total).toBeLessThan(-0.5);
  });

  it('sums of players and teams are those of the actions, and the goal is the most decisive moment', () => {
    const { analysis, values } = playGoal(new Script()).finish();
    const total = values.reduce((all, value) => all + value.total, 0);
    const players = sumPlayerValues(values);
    expect(players.reduce((all, player) => all + player.total, 0)).toBeCloseTo(total, 9);
    const [left, right] = sumTeamValues(values);
    expect(left!.total + right!.total).toBeCloseTo(total, 9);
    expect(left!.passes + left!.dribbles + left!.shots + left!.wins).toBeCloseTo(left!.total, 9);
    const [moment] = findDecisiveMoments(analysis, values, 1);
    expect(moment).toMatchObject({ side: 'l', unum: 11, after: 1 });
    expect(moment!.text).toContain('11');
  });
});

describe('passes that were possible', () => {
  it('lists teammates by value; an opponent in the lane raises the risk and lowers the value', () => {
    const frame = createFrame();
    for (const p of frame.players)
      Object.assign(p, { state: PlayerState.STAND, x: -40, y: p.side === 'l' ? 30 : -30 });
    Object.assign(frame.players[8]!, { x: 0, y: 0 });
    Object.assign(frame.players[9]!, { x: 20, y: 0 });
    Object.assign(frame.players[10]!, { x: 20, y: 15 });
    const free = ratePasses(frame, 8, MODEL);
    expect(free[0]).toMatchObject({ x: 20 });
    expect(free.map(({ unum }) => unum)).not.toContain(9);
    Object.assign(frame.players[15]!, { x: 10, y: 0 });
    const marked = ratePasses(frame, 8, MODEL);
    const to = (options: typeof free, unum: number) => options.find((option) => option.unum === unum)!;
    expect(marked[0]!.unum).toBe(11);
    expect(to(marked, 10).risk).toBeGreaterThan(0.8);
    expect(to(free, 10).risk).toBeLessThan(0.1);
  });

  it('a player that is not connected is not an option', () => {
    const frame = createFrame();
    for (const p of frame.players) p.state = PlayerState.DISABLED;
    for (const i of [3, 4, 5]) Object.assign(frame.players[i]!, { state: PlayerState.STAND, x: 10 * i });
    expect(
      ratePasses(frame, 3, MODEL)
        .map(({ unum }) => unum)
        .sort(),
    ).toEqual([5, 6]);
  });
});

const SAMPLES = new URL('../../../../wire/logs/testdata/', import.meta.url);

describe('values of logs', () => {
  const names = readdirSync(SAMPLES).filter((name) =>
    /^(sample|one-team|killed|shootout)-.*\.rcg\.gz$/.test(name),
  );

  it.each(names)(
    '%s: every value is the difference of two states, and no action of the shootout has one',
    (name) => {
      const { analysis, values } = rateLog(new URL(name, SAMPLES));
      for (const { before, after, offensive, defensive, total, event, from, to, played, best } of values) {
        expect(total).toBeCloseTo(after - before, 6);
        expect(offensive + defensive).toBeCloseTo(total, 6);
        expect([from >= 0 && from <= to, to < analysis.columns.length]).toEqual([true, true]);
        expect([event.type !== 'penalty', event.period !== analysis.shootoutPeriod]).toEqual([true, true]);
        for (const option of [played, best])
          if (option !== null)
            expect(option.risk >= 0 && option.risk <= 1 && Number.isFinite(option.value)).toBe(true);
      }
    },
  );

  it('the penalty shootout has no values, and the actions before it have them', () => {
    const { analysis, values } = rateLog(new URL('../../testdata/shootout/taker.rcg.gz', import.meta.url));
    expect(analysis.events.some(({ type }) => type === 'penalty')).toBe(true);
    expect(
      values.some(({ event }) => event.type === 'penalty' || event.period === analysis.shootoutPeriod),
    ).toBe(false);
  });

  it('clips: shots that score end with the value of a goal, and the times of actions on the ball do not overlap', () => {
    let goals = 0;
    for (const clip of ['01', '02', '05', '06', '09', '12']) {
      const { values } = rateLog(new URL(`../../testdata/clips/${clip}.rcg.gz`, import.meta.url));
      expect(values.length).toBeGreaterThan(0);
      const onBall = values
        .filter(({ from, to, event }) => to > from && event.type !== 'foul')
        .sort((a, b) => a.to - b.to);
      for (const [i, { from }] of onBall.entries())
        if (i > 0) expect(from).toBeGreaterThanOrEqual(onBall[i - 1]!.to);
      for (const { event, after } of values) {
        if (event.outcome !== 'goal') continue;
        goals++;
        expect(after).toBe(1);
      }
    }
    expect(goals).toBeGreaterThan(1);
  });
});
