import { createFrame } from '@rcss/core';
import { createLogWriter } from '@rcss/logs';
import { fillFrame } from '@rcss/sensors';
import { expect, it } from 'vitest';
import { type JudgedLog, judgeLog } from '../../../../packages/referee/test/game-log.js';
import { InProcessMatch } from '../../../sampleclient/test/harness.js';

/** A match between two demonstration teams, with the calls that were made and the game log that was written. */
function playAndLog(seed: number): { calls: string[]; bytes: Uint8Array } {
  const game = new InProcessMatch(seed, { half_time: 150, nr_extra_halfs: 0, penalty_shoot_outs: false });
  const { match } = game;
  const calls: string[] = [];
  const { listener } = match;
  match.listener = (event) => {
    if (event.type === 'referee') calls.push(`${event.time} ${event.text}`);
    listener(event);
  };
  const writer = createLogWriter(6, match.params);
  const pieces = [writer.writeHeader().slice()];
  const frame = createFrame();
  game.onShow = () => pieces.push(writer.writeFrame(fillFrame(match.world, match.params, frame)).slice());
  game.run();
  return { calls, bytes: new Uint8Array(Buffer.concat(pieces)) };
}

/** Distance from the center at which the ball is out, m (spec 06 §1). */
const OUT_X = 52.585;
const OUT_Y = 34.085;

/**
 * Times at which the log does not show the side that gets the ball or whether it is out. Either both sides played
 * it in one step and the stronger kick is not shown, or the ball was so near to a line that the noise of its motion
 * decided.
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
    if (Math.min(Math.abs(Math.abs(x + vx) - OUT_X), Math.abs(Math.abs(y + vy) - OUT_Y)) < noise)
      times.add(frame.time);
  });
  return (time) => times.has(time);
}

it('the judge of a game log makes the same calls as the match (spec 06 §9 to §12)', () => {
  const kinds = new Map<string, number>();
  for (const seed of [1, 2, 3]) {
    const { calls, bytes } = playAndLog(seed);
    const judged = judgeLog(bytes);
    const judgedCalls = judged.calls.map(({ time, text }) => `${time} ${text}`);
    const unclear = unclearTimes(judged);
    // Kick-offs of the automatic mode are not calls, and fouls are random.
    const decidable = (call: string) => !/kick_off|foul_charge|yellow_card|red_card/.test(call);
    const missing: string[] = [];
    let compared = 0;
    let afterFoul = false;
    for (const call of calls) {
      const [time, text] = call.split(' ') as [string, string];
      if (text.startsWith('foul_charge')) afterFoul = true;
      const free = /^(indirect_)?free_kick/.test(text) && afterFoul;
      if (free) afterFoul = false;
      if (!decidable(call) || free) continue;
      const out = /^(kick_in|corner_kick|goal_kick|offside)_/.test(text);
      if (out && unclear(Number(time))) continue;
      compared += 1;
      const kind = text.replace(/_[lr](_\d+)?$/, '');
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      if (!judgedCalls.includes(call)) missing.push(call);
    }
    expect(compared).toBeGreaterThan(30);
    expect(missing, `seed ${seed}`).toEqual([]);
    // The judge also makes other calls: random fouls with their results, and ends of unclear duels.
    const fouls = judgedCalls
      .filter((call) => call.includes('foul_charge'))
      .map((call) => call.split(' ')[0]);
    const extra = judgedCalls.filter((call) => {
      const time = call.split(' ')[0]!;
      return !calls.includes(call) && decidable(call) && !fouls.includes(time) && !unclear(Number(time));
    });
    expect(extra.length).toBeLessThan(0.1 * compared);
  }
  // Goals and corner kicks are compared, too, but not every match has them.
  for (const kind of ['kick_in', 'goal_kick', 'play_on', 'half_time', 'time_over'])
    expect(kinds.get(kind), kind).toBeGreaterThan(0);
});
