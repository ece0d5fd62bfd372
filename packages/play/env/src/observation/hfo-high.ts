import { type Player, TEAM_SIZE } from '@rcss/core';
import { atan2, wrapAngle } from '@rcss/core/math';
import { PITCH_HALF_LENGTH } from '@rcss/core/pitch';
import { isBallKickable } from '@rcss/physics/predict';
import type { Match } from '@rcss/simulator';
import type { EpisodeState } from '../episode.js';
import type { Field } from '../layout.js';
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
import { HfoView } from './hfo-view.js';
import type { EncoderOptions, ObservationEncoder, TeamSizes } from './observation.js';
import { createPlayerMotions, DistanceOrder, fillPlayerMotions } from './state-fields.js';

/** Fields before those of the other players. */
const SELF_FIELD_COUNT = 10;
const PLACE_FIELD_COUNT = 3;

const numbered = (count: number, describe: (i: number) => Field[]): Field[] =>
  Array.from({ length: count }, (_, i) => describe(i + 1)).flat();

function placeFields(prefix: string, who: string): Field[] {
  return [...positionFields(prefix, who, true), unumField(`${prefix}.unum`, who, INVALID)];
}

function createLayout({ mates, opponents }: TeamSizes, isPartial: boolean): Field[] {
  return [
    ...positionFields('self', 'the agent'),
    directionField('self.body', 'Body direction of the agent in the field frame.'),
    ...positionFields('ball', 'the ball', isPartial),
    signField('self.canKick', 'Whether the agent can kick the ball.'),
    proximityField('goal.proximity', 'Distance of the center of the goal.'),
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
 * The high-level features of half-field offense: from the true state or, with `partial`, from what the agents have seen. All features of a
 * missing or unknown player are invalid.
 */
export function createHfoHighEncoder(
  sizes: TeamSizes,
  order: 'distance' | 'number',
  partial?: Pick<EncoderOptions, 'agents' | 'matches'>,
): ObservationEncoder {
  return new HfoHighEncoder(sizes, order === 'number', partial && new HfoView(partial));
}

class HfoHighEncoder implements ObservationEncoder {
  readonly layout: readonly Field[];
  readonly #sizes: TeamSizes;
  readonly #isByNumber: boolean;
  readonly #motions = createPlayerMotions();
  readonly #order = new DistanceOrder();
  readonly receiver?: SenseReceiver;
  readonly save?: (index: number) => readonly number[];
  readonly #view: HfoView | undefined;
  #match!: Match;
  #index = 0;

  constructor(sizes: TeamSizes, isByNumber: boolean, view: HfoView | undefined) {
    this.#sizes = sizes;
    this.#isByNumber = isByNumber;
    this.#view = view;
    if (view !== undefined) {
      this.receiver = view.receiver;
      this.save = (index) => view.save(index);
    }
    this.layout = createLayout(sizes, view !== undefined);
  }

  begin(match: Match, index: number): void {
    this.#view?.begin(match, index);
  }

  sense(match: Match): void {
    this.#view?.turnNecks(match);
  }

  restore(index: number, memory: readonly number[]): void {
    this.#view?.restore(index, memory);
  }

  prepare(match: Match, _episode: EpisodeState, _horizon: number, index: number): void {
    this.#match = match;
    this.#index = index;
    fillPlayerMotions(match.world.players, this.#motions);
  }

  fill(player: Player, out: Float32Array, offset: number): void {
    const { mates, opponents } = this.#sizes;
    if (this.#view !== undefined) {
      // The places of the agent before are not those of this one.
      fillPlayerMotions(this.#match.world.players, this.#motions);
      this.#view.limit(player, this.#index, this.#motions);
    }
    // A player that was sent off is not in the motions.
    this.#motions.x[player.index] = player.pos.x;
    this.#motions.y[player.index] = player.pos.y;
    const isOffense = player.side === 'l';
    const own = isOffense ? 0 : TEAM_SIZE;
    const other = TEAM_SIZE - own;
    this.#fillSelf(player, other, out, offset);
    const o = offset + SELF_FIELD_COUNT;
    const motions = this.#motions;
    const order = this.#order;
    order.collect(motions, own, own + TEAM_SIZE, player.index, player.pos, this.#isByNumber);
    out.fill(INVALID, o, offset + this.layout.length);
    const halfWidth = this.#match.params.server.goal_width / 2;
    for (let i = 0; i < order.count && i < mates; i++) {
      const mate = order.at(i);
      const nearest = findNearest(motions, mate, other, other + TEAM_SIZE);
      if (isOffense) out[o + i] = encodeOpening(findGoalOpening(motions, mate, halfWidth));
      if (nearest < Number.POSITIVE_INFINITY) out[o + mates + i] = encodeProximity(nearest);
      out[o + 2 * mates + i] = encodeOpening(
        findPassOpening(motions, player.index, mate, other, other + TEAM_SIZE),
      );
    }
    this.#fillPlaces(out, o + 3 * mates, mates);
    order.collect(motions, other, other + TEAM_SIZE, player.index, player.pos, this.#isByNumber);
    this.#fillPlaces(out, o + 3 * mates + PLACE_FIELD_COUNT * mates, opponents);
  }

  #fillSelf(player: Player, other: number, out: Float32Array, o: number): void {
    const { world, params } = this.#match;
    const { ball } = world;
    const motions = this.#motions;
    const { x, y } = player.pos;
    const dx = PITCH_HALF_LENGTH - x;
    const nearest = findNearest(motions, player.index, other, other + TEAM_SIZE);
    out[o] = encodeX(x);
    out[o + 1] = encodeY(y);
    out[o + 2] = wrapAngle(player.body) / Math.PI;
    const known = this.#view === undefined ? ball.pos : this.#view.ball(player, this.#index);
    out[o + 3] = known === undefined ? INVALID : encodeX(known.x);
    out[o + 4] = known === undefined ? INVALID : encodeY(known.y);
    out[o + 5] = isBallKickable(params, ball, player) ? 1 : -1;
    out[o + 6] = encodeProximity(Math.sqrt(dx * dx + y * y));
    out[o + 7] = atan2(-y, dx) / Math.PI;
    out[o + 8] =
      player.side === 'l'
        ? encodeOpening(findGoalOpening(motions, player.index, params.server.goal_width / 2))
        : INVALID;
    out[o + 9] = nearest < Number.POSITIVE_INFINITY ? encodeProximity(nearest) : INVALID;
  }

  #fillPlaces(out: Float32Array, offset: number, room: number): void {
    const order = this.#order;
    const { players } = this.#match.world;
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
