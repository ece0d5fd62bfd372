/**
 * Measures how often and how well the skills succeed, in scenes with the noise of the server: `tsx bench/skills.ts [SCENES]`. Distances
 * in meters, times in cycles. Prints a Markdown table for docs/learn/writing-agents.md.
 */
import { SIDE_NAMES, type Side } from '@rcss/core';
import type { SceneBall, ScenePlayer } from '@rcss/core/match-document';
import { createRandomStream, type RandomStream, uniform } from '@rcss/core/random';
import { interceptBall, kickableDistance } from '@rcss/physics/predict';
import { normalizeAngle } from '../src/geometry.js';
import { createLocalMatch, createLocalSpec, type LocalMatch } from '../src/local/local-match.js';
import { createAction } from '../src/skills/action.js';
import { kickWithSpeed, planKick } from '../src/skills/kick.js';
import { defineTeam } from '../src/team/define-team.js';
import type { Decision } from '../src/team/player-client.js';

const sceneCount = Number(process.argv[2] ?? 200);

/** Median and 95th percentile. */
function describe(values: readonly number[], digits = 2): string {
  const sorted = Float64Array.from(values).sort();
  const at = (share: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN).toFixed(digits);
  return `${at(0.5)} | ${at(0.95)}`;
}

function share(count: number, total: number): string {
  return `${((100 * count) / total).toFixed(1)} %`;
}

const degrees = (radians: number): number => (radians * 180) / Math.PI;

/** Warm-up, cycles: the players locate themselves before the scene is changed. */
const WARM_UP = 6;

/** Plays a scene: the left team decides with `play` after the warm-up, the right one stands still. */
async function playScene(
  seed: number,
  players: readonly ScenePlayer[],
  ball: SceneBall,
  play: Decision,
  until: (match: LocalMatch, cycle: number) => boolean,
): Promise<void> {
  let isReady = false;
  const wait = createAction('wait', null, 'warm-up');
  const left = defineTeam({ play: (p) => (isReady ? play(p) : { ...wait, lookAt: p.world.ball.pos }) });
  const right = defineTeam({ play: () => wait });
  const match = await createLocalMatch({
    left: { name: 'Alpha', create: left },
    right: { name: 'Beta', create: right },
    spec: createLocalSpec({
      seed,
      initial: { playMode: 'play_on', players: [...players, ...parkOthers(players)], ball },
    }),
  });
  const { world } = match.match;
  for (let n = 0; n < WARM_UP; n++) {
    match.cycle();
    Object.assign(world.ball.pos, ball.position);
    world.ball.vel.x = n === WARM_UP - 1 ? (ball.velocity?.x ?? 0) : 0;
    world.ball.vel.y = n === WARM_UP - 1 ? (ball.velocity?.y ?? 0) : 0;
  }
  isReady = true;
  for (let n = 0; n < 200; n++) {
    if (until(match, n)) return;
    match.cycle();
  }
}

/** All players that a scene does not name stand far away, beside the pitch. */
function parkOthers(players: readonly ScenePlayer[]): ScenePlayer[] {
  const parked: ScenePlayer[] = [];
  for (const side of SIDE_NAMES) {
    for (let unum = 1; unum <= 11; unum++) {
      if (players.some((p) => p.side === side && p.unum === unum)) continue;
      const x = (side === 'left' ? -1 : 1) * (6 + 3 * unum);
      parked.push({ side, unum, position: { x, y: side === 'left' ? -36.5 : 36.5 }, bodyAngle: 0 });
    }
  }
  return parked;
}

const playerOf = (match: LocalMatch, side: Side, unum: number) =>
  match.match.world.players[(side === 'l' ? 0 : 11) + unum - 1]!;

function gapTo(match: LocalMatch, side: Side, unum: number): number {
  const { pos } = playerOf(match, side, unum);
  const { ball } = match.match.world;
  return Math.hypot(pos.x - ball.pos.x, pos.y - ball.pos.y);
}

function hasBall(match: LocalMatch, side: Side, unum: number): boolean {
  return gapTo(match, side, unum) <= kickableDistance(match.match.params, playerOf(match, side, unum));
}

async function measureKicks(random: RandomStream): Promise<void> {
  for (const speed of [1, 2, 2.7]) {
    const directions: number[] = [];
    const speeds: number[] = [];
    const counts: number[] = [];
    for (let seed = 1; seed <= sceneCount; seed++) {
      const around = uniform(random, -Math.PI, Math.PI);
      const gap = uniform(random, 0.45, 0.9);
      const angle = uniform(random, -Math.PI, Math.PI);
      const position = { x: -10 + gap * Math.cos(around), y: 5 + gap * Math.sin(around) };
      let kicks = 0;
      let isLast = false;
      let isKicked = false;
      await playScene(
        seed,
        [{ side: 'left', unum: 9, position: { x: -10, y: 5 }, bodyAngle: 0 }],
        { position },
        ({ world, unum }) => {
          if (unum !== 9 || !world.kickable || isLast) return null;
          kicks += 1;
          isLast = planKick(world, angle, speed).kicks === 1;
          return createAction('kick', kickWithSpeed(world, angle, speed, true), 'bench');
        },
        (match, n) => {
          // The last kick takes effect in the next cycle.
          const isMoving = isKicked || n >= 12;
          isKicked = isLast;
          if (!isMoving) return false;
          const { vel } = match.match.world.ball;
          // The velocity after the first cycle has decayed once.
          const decay = match.match.params.server.ball_decay;
          counts.push(kicks);
          directions.push(Math.abs(degrees(normalizeAngle(Math.atan2(vel.y, vel.x) - angle))));
          speeds.push(Math.hypot(vel.x, vel.y) / decay);
          return true;
        },
      );
    }
    const mean = counts.reduce((sum, n) => sum + n, 0) / counts.length;
    const fast = speeds.filter((v) => v >= 0.9 * speed).length;
    console.log(
      `| kick with ${speed} m per cycle: error of the direction, degrees | ${describe(directions, 1)} | ${counts.length} | ${mean.toFixed(1)} kicks; ${share(fast, speeds.length)} at least 90 % of the speed |`,
    );
  }
}

async function measureInterception(random: RandomStream): Promise<void> {
  const excess: number[] = [];
  let total = 0;
  for (let seed = 1; seed <= sceneCount; seed++) {
    const angle = uniform(random, -Math.PI, Math.PI);
    const speed = uniform(random, 0, 2.5);
    const position = { x: uniform(random, -20, 20), y: uniform(random, -15, 15) };
    const bodyAngle = degrees(uniform(random, -Math.PI, Math.PI));
    let optimum = -1;
    await playScene(
      seed,
      [{ side: 'left', unum: 9, position: { x: 0, y: 0 }, bodyAngle }],
      { position, velocity: { x: speed * Math.cos(angle), y: speed * Math.sin(angle) } },
      (player) => (player.unum === 9 ? (player.intercept() ?? player.scan()) : null),
      (match, n) => {
        if (n === 0)
          optimum =
            interceptBall(match.match.params, playerOf(match, 'l', 9), match.match.world.ball, 60)?.cycles ??
            -1;
        if (optimum < 0) return true;
        if (n === 0) total += 1;
        if (!hasBall(match, 'l', 9)) return match.match.world.playMode !== 'play_on';
        excess.push(n - optimum);
        return true;
      },
    );
  }
  console.log(
    `| intercept: cycles more than the optimum without noise | ${describe(excess, 0)} | ${total} | ${share(excess.length, total)} got the ball |`,
  );
}

async function measureDribble(random: RandomStream): Promise<void> {
  const times: number[] = [];
  for (let seed = 1; seed <= sceneCount / 4; seed++) {
    const y = uniform(random, -15, 15);
    await playScene(
      seed,
      [{ side: 'left', unum: 9, position: { x: -20, y }, bodyAngle: degrees(uniform(random, -3, 3)) }],
      { position: { x: -19.4, y } },
      (player) =>
        player.unum === 9
          ? (player.dribbleTo({ x: 48, y: 0 }, 0) ?? player.intercept() ?? player.scan())
          : null,
      (match, n) => {
        const { ball } = match.match.world;
        if (ball.pos.x > 20 && gapTo(match, 'l', 9) < 2) times.push(n);
        return ball.pos.x > 20 || match.match.world.playMode !== 'play_on';
      },
    );
  }
  const total = Math.floor(sceneCount / 4);
  console.log(
    `| dribble of 40 m without opponents: cycles | ${describe(times, 0)} | ${total} | ${share(times.length, total)} arrived with the ball |`,
  );
}

async function measurePasses(random: RandomStream): Promise<void> {
  for (const withOpponent of [false, true]) {
    let played = 0;
    let completed = 0;
    let total = 0;
    const cycles: number[] = [];
    for (let seed = 1; seed <= sceneCount; seed++) {
      const angle = uniform(random, -1, 1);
      const way = uniform(random, 8, 25);
      const receiver = { x: -10 + way * Math.cos(angle), y: way * Math.sin(angle) };
      const between = uniform(random, 0.3, 0.9);
      const beside = uniform(random, -6, 6);
      const opponent = {
        x: -10 + between * way * Math.cos(angle) - beside * Math.sin(angle),
        y: between * way * Math.sin(angle) + beside * Math.cos(angle),
      };
      const players: ScenePlayer[] = [
        { side: 'left', unum: 8, position: { x: -10, y: 0 }, bodyAngle: degrees(angle) },
        { side: 'left', unum: 9, position: receiver, bodyAngle: degrees(uniform(random, -3, 3)) },
      ];
      if (withOpponent)
        players.push({
          side: 'right',
          unum: 5,
          position: opponent,
          bodyAngle: degrees(uniform(random, -3, 3)),
        });
      let isPlayed = false;
      await playScene(
        seed,
        players,
        { position: { x: -10 + 0.6 * Math.cos(angle), y: 0.6 * Math.sin(angle) } },
        (player) => {
          if (player.unum === 8) {
            const action = player.passTo(9, 0.6);
            if (action?.kind === 'pass') isPlayed = true;
            return action;
          }
          return player.unum === 9 && isPlayed ? player.intercept() : null;
        },
        (match, n) => {
          if (n > 60 || match.match.world.playMode !== 'play_on') return true;
          const isStanding = n > 0 && withOpponent && hasBall(match, 'r', 5);
          if (isStanding) return true;
          if (!isPlayed || !hasBall(match, 'l', 9)) return n > 12 && !isPlayed;
          completed += 1;
          cycles.push(n);
          return true;
        },
      );
      total += 1;
      if (isPlayed) played += 1;
    }
    console.log(
      `| pass over 8 to 25 m, ${withOpponent ? 'one standing opponent within 6 m of the way' : 'no opponent'}: cycles | ${describe(cycles, 0)} | ${total} | ${share(played, total)} played, ${share(completed, played)} of them completed |`,
    );
  }
}

console.log('| skill | median | p95 | scenes | |\n|---|--:|--:|--:|---|');
const random = createRandomStream(1, 'skills');
await measureKicks(random);
await measureInterception(random);
await measureDribble(random);
await measurePasses(random);
