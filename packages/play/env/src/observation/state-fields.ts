import {
  PLAYER_COUNT,
  type Player,
  type PlayMode,
  playModeSide,
  type SideOrNeutral,
  type Vec2,
} from '@rcss/core';
import { cos, sin } from '@rcss/core/math';
import { playModeKind } from '@rcss/referee/geometry';
import type { Match } from '@rcss/simulator';
import type { EpisodeState } from '../episode.js';
import { describeField, type Field } from '../layout.js';

/** Divisor of positions and distances, meters: the half length of the field with its margin, rounded up. */
export const LENGTH_SCALE = 60;
/** Divisor of velocities, meters per cycle: the greatest speed of the ball with the default parameters. */
export const SPEED_SCALE = 3;
/** Greatest magnitude of a scaled length or speed; greater ones are cut off. */
export const LIMIT = 3;
/** Divisor of counts of cycles in which a player is idle. */
export const IDLE_SCALE = 10;

/** A field with a length in meters. */
export function lengthField(name: string, description: string): Field {
  return describeField(name, description, { unit: 'm', low: -LIMIT, high: LIMIT, scale: LENGTH_SCALE });
}

/** A field with a velocity in meters per cycle. */
export function speedField(name: string, description: string): Field {
  return describeField(name, description, { unit: 'm/cycle', low: -LIMIT, high: LIMIT, scale: SPEED_SCALE });
}

/** A field with a sine or cosine. */
export function unitField(name: string, description: string): Field {
  return describeField(name, description, { low: -1, high: 1 });
}

/** A length or speed times a factor, cut off at ±`LIMIT`. */
export function scaled(value: number, factor: number): number {
  const x = value * factor;
  return x > LIMIT ? LIMIT : x < -LIMIT ? -LIMIT : x;
}

/** Cuts off the numbers of a block from `from` to `to - 1` at ±`LIMIT`. */
export function limitNumbers(block: Float32Array, from: number, to: number): void {
  for (let i = from; i < to; i++) {
    const value = block[i] as number;
    if (value > LIMIT) block[i] = LIMIT;
    else if (value < -LIMIT) block[i] = -LIMIT;
  }
}

/** Sums of the magnitudes of two components (meters, meters per cycle) up to which no frame needs `limitNumbers`. */
export const SAFE_LENGTH: number = 0.99 * LIMIT * LENGTH_SCALE;
/** Likewise for velocities, meters per cycle. */
export const SAFE_SPEED: number = 0.99 * LIMIT * SPEED_SCALE;

/** Motion of all players in one place, copied once per cycle: every agent reads that of all others. */
export interface PlayerMotions {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly vx: Float64Array;
  readonly vy: Float64Array;
  /** Cosine and sine of the body direction. */
  readonly cosine: Float64Array;
  readonly sine: Float64Array;
  /** 1 for players on the field. */
  readonly present: Uint8Array;
  /** 1 for players that are idle after a tackle. */
  readonly tackling: Uint8Array;
}

/** Creates room for the motion of all players. */
export function createPlayerMotions(): PlayerMotions {
  const numbers = () => new Float64Array(PLAYER_COUNT);
  return {
    x: numbers(),
    y: numbers(),
    vx: numbers(),
    vy: numbers(),
    cosine: numbers(),
    sine: numbers(),
    present: new Uint8Array(PLAYER_COUNT),
    tackling: new Uint8Array(PLAYER_COUNT),
  };
}

/** Copies the motion of the players on the field. */
export function fillPlayerMotions(players: readonly Player[], motions: PlayerMotions): void {
  for (let i = 0; i < players.length; i++) {
    const player = players[i] as Player;
    motions.present[i] = player.enabled ? 1 : 0;
    if (!player.enabled) continue;
    motions.x[i] = player.pos.x;
    motions.y[i] = player.pos.y;
    motions.vx[i] = player.vel.x;
    motions.vy[i] = player.vel.y;
    motions.cosine[i] = cos(player.body);
    motions.sine[i] = sin(player.body);
    motions.tackling[i] = player.tackleIdle > 0 ? 1 : 0;
  }
}

/** Fields that describe the match, the same for all observations of the true state. */
export const MATCH_FIELDS: readonly Field[] = [
  describeField('match.timeLeft', 'Part of the horizon that is left.'),
  describeField('match.score', 'Own goals minus those of the opponents in the match.', {
    unit: 'goals',
    low: -1,
    high: 1,
    scale: 5,
  }),
  describeField('match.playOn', '1 in play_on.'),
  describeField(
    'match.ownRestart',
    '1 if the own team restarts the play: kickoff, kick-in, corner, free or goal kick.',
  ),
  describeField('match.opponentRestart', '1 if the opponents restart the play.'),
];

/** The numbers of `MATCH_FIELDS` for both teams, computed once per cycle. */
export class MatchNumbers {
  readonly #numbers = new Float32Array(2 * MATCH_FIELDS.length);

  prepare({ world }: Match, episode: EpisodeState, horizon: number): void {
    const { playMode, left, right } = world;
    const timeLeft = Math.max(0, 1 - episode.cycles / horizon);
    const restart = restartSign(playMode, world.kickOffSide);
    const difference = (left.score - right.score) / 5;
    const numbers = this.#numbers;
    for (let team = 0; team < 2; team++) {
      const sign = 1 - 2 * team;
      const o = team * MATCH_FIELDS.length;
      const score = difference * sign;
      numbers[o] = timeLeft;
      numbers[o + 1] = score > 1 ? 1 : score < -1 ? -1 : score;
      numbers[o + 2] = playMode === 'play_on' ? 1 : 0;
      numbers[o + 3] = restart * sign > 0 ? 1 : 0;
      numbers[o + 4] = restart * sign < 0 ? 1 : 0;
    }
  }

  /** Writes the numbers for a player's team; returns the offset after them. */
  fill(player: Player, out: Float32Array, offset: number): number {
    const from = player.side === 'l' ? 0 : MATCH_FIELDS.length;
    for (let i = 0; i < MATCH_FIELDS.length; i++) out[offset + i] = this.#numbers[from + i] as number;
    return offset + MATCH_FIELDS.length;
  }
}

function restartSign(mode: PlayMode, kickOffSide: SideOrNeutral): number {
  switch (playModeKind(mode)) {
    case 'kick_off':
    case 'kick_in':
    case 'corner_kick':
    case 'free_kick':
    case 'indirect_free_kick':
    case 'goal_kick':
      return playModeSide(mode) === 'l' ? 1 : -1;
    case 'before_kick_off':
      return kickOffSide === 'l' ? 1 : kickOffSide === 'r' ? -1 : 0;
  }
  return 0;
}

/** Player indexes in ascending order of a distance, without allocation. */
export class DistanceOrder {
  readonly #indexes = new Int32Array(PLAYER_COUNT);
  readonly #keys = new Float64Array(PLAYER_COUNT);
  /** Number of players. */
  count = 0;

  /** Index of the player at a place of the order. */
  at(place: number): number {
    return this.#indexes[place] as number;
  }

  /**
   * Collects the players on the field from index `from` to `to - 1`, except `self`, by their distance from a point. With
   * `byNumber`, their order is that of the numbers.
   */
  collect(
    motions: PlayerMotions,
    from: number,
    to: number,
    self: number,
    point: Readonly<Vec2>,
    byNumber: boolean,
  ): void {
    const { x, y } = point;
    const { present, x: xs, y: ys } = motions;
    let count = 0;
    const indexes = this.#indexes;
    const keys = this.#keys;
    for (let i = from; i < to; i++) {
      if (i === self || present[i] === 0) continue;
      if (byNumber) {
        indexes[count++] = i;
        continue;
      }
      const dx = (xs[i] as number) - x;
      const dy = (ys[i] as number) - y;
      const key = dx * dx + dy * dy;
      let place = count;
      while (place > 0 && (keys[place - 1] as number) > key) {
        keys[place] = keys[place - 1] as number;
        indexes[place] = indexes[place - 1] as number;
        place -= 1;
      }
      keys[place] = key;
      indexes[place] = i;
      count += 1;
    }
    this.count = count;
  }
}
