import type { Side } from '@rcss/core';
import {
  PENALTY_AREA_LENGTH,
  PENALTY_AREA_WIDTH,
  PITCH_HALF_LENGTH,
  PITCH_HALF_WIDTH,
} from '@rcss/core/pitch';
import { ENGLISH, formatOneDigit, type Language, Phrases } from './language.js';
import { type MatchSituation, type PassLane, SITUATION_HORIZON, type SituationPlayer } from './situation.js';

/** Distance up to which an opponent counts as near, m. */
const NEAR = 5;
const MIDDLE_HALF_LENGTH = 10;
const WING_WIDTH = 14;
/** Speed below which the ball does not move, m/cycle. */
const REST_SPEED = 0.05;

/**
 * Describes a moment in sentences: time, score, ball, who has it, who reaches it first, which passes are open.
 *
 * @example
 * const sentences = describeFrame(readSituation(frame, collectSituationParams(records)));
 */
export function describeFrame(situation: MatchSituation, language: Language = ENGLISH): string[] {
  const { left, right, holder, ball } = situation;
  const phrases = new Phrases(language, { l: left.name, r: right.name });
  const place = describePlace(ball.x, ball.y, phrases);
  const [x, y, speed] = [formatOneDigit(ball.x), formatOneDigit(ball.y), ball.speed.toFixed(1)];
  const sentences = [
    phrases.say('moment', {
      time: situation.time,
      mode: phrases.mode(situation.playMode),
      left: phrases.team('l'),
      right: phrases.team('r'),
      scoreL: left.score,
      scoreR: right.score,
    }),
    ball.speed < REST_SPEED
      ? phrases.say('ball.still', { place, x, y })
      : phrases.say('ball.moving', { place, x, y, speed }),
  ];
  if (situation.players.length === 0) return sentences;
  if (holder === null) return [...sentences, ...describeReach(situation, phrases)];
  return [...sentences, describeHolder(holder, situation, phrases), ...describePasses(situation, phrases)];
}

/** Returns where a point is, in words. */
function describePlace(x: number, y: number, phrases: Phrases): string {
  if (Math.abs(x) > PITCH_HALF_LENGTH || Math.abs(y) > PITCH_HALF_WIDTH) return phrases.say('place.outside');
  const team = phrases.team(x < 0 ? 'l' : 'r');
  if (Math.abs(x) > PITCH_HALF_LENGTH - PENALTY_AREA_LENGTH && Math.abs(y) < PENALTY_AREA_WIDTH / 2)
    return phrases.say('place.box', { team });
  if (Math.abs(x) < MIDDLE_HALF_LENGTH) return phrases.say('place.middle');
  return phrases.say(Math.abs(y) > PITCH_HALF_WIDTH - WING_WIDTH ? 'place.wing' : 'place.half', { team });
}

function describeHolder(holder: SituationPlayer, { players }: MatchSituation, phrases: Phrases): string {
  const player = phrases.player(holder.side, holder.unum);
  let nearest: SituationPlayer | null = null;
  let distance = NEAR;
  for (const other of players) {
    const gap = Math.hypot(other.x - holder.x, other.y - holder.y);
    if (other.side === holder.side || gap > distance) continue;
    nearest = other;
    distance = gap;
  }
  if (nearest === null) return phrases.say('holder', { player });
  const opponent = phrases.player(nearest.side, nearest.unum);
  return phrases.say('holder.pressed', { player, opponent, distance: formatOneDigit(distance) });
}

function describeReach({ players }: MatchSituation, phrases: Phrases): string[] {
  const first = players[0] as SituationPlayer;
  if (first.reach === null) return [phrases.say('reach.none', { cycles: SITUATION_HORIZON })];
  const player = phrases.player(first.side, first.unum);
  const sentences = [
    first.reach === 0
      ? phrases.say('reach.now', { player })
      : phrases.say('reach.first', { player, cycles: first.reach }),
  ];
  const otherSide: Side = first.side === 'l' ? 'r' : 'l';
  const other = players.find(({ side, reach }) => side === otherSide && reach !== null);
  if (other?.reach != null)
    sentences.push(
      phrases.say('reach.other', {
        team: phrases.team(otherSide),
        player: phrases.player(otherSide, other.unum),
        cycles: other.reach,
      }),
    );
  return sentences;
}

function describePasses({ holder, passes }: MatchSituation, phrases: Phrases): string[] {
  if (holder === null || passes.length === 0) return [];
  const player = phrases.player(holder.side, holder.unum);
  const opponents: Side = holder.side === 'l' ? 'r' : 'l';
  const list = (lanes: readonly PassLane[]): string =>
    lanes.map((lane) => describeLane(lane, opponents, phrases)).join(phrases.say('list.join'));
  const open = passes.filter((lane) => lane.open);
  const closed = passes.filter((lane) => !lane.open);
  return [
    open.length === 0
      ? phrases.say('passes.none', { player })
      : phrases.say('passes.open', { player, passes: list(open) }),
    ...(closed.length === 0 ? [] : [phrases.say('passes.closed', { passes: list(closed) })]),
  ];
}

function describeLane(lane: PassLane, opponents: Side, phrases: Phrases): string {
  const { unum, cycles } = lane;
  if (lane.offside) return phrases.say('pass.offside', { unum });
  if (lane.stoppedBy !== null)
    return phrases.say('pass.stopped', { unum, opponent: phrases.player(opponents, lane.stoppedBy) });
  return phrases.say('pass.lane', { unum, cycles, distance: Math.round(lane.distance) });
}
