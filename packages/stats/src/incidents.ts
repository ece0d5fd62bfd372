/** Events from play modes and state bits: fouls, cards, offsides, set plays, tackles. */
import { opposite, PLAYER_COUNT, PlayerState, playModeSide, type Side } from '@rcss/core';
import { createEvent, type Emit, type StatEvent } from './event.js';
import { type MatchContext, newBits, type ShowState } from './show-state.js';
import { beginsTackle, isPlayable, tackleWon } from './touches.js';

const SET_PLAY = /^(kick_off|kick_in|free_kick|indirect_free_kick|corner_kick|goal_kick|penalty_kick)_[lr]$/;
const FOUL =
  /^(foul_charge|foul_push|foul_multiple_attack|foul_ballout|back_pass|free_kick_fault|catch_fault|illegal_defense)_[lr]$/;

/** Bits that identify the player that committed the foul of the mode. */
const OFFENDER_BITS: Readonly<Record<string, number>> = {
  back_pass: PlayerState.BACK_PASS,
  free_kick_fault: PlayerState.FREE_KICK_FAULT,
  catch_fault: PlayerState.CATCH_FAULT,
};

function placed(event: StatEvent, x: number, y: number): StatEvent {
  event.x = x;
  event.y = y;
  event.endX = x;
  event.endY = y;
  return event;
}

/** Returns the uniform number of the first player of the side that passes `test`; 0: none. */
export function unumOf(m: ShowState, side: Side, test: (index: number) => boolean): number {
  for (let i = 0; i < PLAYER_COUNT; i++) {
    if (m.frame.players[i]!.side === side && test(i)) return m.frame.players[i]!.unum;
  }
  return 0;
}

/** Tackles and cards: every player, every show. */
export function emitPlayerEvents(m: ShowState, context: MatchContext, emit: Emit): void {
  const playable = isPlayable(m.lastMode);
  for (let i = 0; i < PLAYER_COUNT; i++) {
    const p = m.frame.players[i]!;
    if (playable && beginsTackle(m, context, i)) {
      const won = tackleWon(p.state);
      const inReach = (p.state & PlayerState.TACKLE) !== 0;
      const event = createEvent(
        m,
        'tackle',
        p.side,
        p.unum,
        won ? 'won' : inReach ? 'failed' : 'out_of_reach',
      );
      event.success = won;
      emit(placed(event, m.lastX[i]!, m.lastY[i]!));
    }
    if (m.lastMode === null) continue;
    const bits = newBits(m, i);
    if ((bits & (PlayerState.YELLOW_CARD | PlayerState.RED_CARD)) === 0) continue;
    const color = (bits & PlayerState.RED_CARD) !== 0 ? 'red' : 'yellow';
    emit(placed(createEvent(m, 'card', p.side, p.unum, color), m.lastX[i]!, m.lastY[i]!));
  }
}

function emitFoul(m: ShowState, context: MatchContext, kind: string, side: Side, emit: Emit): void {
  const bit = OFFENDER_BITS[kind];
  const { players } = m.frame;
  const unum =
    bit !== undefined
      ? unumOf(m, side, (i) => (players[i]!.state & bit) !== 0)
      : kind === 'foul_charge'
        ? unumOf(m, side, (i) => beginsTackle(m, context, i))
        : 0;
  const event = createEvent(m, 'foul', side, unum, kind);
  const victimSide = opposite(side);
  const victim = unumOf(m, victimSide, (i) => (newBits(m, i) & PlayerState.FOUL_CHARGED) !== 0);
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
export function emitModeEvents(m: ShowState, context: MatchContext, caught: Side | null, emit: Emit): void {
  const { mode } = m;
  const side = playModeSide(mode);
  if (mode === 'drop_ball') return;
  if (side === 'n') return;
  const kind = mode.slice(0, -2);
  if (SET_PLAY.test(mode)) {
    const goalieBall = kind === 'free_kick' && caught === side;
    emit(createEvent(m, 'set_play', side, 0, goalieBall ? 'goalie_ball' : kind));
  } else if (FOUL.test(mode)) emitFoul(m, context, kind, side, emit);
  else if (kind === 'offside') emit(createEvent(m, 'offside', side, 0, 'offside'));
}
