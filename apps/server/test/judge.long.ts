import { createLocalMatch, createLocalSpec } from '@rcss/agent/local';
import baseTeam from '@rcss/base-team';
import { createFrame } from '@rcss/core';
import { createLogWriter } from '@rcss/logs';
import { fillFrame } from '@rcss/sensors';
import { expect, it } from 'vitest';
import { type JudgedLog, judgeLog } from '../../../packages/engine/referee/test/game-log.js';

/** A match between two base teams, with the calls that were made and the game log that was written. */
async function playAndLog(seed: number): Promise<{ calls: string[]; bytes: Uint8Array }> {
  const calls: string[] = [];
  const pieces: Uint8Array[] = [];
  const frame = createFrame();
  const game = await createLocalMatch({
    left: { name: 'Foxes', create: baseTeam },
    right: { name: 'Herons', create: baseTeam },
    sinks: [
      {
        event: (event) => {
          if (event.type === 'referee') calls.push(`${event.time} ${event.text}`);
        },
        frame: ({ world, params }) => pieces.push(writer.writeFrame(fillFrame(world, params, frame)).slice()),
      },
    ],
    spec: createLocalSpec({ seed, server: { half_time: 150, nr_extra_halfs: 0, penalty_shoot_outs: false } }),
  });
  const writer = createLogWriter(6, game.match.params);
  pieces.push(writer.writeHeader().slice());
  game.run();
  return { calls, bytes: new Uint8Array(Buffer.concat(pieces)) };
}

/** Distance from the center at which the ball is out, m (spec 06 §1). */
const OUT_X = 52.585;
const OUT_Y = 34.085;

/** Position of a goal post, m, and the distance within which the noise of the motion decides whether the ball hits it. */
const POST_X = 52.5;
const POST_Y = 7.07;
const POST_RANGE = 0.4;

/** Whether the ball passes a goal post closely on its way from one position to another, m. */
function passesPost(x: number, y: number, dx: number, dy: number): boolean {
  const [px, py] = [POST_X - Math.abs(x), POST_Y - Math.abs(y)];
  const [wx, wy] = [Math.sign(x) * dx, Math.sign(y) * dy];
  const share = Math.min(1, Math.max(0, (px * wx + py * wy) / (wx * wx + wy * wy || 1)));
  return Math.hypot(px - share * wx, py - share * wy) < POST_RANGE;
}

/**
 * Times at which the log does not show the side that gets the ball or whether it is out. Either both sides played
 * it in one step and the stronger kick is not shown, or a player kicked the ball in the step of the call, or the ball
 * was so near to a line or a post that the noise of its motion decided.
 */
function unclearTimes({ log, steps }: JudgedLog): (time: number) => boolean {
  let contested = false;
  const times = new Set<number>();
  steps.forEach(({ frame, events = [] }, step) => {
    const sides = new Set(
      events.filter(({ type }) => type === 'kick' || type === 'tackle').map(({ player }) => player < 11),
    );
    if (contested) times.add(frame.time);
    if (sides.size > 0) contested = sides.size > 1;
    const before = steps[step - 1]?.frame;
    if (before === undefined || before.playMode === frame.playMode) return;
    const { ballX: x, ballY: y, ballVx: vx, ballVy: vy } = before;
    const noise = log.server.ball_rand * Math.hypot(vx, vy) + 0.001;
    const isNearLine =
      Math.min(Math.abs(Math.abs(x + vx) - OUT_X), Math.abs(Math.abs(y + vy) - OUT_Y)) < noise;
    // With the call the ball stops, so that the log does not show where a kick in this step sent it.
    if (isNearLine || sides.size > 0 || passesPost(x, y, vx, vy)) times.add(frame.time);
  });
  return (time) => times.has(time);
}

interface Period {
  readonly from: number;
  readonly to: number;
}

const timeOf = (call: string) => Number(call.split(' ')[0]);

/** Fouls are random: returns the periods in which calls follow from one, from the foul to the next play_on. */
function findFoulPeriods(calls: readonly string[]): Period[] {
  return calls.flatMap((call, index) => {
    if (!call.includes('foul_charge')) return [];
    const end = calls.slice(index + 1).find((later) => later.endsWith(' play_on'));
    return [{ from: timeOf(call), to: end === undefined ? Number.POSITIVE_INFINITY : timeOf(end) }];
  });
}

it('the judge of a game log makes the same calls as the match (spec 06 §9 to §12)', async () => {
  const kinds = new Map<string, number>();
  let compared = 0;
  let extraCount = 0;
  for (const seed of [1, 2, 3, 4]) {
    const { calls, bytes } = await playAndLog(seed);
    const judged = judgeLog(bytes);
    const judgedCalls = judged.calls.map(({ time, text }) => `${time} ${text}`);
    const unclear = unclearTimes(judged);
    const foulPeriods = [...findFoulPeriods(calls), ...findFoulPeriods(judgedCalls)];
    const inFoul = (time: number) => foulPeriods.some(({ from, to }) => time >= from && time <= to);
    // Kick-offs of the automatic mode are not calls, and fouls are random.
    const decidable = (call: string) => !/kick_off|foul_charge|yellow_card|red_card/.test(call);
    const missing: string[] = [];
    for (const call of calls) {
      const [time, text] = call.split(' ') as [string, string];
      if (!decidable(call)) continue;
      const out = /^(kick_in|corner_kick|goal_kick|offside|goal)_/.test(text);
      if ((out && unclear(Number(time))) || inFoul(Number(time))) continue;
      compared += 1;
      const kind = text.replace(/_[lr](_\d+)?$/, '');
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      if (!judgedCalls.includes(call)) missing.push(call);
    }
    expect(missing, `seed ${seed}`).toEqual([]);
    // The judge also makes other calls: random fouls with their results, and ends of unclear duels.
    extraCount += judgedCalls.filter((call) => {
      const time = timeOf(call);
      return !calls.includes(call) && decidable(call) && !inFoul(time) && !unclear(time);
    }).length;
  }
  expect(compared).toBeGreaterThan(40);
  expect(extraCount).toBeLessThan(0.1 * compared);
  // Goals and corner kicks are compared, too, but not every match has them.
  for (const kind of ['kick_in', 'goal_kick', 'play_on', 'half_time', 'time_over'])
    expect(kinds.get(kind), kind).toBeGreaterThan(0);
});
