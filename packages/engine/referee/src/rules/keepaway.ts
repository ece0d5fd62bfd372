/**
 * Keepaway, a training task instead of a match (spec 06 §15): takers try to win the ball from keepers in a square region.
 *
 * An episode ends when the ball leaves the region or a taker has been at the ball for some cycles; then all players and the ball are placed
 * anew and the next one begins. The log of keepaway has one line per episode.
 *
 * Surprising: the reach of a taker comes from the server parameters, not from its player type, and the start of an episode waits for wall-
 * clock time, which is why a recording stores it.
 */
import type { PlayMode } from '@rcss/core';
import { randomInt, uniform } from '@rcss/core/random';
import * as vec2 from '@rcss/core/vec2';
import type { RefereeContext, Rule } from '../context.js';
import { placeBallForSide } from '../placement.js';
import { setPlayMode } from '../play-mode-change.js';

/** Number of evaluations with a taker at the ball after which the takers have won the ball (spec 06 §1). */
const TURNOVER_COUNT = 4;
/**
 * Side length in meters of the squares in the corners of the keepaway region. Start positions of players are drawn
 * at random in these squares (spec 05 §21).
 */
const CORNER_SIZE = 3;
/** Distance in meters of the ball from two borders of the region at the start of an episode (spec 05 §21). */
const BALL_INSET = 4;

/** Runs episodes of keepaway; does nothing unless `server::keepaway` is on (spec 06 §15). */
export const keepawayRule: Rule = { name: 'keepaway', onPlayModeSet: handlePlayModeSet, evaluate };

function handlePlayModeSet(ctx: RefereeContext, mode: PlayMode): void {
  const state = ctx.state.keepaway;
  if (!ctx.params.server.keepaway || mode !== 'play_on' || state.episode > 0) return;
  state.episode = 1;
  for (const player of ctx.world.players) {
    if (!player.enabled) continue;
    if (player.side === 'l') state.keepers += 1;
    else state.takers += 1;
  }
  writeHeader(ctx);
  placeForEpisode(ctx);
}

function writeHeader(ctx: RefereeContext): void {
  const { keepaway_length, keepaway_width } = ctx.params.server;
  const { keepers, takers } = ctx.state.keepaway;
  for (const line of [
    `# Keepers: ${keepers}`,
    `# Takers:  ${takers}`,
    `# Region:  ${keepaway_length} x ${keepaway_width}`,
    '#',
    '# Description of Fields:',
    '# 1) Episode number',
    '# 2) Start time in simulator steps (100ms)',
    '# 3) End time in simulator steps (100ms)',
    '# 4) Duration in simulator steps (100ms)',
    '# 5) (o)ut of bounds / (t)aken away',
    '#',
  ]) {
    ctx.host.writeKeepawayLog(line);
  }
}

function evaluate(ctx: RefereeContext): void {
  const { world, params, host } = ctx;
  const { keepaway, keepaway_start, keepaway_length, keepaway_width } = params.server;
  if (!keepaway) return;
  const state = ctx.state.keepaway;
  if (state.wallStart < 0) state.wallStart = host.wallSeconds();
  if (world.playMode === 'play_on') {
    const { x, y } = world.ball.pos;
    const inside = Math.abs(x) < keepaway_length / 2 && Math.abs(y) < keepaway_width / 2;
    if (!inside) endEpisode(ctx, 'o');
    else if (state.takes >= TURNOVER_COUNT) endEpisode(ctx, 't');
    else countTakerCycles(ctx);
  } else if (keepaway_start >= 0) {
    if (host.wallSeconds() - state.wallStart > keepaway_start) setPlayMode(ctx, 'play_on');
  }
}

/**
 * Counts the cycles in which a taker is at the ball (spec 06 §15). The reach comes from the server parameters,
 * not from a player type.
 */
function countTakerCycles(ctx: RefereeContext): void {
  const { player_size, kickable_margin, ball_size, player_height } = ctx.params.server;
  const state = ctx.state.keepaway;
  const reach = player_size + kickable_margin + ball_size;
  let keeper = false;
  for (const player of ctx.world.players) {
    if (!player.enabled || vec2.distance(player.pos, ctx.world.ball.pos) >= reach) continue;
    // A ball in the air is out of reach, unlike in the measured server (spec 12 §15 D17).
    if (ctx.world.ball.z > player_height) continue;
    keeper = player.side === 'l';
    if (keeper) continue;
    state.takes += 1;
    break;
  }
  if (keeper) state.takes = 0;
}

function endEpisode(ctx: RefereeContext, reason: 'o' | 't'): void {
  const state = ctx.state.keepaway;
  const end = ctx.world.time;
  ctx.host.writeKeepawayLog([state.episode, state.start, end, end - state.start, reason].join('\t'));
  state.episode += 1;
  state.start = end;
  ctx.host.announce('training Keepaway 1');
  placeForEpisode(ctx);
}

/** Places all players and the ball for a new episode (spec 05 §21). */
function placeForEpisode(ctx: RefereeContext): void {
  const { world, params, rng } = ctx;
  const state = ctx.state.keepaway;
  const right = params.server.keepaway_length / 2;
  const bottom = params.server.keepaway_width / 2;
  let place = randomInt(rng, state.keepers);
  for (const player of world.players) {
    if (!player.enabled) continue;
    const { pos, vel, accel } = player;
    if (player.side === 'r') {
      pos.x = -right + uniform(rng, 0, CORNER_SIZE);
      pos.y = bottom - uniform(rng, 0, CORNER_SIZE);
    } else if (place === 0) {
      pos.x = -right + uniform(rng, 0, CORNER_SIZE);
      pos.y = -bottom + uniform(rng, 0, CORNER_SIZE);
    } else if (place === 1) {
      pos.x = right - uniform(rng, 0, CORNER_SIZE);
      pos.y = -bottom + uniform(rng, 0, CORNER_SIZE);
    } else if (place === 2) {
      pos.x = right - uniform(rng, 0, CORNER_SIZE);
      pos.y = bottom - uniform(rng, 0, CORNER_SIZE);
    } else {
      pos.x = uniform(rng, -1, 1);
      pos.y = uniform(rng, -1, 1);
    }
    if (player.side === 'l') place = state.keepers > 0 ? (place + 1) % state.keepers : 0;
    vel.x = 0;
    vel.y = 0;
    accel.x = 0;
    accel.y = 0;
  }
  placeBallForSide(ctx, 'n', -right + BALL_INSET, -bottom + BALL_INSET);
  ctx.host.recoverAllPlayers();
  state.takes = 0;
}
