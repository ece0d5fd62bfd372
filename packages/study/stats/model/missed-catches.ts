/**
 * Lists the balls in the catchable area of a team's goalie that it was allowed to catch in play_on, and did not:
 *   tsx --conditions=@rcss/source model/missed-catches.ts TEAM LOG...
 * A line has the cycle, what ended it (kick, tackle, or the ball left), the distance of the ball in meters and its angle to the body in degrees
 * at the beginning, and the cycle of a goal within 30 cycles.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type Frame, hasKicked, hasTackled } from '@rcss/core';
import { readLogBytes } from '@rcss/logs';

/** The penalty area without a margin, and the certain part of the catchable area, meters. */
const AREA_X = -36.5;
const AREA_Y = 19.8;
const REACH = 1.15;
const GOAL_WITHIN = 30;

interface Miss {
  readonly time: number;
  readonly end: string;
  readonly distance: number;
  readonly angle: number;
}

function listMisses(log: string, team: string): { misses: Miss[]; goals: number[] } {
  const misses: Miss[] = [];
  const goals: number[] = [];
  let begin: Omit<Miss, 'end'> | null = null;
  let isOwnKick = false;
  let score = 0;
  for (const record of readLogBytes(new Uint8Array(readFileSync(log)))) {
    if (record.type !== 'show') continue;
    const { frame } = record;
    const own = frame.left.name === team ? 'l' : 'r';
    const against = own === 'l' ? frame.right.score : frame.left.score;
    if (against > score) goals.push(frame.time);
    score = against;
    if (frame.playMode !== 'play_on') {
      begin = null;
      isOwnKick = false;
      continue;
    }
    const kickers = frame.players.filter(({ state }) => hasKicked(state) || hasTackled(state));
    // A ball that both teams kick at once is not a back pass.
    if (kickers.length > 0) isOwnKick = kickers.every(({ side }) => side === own);
    const goalie = frame.players.find(({ side, unum }) => side === own && unum === 1)!;
    const found = isOwnKick ? null : locate(frame, goalie, own === 'l' ? 1 : -1);
    if (found !== null) begin ??= { time: frame.time, ...found };
    else if (begin !== null) {
      const end = hasKicked(goalie.state) ? 'kick' : hasTackled(goalie.state) ? 'tackle' : 'left';
      misses.push({ ...begin, end });
      begin = null;
    }
  }
  return { misses, goals };
}

/** Distance and angle of a ball that the goalie could catch; null if it could not. `sign`: direction of the attack of its team. */
function locate(
  { ballX, ballY }: Frame,
  { x, y, body }: Frame['players'][number],
  sign: number,
): { distance: number; angle: number } | null {
  const distance = Math.sqrt((ballX - x) ** 2 + (ballY - y) ** 2);
  if (sign * ballX > AREA_X || Math.abs(ballY) > AREA_Y || distance > REACH) return null;
  const angle = (Math.atan2(ballY - y, ballX - x) * 180) / Math.PI - body;
  return { distance, angle: ((((angle + 180) % 360) + 360) % 360) - 180 };
}

const [team, ...logs] = process.argv.slice(2);
if (team === undefined || logs.length === 0) throw new Error('arguments: TEAM LOG...');
let count = 0;
let followed = 0;
for (const log of logs) {
  const { misses, goals } = listMisses(log, team);
  for (const { time, end, distance, angle } of misses) {
    const goal = goals.find((at) => at >= time && at < time + GOAL_WITHIN);
    count += 1;
    if (goal !== undefined) followed += 1;
    const result = goal === undefined ? '' : `, goal ${goal}`;
    console.log(
      `${basename(log)} ${time}: ${end}, ball at ${distance.toFixed(2)} m, ${angle.toFixed(0)}°${result}`,
    );
  }
}
console.log(`${count} in ${logs.length} matches, ${followed} followed by a goal`);
