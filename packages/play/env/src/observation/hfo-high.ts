import { type Player, TEAM_SIZE, type Vec2 } from '@rcss/core';
import { atan2, hypot, wrapAngle } from '@rcss/core/math';
import { PITCH_HALF_LENGTH, PITCH_HALF_WIDTH } from '@rcss/core/pitch';
import { isBallKickable } from '@rcss/physics/predict';
import type { Match } from '@rcss/simulator';
import { describeField, type Field } from '../layout.js';
import type { SenseReceiver } from '../senses.js';
import {
  directionField,
  encodeOpening,
  encodeProximity,
  encodeUnum,
  encodeX,
  encodeY,
  INVALID,
  openingField,
  positionFields,
  proximityField,
  signField,
  unumField,
} from './hfo-fields.js';
import { findGoalOpening, findNearest, findPassOpening } from './hfo-openings.js';
import type { HfoView } from './hfo-view.js';
import type { ObservationEncoder, TeamSizes } from './observation.js';
import { createPlayerMotions, DistanceOrder, fillPlayerMotions } from './state-fields.js';

/** Fields before those of the other players. */
const SELF_FIELD_COUNT = 10;
const PLACE_FIELD_COUNT = 3;

const numbered = (count: number, describe: (i: number) => Field[]): Field[] =>
  Array.from({ length: count }, (_, i) => describe(i + 1)).flat();

function placeFields(prefix: string, who: string): Field[] {
  return [...positionFields(prefix, who, true), unumField(`${prefix}.unum`, who, INVALID)];
}

/** Distance that the edition of 2019 encodes as 1: half the diagonal of the whole field, meters. */
const MAX_GOAL_DISTANCE = hypot(PITCH_HALF_LENGTH, PITCH_HALF_WIDTH);

function createLayout(
  { mates, opponents }: TeamSizes,
  { isPartial, isOf2019 }: { readonly isPartial: boolean; readonly isOf2019: boolean },
): Field[] {
  return [
    ...positionFields('self', 'the agent'),
    directionField('self.body', 'Body direction of the agent in the field frame.'),
    ...positionFields('ball', 'the ball', isPartial),
    signField('self.canKick', 'Whether the agent can kick the ball.'),
    isOf2019
      ? describeField('goal.distance', 'Distance of the center of the goal.', {
          unit: 'm',
          low: -1,
          scale: MAX_GOAL_DISTANCE / 2,
          offset: -1,
        })
      : proximityField('goal.proximity', 'Distance of the center of the goal.'),
    directionField('goal.direction', 'Direction of the center of the goal in the field frame.'),
    openingField(
      'goal.opening',
      'Largest sector between the posts without an opponent; invalid for agents of the right team.',
    ),
    proximityField('opponent.proximity', 'Distance of the nearest opponent; invalid if there is none.', true),
    ...numbered(mates, (i) => [
      openingField(
        `mate.${i}.goalOpening`,
        `Goal opening of team mate ${i}; invalid for agents of the right team.`,
      ),
    ]),
    ...numbered(mates, (i) => [
      proximityField(
        `mate.${i}.opponentProximity`,
        `Distance from team mate ${i} to the nearest opponent; invalid if there is none.`,
        true,
      ),
    ]),
    ...numbered(mates, (i) => [
      openingField(
        `mate.${i}.passOpening`,
        `Sector around the line from the agent to team mate ${i} without a nearer opponent.`,
      ),
    ]),
    ...numbered(mates, (i) => placeFields(`mate.${i}`, `team mate ${i}`)),
    ...numbered(opponents, (i) => placeFields(`opponent.${i}`, `opponent ${i}`)),
  ];
}

/**
 * The high-level features of half-field offense: from the true state or, with a view, from what the agents have seen. All features of a
 * missing or unknown player are invalid. In the edition of 2019, feature 6 grows with the distance of the goal, as in a published state and as
 * published scripts expect it.
 */
export class HfoHighEncoder implements ObservationEncoder {
  readonly layout: readonly Field[];
  readonly receiver?: SenseReceiver;
  readonly memories?: NonNullable<ObservationEncoder['memories']>;
  readonly #sizes: TeamSizes;
  readonly #isByNumber: boolean;
  readonly #isOf2019: boolean;
  readonly #motions = createPlayerMotions();
  readonly #order = new DistanceOrder();
  readonly #view: HfoView | undefined;

  constructor(sizes: TeamSizes, isByNumber: boolean, isOf2019: boolean, view: HfoView | undefined) {
    this.#sizes = sizes;
    this.#isByNumber = isByNumber;
    this.#isOf2019 = isOf2019;
    this.#view = view;
    if (view !== undefined) {
      this.receiver = view.receiver;
      this.memories = [view.memory];
    }
    this.layout = createLayout(sizes, { isPartial: view !== undefined, isOf2019 });
  }

  begin(match: Match, index: number): void {
    this.#view?.begin(match, index);
  }

  sense(match: Match): void {
    this.#view?.turnNecks(match);
  }

  prepare({ world }: Match): void {
    fillPlayerMotions(world.players, this.#motions);
  }

  fill(player: Player, out: Float32Array, offset: number, match: Match, index: number): void {
    const { mates, opponents } = this.#sizes;
    if (this.#view !== undefined) {
      // The places of the agent before are not those of this one.
      fillPlayerMotions(match.world.players, this.#motions);
      this.#view.limit(player, index, this.#motions);
    }
    // A player that was sent off is not in the motions.
    this.#motions.x[player.index] = player.pos.x;
    this.#motions.y[player.index] = player.pos.y;
    const isOffense = player.side === 'l';
    const own = isOffense ? 0 : TEAM_SIZE;
    const other = TEAM_SIZE - own;
    const known = this.#view === undefined ? match.world.ball.pos : this.#view.ball(player, index);
    this.#fillSelf(player, match, known, out, offset);
    const o = offset + SELF_FIELD_COUNT;
    const motions = this.#motions;
    const order = this.#order;
    order.collect(motions, own, own + TEAM_SIZE, player.index, player.pos, this.#isByNumber);
    out.fill(INVALID, o, offset + this.layout.length);
    const halfWidth = match.params.server.goal_width / 2;
    for (let i = 0; i < order.count && i < mates; i++) {
      const mate = order.at(i);
      const nearest = findNearest(motions, mate, other, other + TEAM_SIZE);
      if (isOffense) out[o + i] = encodeOpening(findGoalOpening(motions, mate, halfWidth));
      if (nearest < Number.POSITIVE_INFINITY) out[o + mates + i] = encodeProximity(nearest);
      out[o + 2 * mates + i] = encodeOpening(
        findPassOpening(motions, player.index, mate, other, other + TEAM_SIZE),
      );
    }
    this.#fillPlaces(match, out, o + 3 * mates, mates);
    order.collect(motions, other, other + TEAM_SIZE, player.index, player.pos, this.#isByNumber);
    this.#fillPlaces(match, out, o + 3 * mates + PLACE_FIELD_COUNT * mates, opponents);
  }

  #fillSelf(
    player: Player,
    { world, params }: Match,
    known: Readonly<Vec2> | undefined,
    out: Float32Array,
    o: number,
  ): void {
    const { ball } = world;
    const motions = this.#motions;
    const { x, y } = player.pos;
    const dx = PITCH_HALF_LENGTH - x;
    const other = player.side === 'l' ? TEAM_SIZE : 0;
    const nearest = findNearest(motions, player.index, other, other + TEAM_SIZE);
    out[o] = encodeX(x);
    out[o + 1] = encodeY(y);
    out[o + 2] = wrapAngle(player.body) / Math.PI;
    out[o + 3] = known === undefined ? INVALID : encodeX(known.x);
    out[o + 4] = known === undefined ? INVALID : encodeY(known.y);
    out[o + 5] = isBallKickable(params, ball, player) ? 1 : -1;
    out[o + 6] = this.#isOf2019
      ? Math.min(1, (2 * hypot(dx, y)) / MAX_GOAL_DISTANCE - 1)
      : encodeProximity(Math.sqrt(dx * dx + y * y));
    out[o + 7] = atan2(-y, dx) / Math.PI;
    out[o + 8] =
      player.side === 'l'
        ? encodeOpening(findGoalOpening(motions, player.index, params.server.goal_width / 2))
        : INVALID;
    out[o + 9] = nearest < Number.POSITIVE_INFINITY ? encodeProximity(nearest) : INVALID;
  }

  #fillPlaces({ world }: Match, out: Float32Array, offset: number, room: number): void {
    const order = this.#order;
    const { players } = world;
    for (let i = 0; i < order.count && i < room; i++) {
      const at = order.at(i);
      const { unum } = players[at] as Player;
      const o = offset + PLACE_FIELD_COUNT * i;
      out[o] = encodeX(this.#motions.x[at] as number);
      out[o + 1] = encodeY(this.#motions.y[at] as number);
      out[o + 2] = encodeUnum(unum);
    }
  }
}
