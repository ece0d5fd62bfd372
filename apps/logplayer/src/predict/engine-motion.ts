/** The baseline `motion`: the engine without noise continues a scene in which all players repeat what they did in the last cycle. */
import { type FramePlayer, PLAYER_COUNT, PlayerState } from '@rcss/core';
import type { Io } from '@rcss/log-service/streams';
import type { MatchParams, PlayerType } from '@rcss/params';
import { applyPlayerCommand, createSpecMatch, type Match, restore, step } from '@rcss/simulator';
import { PREDICTED_CYCLES, ROW_LENGTH } from '@rcss/stats/trajectories';
import { readSceneStates } from './read-scene.js';

const SEED = 1;
/** Rows from which the last dash follows. */
const ROWS = 2;
/** Acceleration that noise can explain, meters per cycle: no dash. */
const SMALL = 0.05;
const DEGREES = 180 / Math.PI;

/** A dash, or null for a player that coasts. */
type Dash = { readonly power: number; readonly dir: number } | null;

/** Returns the dash that explains the way of a player in the last cycle, at most with full power. */
function findDash(before: FramePlayer, now: FramePlayer, type: PlayerType, { server }: MatchParams): Dash {
  if (before.state === PlayerState.DISABLED || now.state === PlayerState.DISABLED) return null;
  const ax = now.x - before.x - before.vx;
  const ay = now.y - before.y - before.vy;
  const push = Math.hypot(ax, ay);
  if (push < SMALL) return null;
  const angle = Math.atan2(ay, ax) * DEGREES - now.body;
  const dir = ((((angle + 180) % 360) + 360) % 360) - 180;
  // The rate falls from 1 to that of the side, and from there to that of the back.
  const quarter = Math.abs(dir) / 90;
  const { side_dash_rate: side, back_dash_rate: back, max_dash_power: most } = server;
  const rate = quarter <= 1 ? 1 - (1 - side) * quarter : side + (back - side) * (quarter - 1);
  return { power: Math.min(most, push / (type.dash_power_rate * rate)), dir };
}

function readRow({ world: { players, ball } }: Match): Float64Array {
  const row = new Float64Array(ROW_LENGTH).fill(Number.NaN);
  for (let i = 0; i < PLAYER_COUNT; i++) {
    const { enabled, pos } = players[i]!;
    if (enabled) row.set([pos.x, pos.y], 2 * i);
  }
  row.set([ball.pos.x, ball.pos.y], 2 * PLAYER_COUNT);
  return row;
}

/**
 * Returns the rows of positions after a scene: inertia, decay, stamina, limits of the player types, collisions and the ball are those of the
 * engine.
 */
export async function predictEngineMotion(io: Io, input: string, name: string): Promise<Float64Array[]> {
  const scene = await readSceneStates(io, input, name, { rows: ROWS, seed: SEED });
  const { server, ...others } = scene.params;
  const params: MatchParams = { ...others, server: { ...server, player_rand: 0, ball_rand: 0 } };
  const now = scene.frames.at(-1)!;
  const before = scene.frames.at(-2) ?? now;
  const match = createSpecMatch({ seed: SEED, rules: params, clock: 'stepped' });
  restore(match, scene.states.at(-1)!);
  const dashes = now.players.map((player, i) =>
    findDash(before.players[i]!, player, params.types[player.typeId] ?? params.types[0]!, params),
  );
  return Array.from({ length: PREDICTED_CYCLES }, () => {
    dashes.forEach((dash, index) => {
      if (dash !== null && match.world.players[index]!.enabled)
        applyPlayerCommand(match, index, { type: 'dash', ...dash });
    });
    step(match);
    return readRow(match);
  });
}
