/** Events from play modes and state bits: fouls, cards, offsides, set plays, tackles. */
import { hasTackled, oppositeSide, PLAYER_COUNT, PlayerState, playModeSide, type Side } from '@rcss/core';
import { createEvent, type EmitEvent, type StatEvent } from './event.js';
import { type MatchContext, newBits, type ShowState } from './show-state.js';
import { isPlayable, isTackleStart, isTackleWon } from './touches.js';

const SET_PLAY = /^(kick_off|kick_in|free_kick|indirect_free_kick|corner_kick|goal_kick|penalty_kick)_[lr]$/;
const FOUL =
  /^(foul_charge|foul_push|foul_multiple_attack|foul_ballout|back_pass|free_kick_fault|catch_fault|illegal_defense)_[lr]$/;

/** State bit of the player that committed the foul, by the kind of the foul. */
const OFFENDER_BITS: Readonly<Record<string, number>> = {
  back_pass: PlayerState.BACK_PASS,
  free_kick_fault: PlayerState.FREE_KICK_FAULT,
  // CATCH_FAULT is a catch that missed the ball, of any player; the referee calls a catch fault for a ball that the goalie has.
  catch_fault: PlayerState.GOALIE,
};

function withPosition(event: StatEvent, x: number, y: number): StatEvent {
  event.x = x;
  event.y = y;
  event.endX = x;
  event.endY = y;
  return event;
}

/** Returns the uniform number of the first player of the side for which `test` is true; 0 if there is none. */
export function findUnum(show: ShowState, side: Side, test: (index: number) => boolean): number {
  for (let i = 0; i < PLAYER_COUNT; i++) {
    if (show.frame.players[i]!.side === side && test(i)) return show.frame.players[i]!.unum;
  }
  return 0;
}

/** Emits the tackles and cards of a show. */
export function emitPlayerEvents(show: ShowState, context: MatchContext, emit: EmitEvent): void {
  const isPlayableShow = isPlayable(show.lastMode);
  for (let i = 0; i < PLAYER_COUNT; i++) {
    const p = show.frame.players[i]!;
    if (isPlayableShow && isTackleStart(show, context, i)) {
      const won = hasTackled(p.state);
      const inReach = (p.state & PlayerState.TACKLE) !== 0;
      const event = createEvent(
        show,
        'tackle',
        p.side,
        p.unum,
        won ? 'won' : inReach ? 'failed' : 'out_of_reach',
      );
      event.success = won;
      emit(withPosition(event, show.lastX[i]!, show.lastY[i]!));
    }
    if (show.lastMode === null) continue;
    const bits = newBits(show, i);
    if ((bits & (PlayerState.YELLOW_CARD | PlayerState.RED_CARD)) === 0) continue;
    const color = (bits & PlayerState.RED_CARD) !== 0 ? 'red' : 'yellow';
    emit(withPosition(createEvent(show, 'card', p.side, p.unum, color), show.lastX[i]!, show.lastY[i]!));
  }
}

function emitFoul(show: ShowState, context: MatchContext, kind: string, side: Side, emit: EmitEvent): void {
  const bit = OFFENDER_BITS[kind];
  const { players } = show.frame;
  const unum =
    bit !== undefined
      ? findUnum(show, side, (i) => (players[i]!.state & bit) !== 0)
      : kind === 'foul_charge'
        ? findUnum(show, side, (i) => isTackleWon(show, context, i))
        : 0;
  const event = createEvent(show, 'foul', side, unum, kind);
  const victimSide = oppositeSide(side);
  const victim = findUnum(show, victimSide, (i) => (newBits(show, i) & PlayerState.FOUL_CHARGED) !== 0);
  if (victim > 0) {
    event.otherSide = victimSide;
    event.otherUnum = victim;
  }
  emit(event);
}

/**
 * Emits the event of a play mode that differs from that of the show before, or is the first one.
 *
 * @param caught Side whose goalie caught the ball in this show.
 */
export function emitModeEvents(
  show: ShowState,
  context: MatchContext,
  caught: Side | null,
  emit: EmitEvent,
): void {
  const { mode } = show;
  const side = playModeSide(mode);
  if (mode === 'drop_ball') return;
  if (side === 'n') return;
  const kind = mode.slice(0, -2);
  if (SET_PLAY.test(mode)) {
    const goalieBall = kind === 'free_kick' && caught === side;
    emit(createEvent(show, 'set_play', side, 0, goalieBall ? 'goalie_ball' : kind));
  } else if (FOUL.test(mode)) emitFoul(show, context, kind, side, emit);
  else if (kind === 'offside') emit(createEvent(show, 'offside', side, 0, 'offside'));
}
