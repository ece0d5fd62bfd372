import { type Player, TEAM_SIZE, type Vec2 } from '@rcss/core';
import { acos, clamp, deg, sqrt } from '@rcss/core/math';
import type { Match } from '@rcss/simulator';
import { describeField, type Field } from '../layout.js';
import type { ObservationEncoder, TeamSizes } from './observation.js';
import {
  createPlayerMotions,
  DistanceOrder,
  fillPlayerMotions,
  LENGTH_SCALE,
  LIMIT,
} from './state-fields.js';

/** Divisor of angles, degrees. */
const ANGLE_SCALE = 180;

function distanceField(name: string, description: string): Field {
  return describeField(name, description, { unit: 'm', high: LIMIT, scale: LENGTH_SCALE });
}

function createLayout({ mates, opponents }: TeamSizes): Field[] {
  const perMate = (describe: (i: number) => Field) =>
    Array.from({ length: mates }, (_, i) => describe(i + 1));
  const perOpponent = (describe: (i: number) => Field) =>
    Array.from({ length: opponents }, (_, i) => describe(i + 1));
  return [
    distanceField('self.center', 'Distance of the agent from the center of the region: dist(K1, C).'),
    ...perMate((i) => distanceField(`mate.${i}.center`, `Distance of team mate ${i} from the center.`)),
    ...perOpponent((i) =>
      distanceField(`opponent.${i}.center`, `Distance of opponent ${i} from the center.`),
    ),
    ...perMate((i) => distanceField(`mate.${i}.distance`, `Distance of team mate ${i} from the agent.`)),
    ...perOpponent((i) =>
      distanceField(`opponent.${i}.distance`, `Distance of opponent ${i} from the agent.`),
    ),
    ...perMate((i) =>
      distanceField(`mate.${i}.opponentDistance`, `Distance of team mate ${i} from the nearest opponent.`),
    ),
    ...perMate((i) =>
      describeField(
        `mate.${i}.opponentAngle`,
        `Smallest angle at the agent between team mate ${i} and an opponent.`,
        { unit: 'deg', scale: ANGLE_SCALE },
      ),
    ),
  ];
}

/** The state variables of keepaway (Stone, Sutton and Kuhlmann 2005) from the true state; the agent takes the place of K1. */
export class KeepawayEncoder implements ObservationEncoder {
  readonly layout: readonly Field[];
  readonly #sizes: TeamSizes;
  readonly #isByNumber: boolean;
  readonly #center: Readonly<Vec2>;
  readonly #motions = createPlayerMotions();
  readonly #mates = new DistanceOrder();
  readonly #opponents = new DistanceOrder();

  /** @param center Center of the region, meters. */
  constructor(sizes: TeamSizes, isByNumber: boolean, center: Readonly<Vec2>) {
    this.#sizes = sizes;
    this.#isByNumber = isByNumber;
    this.#center = center;
    this.layout = createLayout(sizes);
  }

  prepare(match: Match): void {
    fillPlayerMotions(match.world.players, this.#motions);
  }

  fill(player: Player, out: Float32Array, offset: number): void {
    const { mates: mateCount, opponents: opponentCount } = this.#sizes;
    const own = player.side === 'l' ? 0 : TEAM_SIZE;
    const other = TEAM_SIZE - own;
    const mates = this.#mates;
    const opponents = this.#opponents;
    mates.collect(this.#motions, own, own + TEAM_SIZE, player.index, player.pos, this.#isByNumber);
    opponents.collect(this.#motions, other, other + TEAM_SIZE, -1, player.pos, this.#isByNumber);
    out.fill(0, offset, offset + this.layout.length);
    const { pos } = player;
    out[offset] = scaledDistance(pos.x - this.#center.x, pos.y - this.#center.y);
    let o = this.#fillDistances(mates, mateCount, this.#center, out, offset + 1);
    o = this.#fillDistances(opponents, opponentCount, this.#center, out, o);
    o = this.#fillDistances(mates, mateCount, pos, out, o);
    o = this.#fillDistances(opponents, opponentCount, pos, out, o);
    for (let i = 0; i < mates.count && i < mateCount; i++) this.#fillMate(mates.at(i), pos, out, o + i);
  }

  /** Writes the distances of players from a point; returns the offset after the room for them. */
  #fillDistances(
    order: DistanceOrder,
    room: number,
    { x, y }: Readonly<Vec2>,
    out: Float32Array,
    offset: number,
  ): number {
    const { x: xs, y: ys } = this.#motions;
    for (let i = 0; i < order.count && i < room; i++) {
      const index = order.at(i);
      out[offset + i] = scaledDistance((xs[index] as number) - x, (ys[index] as number) - y);
    }
    return offset + room;
  }

  /** Writes how far the opponents are from a team mate and from the line to it. */
  #fillMate(mate: number, { x, y }: Readonly<Vec2>, out: Float32Array, offset: number): void {
    const { x: xs, y: ys } = this.#motions;
    const opponents = this.#opponents;
    const mx = xs[mate] as number;
    const my = ys[mate] as number;
    const length = sqrt((mx - x) * (mx - x) + (my - y) * (my - y));
    let nearest = LIMIT;
    let highestCosine = -1;
    for (let i = 0; i < opponents.count; i++) {
      const index = opponents.at(i);
      const ox = xs[index] as number;
      const oy = ys[index] as number;
      nearest = Math.min(nearest, scaledDistance(ox - mx, oy - my));
      const gap = sqrt((ox - x) * (ox - x) + (oy - y) * (oy - y));
      const product = (ox - x) * (mx - x) + (oy - y) * (my - y);
      highestCosine = Math.max(highestCosine, product / Math.max(gap * length, 1e-9));
    }
    out[offset] = nearest;
    out[offset + this.#sizes.mates] = deg(acos(clamp(highestCosine, -1, 1))) / ANGLE_SCALE;
  }
}

function scaledDistance(dx: number, dy: number): number {
  const distance = sqrt(dx * dx + dy * dy) / LENGTH_SCALE;
  return distance > LIMIT ? LIMIT : distance;
}
