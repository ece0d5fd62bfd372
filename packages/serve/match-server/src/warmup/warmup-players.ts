import type { Player } from '@rcss/core';
import { type RandomStream, randomInt, uniform } from '@rcss/core/random';
import type { Match } from '@rcss/simulator';

/** Distance from the ball within which a player tries to kick, m. */
const KICK_DISTANCE = 1;
/** Distance from the ball within which a player runs to it, m. */
const CHASE_DISTANCE = 15;
/** Players from this number on always run to the ball. */
const FIRST_CHASER = 9;
const DEG = 180 / Math.PI;

/** Returns the commands of a player of a warm-up in a cycle. They use every command, so that all rules and messages are executed. */
export function createWarmupCommands(
  { world, params }: Pick<Match, 'world' | 'params'>,
  player: Player,
  random: RandomStream,
): string {
  const { ball, time } = world;
  if (world.playMode === 'before_kick_off') {
    return `(move ${4.5 * player.unum - 51} ${12 * (player.unum % 5) - 24})(change_view ${player.unum % 2 === 0 ? 'narrow' : 'normal'} high)`;
  }
  const dx = ball.pos.x - player.pos.x;
  const dy = ball.pos.y - player.pos.y;
  const distance = Math.hypot(dx, dy);
  const direction = toBodyDirection(Math.atan2(dy, dx), player);
  const neck = `(turn_neck ${Math.round(uniform(random, -60, 60))})`;
  return `${chooseBodyCommand(player, random, distance, direction, params.server.experimental_height)}${neck}${chooseExtraCommand(player, random, time)}`;
}

function chooseBodyCommand(
  player: Player,
  random: RandomStream,
  distance: number,
  direction: number,
  hasHeight: boolean,
): string {
  const draw = randomInt(random, 20);
  if (player.goalie && draw < (distance < 2 ? 10 : 1)) return `(catch ${direction})`;
  if (distance < KICK_DISTANCE) {
    const goal = player.side === 'l' ? 52.5 : -52.5;
    const aim = toBodyDirection(Math.atan2(-player.pos.y, goal - player.pos.x), player);
    if (draw === 0) return `(tackle ${aim} true)`;
    if (draw === 1 && hasHeight) return '(chest_trap)';
    const loft = hasHeight && draw > 9 ? ` ${3 * draw}` : '';
    return `(kick ${40 + 3 * draw} ${aim + Math.round(uniform(random, -30, 30))}${loft})`;
  }
  if (distance < 2 && draw === 1) return `(tackle ${direction})`;
  if (distance < CHASE_DISTANCE || player.unum >= FIRST_CHASER) {
    return Math.abs(direction) > 15
      ? `(turn ${direction})`
      : draw === 2
        ? '(dash (l 90 5) (r 80))'
        : '(dash 100)';
  }
  if (draw < 4) return `(turn ${direction})`;
  return `(dash ${20 + 2 * draw} ${draw > 16 ? 90 : 0})`;
}

/** Returns a command besides body and neck in some cycles. */
function chooseExtraCommand(player: Player, random: RandomStream, time: number): string {
  switch (randomInt(random, 12)) {
    case 0:
      return `(say "${player.unum}x${time}")`;
    case 1:
      return `(attentionto our ${1 + randomInt(random, 11)})`;
    case 2:
      return `(pointto ${Math.round(uniform(random, 1, 40))} ${Math.round(uniform(random, -90, 90))})`;
    case 3:
      return `(change_view ${['narrow', 'normal', 'wide'][randomInt(random, 3)]})`;
    case 4:
      return `(change_focus ${Math.round(uniform(random, -5, 5))} 0)`;
    default:
      return '';
  }
}

/** Direction relative to a player's body, whole degrees from -180 to 180. */
function toBodyDirection(angle: number, player: Player): number {
  const degrees = (angle - player.body) * DEG;
  return Math.round(((((degrees + 180) % 360) + 360) % 360) - 180);
}
