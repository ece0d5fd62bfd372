/** Matches in process from which the value model learns, and with which it is checked. */

import { defineTeam } from '@rcss/agent';
import createChasers from '@rcss/agent/chasers';
import { createLocalMatch, createLocalSpec, type LocalMatch, type LocalTeam } from '@rcss/agent/local';
import baseTeam from '@rcss/base-team';
import { createFrame, type Frame, playModeClock, type Side } from '@rcss/core';
import type { Scene } from '@rcss/core/match-document';
import { createRandomStream, type RandomStream, randomInt, uniform } from '@rcss/core/random';
import { fillFrame } from '@rcss/sensors';
import type { MatchSpec } from '@rcss/simulator';

/** A team that shoots, passes and runs with short rules. */
const simpleTeam = defineTeam({
  play(player) {
    const { world } = player;
    if (world.goalie) return player.keepGoal();
    if (world.kickable)
      return (
        player.shoot() ??
        player.passTo(undefined, 0.6) ??
        player.dribbleTo({ x: 48, y: 0 }, 0.4) ??
        player.clear()
      );
    return player.isFirst ? (player.tackle() ?? player.intercept()) : player.goTo(player.home);
  },
});

/** A team of the data: its module, and the share of its decisions that is dropped. */
interface Contestant {
  readonly label: string;
  readonly create: LocalTeam['create'];
  readonly dropped: number;
}

const BASE: Contestant = { label: 'base', create: baseTeam, dropped: 0 };
/** Pairs of teams with their weights. */
const PAIRS: readonly (readonly [weight: number, Contestant, Contestant])[] = [
  [10, BASE, BASE],
  [3, BASE, { label: 'base that drops 30 %', create: baseTeam, dropped: 0.3 }],
  [2, BASE, { label: 'base that drops 60 %', create: baseTeam, dropped: 0.6 }],
  [3, BASE, { label: 'simple', create: simpleTeam, dropped: 0 }],
  [1, BASE, { label: 'chasers', create: createChasers, dropped: 0 }],
];

/** A match and its teams. */
export interface PlannedMatch {
  readonly spec: MatchSpec;
  readonly left: Contestant;
  readonly right: Contestant;
}

/** Returns the spec of a match without extra time. */
function createSpec(seed: number, halfCycles: number, initial?: Scene): MatchSpec {
  const server = { half_time: halfCycles / 10, nr_extra_halfs: 0, penalty_shoot_outs: false };
  return createLocalSpec({ seed, server, ...(initial !== undefined && { initial }) });
}

/** A random situation: ball anywhere, players near a shifted formation, one of them at the ball. */
function randomScene(rng: RandomStream): Scene {
  const position = { x: uniform(rng, -51, 51), y: uniform(rng, -33, 33) };
  const atBall = randomInt(rng, 22);
  const players = Array.from({ length: 22 }, (_, i) => {
    const side: Side = i < 11 ? 'l' : 'r';
    const sign = side === 'l' ? 1 : -1;
    const unum = (i % 11) + 1;
    const goalie = unum === 1;
    const line = unum <= 5 ? -18 : unum <= 8 ? 0 : 14;
    const place = goalie
      ? { x: sign * -50, y: 0 }
      : {
          x: Math.max(-51, Math.min(51, sign * line + position.x * 0.6 + uniform(rng, -9, 9))),
          y: Math.max(-33, Math.min(33, ((unum % 4) - 1.5) * 14 + position.y * 0.3 + uniform(rng, -8, 8))),
        };
    const near = i === atBall && !goalie;
    return {
      side: side === 'l' ? ('left' as const) : ('right' as const),
      unum,
      position: near ? { x: position.x - sign * 0.6, y: position.y } : place,
      bodyAngle: side === 'l' ? 0 : 180,
    };
  });
  return { playMode: 'play_on', ball: { position }, players };
}

/** Plan of a match by its number: the same number gives the same match. */
export function planMatch(seed: number, halfCycles: number): PlannedMatch {
  const rng = createRandomStream(seed, 'plan');
  const total = PAIRS.reduce((sum, [weight]) => sum + weight, 0);
  let at = uniform(rng, 0, total);
  const [, a, b] =
    PAIRS.find(([weight]) => {
      at -= weight;
      return at < 0;
    }) ?? PAIRS[0]!;
  const [left, right] = uniform(rng, 0, 1) < 0.5 ? [a, b] : [b, a];
  const isRandom = uniform(rng, 0, 1) < 0.5;
  return { spec: createSpec(seed, halfCycles, isRandom ? randomScene(rng) : undefined), left, right };
}

/** A plan of a match of the base team against itself from the kickoff. */
export function planBaseMatch(seed: number, halfCycles: number): PlannedMatch {
  return { spec: createSpec(seed, halfCycles), left: BASE, right: BASE };
}

/** A plan of a match of the base team on the left against the base team with 60 % of its decisions dropped, from the kickoff. */
export function planUnequalMatch(seed: number, halfCycles: number): PlannedMatch {
  const right = PAIRS.find(([, , other]) => other.dropped === 0.6)![2];
  return { spec: createSpec(seed, halfCycles), left: BASE, right };
}

/** Names of the teams of a plan, the stronger first. */
export function labelOf({ left, right }: PlannedMatch): string {
  return left.label === 'base'
    ? `${left.label} against ${right.label}`
    : `${right.label} against ${left.label}`;
}

/** Creates the match of a plan. */
export function createPlannedMatch({ spec, left, right }: PlannedMatch): Promise<LocalMatch> {
  const rng = createRandomStream(spec.seed, 'dropped');
  return createLocalMatch({
    spec,
    left: { name: 'Left', create: left.create },
    right: { name: 'Right', create: right.create },
    overrule: (player, commands) => {
      const { dropped } = player.side === 'l' ? left : right;
      return dropped > 0 && uniform(rng, 0, 1) < dropped ? '' : commands;
    },
  });
}

/**
 * Plays a match and calls `onCycle` once for each cycle in which the clock runs, with the frame. `onGoal` is called at a goal, before the
 * frame of its cycle.
 */
export function followMatch(
  local: LocalMatch,
  onCycle: (frame: Frame, local: LocalMatch) => void,
  onGoal: (side: Side, time: number) => void,
): void {
  const { match } = local;
  const frame = createFrame();
  let { left, right } = { left: match.world.left.score, right: match.world.right.score };
  let time = -1;
  for (let n = 0; n < 60_000 && local.cycle(); n++) {
    const { world } = match;
    if (world.left.score > left) onGoal('l', world.time);
    if (world.right.score > right) onGoal('r', world.time);
    left = world.left.score;
    right = world.right.score;
    if (world.time === time || playModeClock(world.playMode) === 'before') continue;
    time = world.time;
    onCycle(fillFrame(world, match.params, frame), local);
  }
}
