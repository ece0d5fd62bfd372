/** What the referee does and what the bits of players tell: fouls, cards, offsides, set plays, tackles, shoot-out. */
import {
  isShootoutMode,
  opposite,
  PLAYER_COUNT,
  PlayerState,
  type PlayMode,
  playModeSide,
  type Side,
} from '@rcss/core';
import type { StatEvent } from './event.js';
import { type MatchContext, type Moment, newBits } from './moment.js';
import { beginsTackle, isPlayable, tackleWon } from './touches.js';

type Emit = (event: StatEvent) => StatEvent;

const SET_PLAY = /^(kick_off|kick_in|free_kick|indirect_free_kick|corner_kick|goal_kick|penalty_kick)_[lr]$/;
const FOUL =
  /^(foul_charge|foul_push|foul_multiple_attack|foul_ballout|back_pass|free_kick_fault|catch_fault|illegal_defense)_[lr]$/;

/** Bits that show who committed the foul of the mode. */
const OFFENDER_BITS: Readonly<Record<string, number>> = {
  back_pass: PlayerState.BACK_PASS,
  free_kick_fault: PlayerState.FREE_KICK_FAULT,
  catch_fault: PlayerState.CATCH_FAULT,
};

function incident(m: Moment, type: StatEvent['type'], side: Side, unum: number, outcome: string): StatEvent {
  return {
    type,
    show: m.show,
    time: m.time,
    period: m.period,
    side,
    unum,
    x: m.ballX,
    y: m.ballY,
    endShow: m.show,
    endTime: m.time,
    endX: m.ballX,
    endY: m.ballY,
    success: true,
    outcome,
    onTarget: false,
    otherSide: '',
    otherUnum: 0,
    from: m.lastMode ?? m.mode,
  };
}

function placed(event: StatEvent, x: number, y: number): StatEvent {
  event.x = x;
  event.y = y;
  event.endX = x;
  event.endY = y;
  return event;
}

/** First player of the side for whom `test` holds, as uniform number; 0 when none. */
function unumOf(m: Moment, side: Side, test: (index: number) => boolean): number {
  for (let i = 0; i < PLAYER_COUNT; i++) {
    if (m.frame.players[i]!.side === side && test(i)) return m.frame.players[i]!.unum;
  }
  return 0;
}

/** Tackles and cards: every player, every show. */
export function watchPlayers(m: Moment, context: MatchContext, emit: Emit): void {
  const playable = isPlayable(m.lastMode);
  for (let i = 0; i < PLAYER_COUNT; i++) {
    const p = m.frame.players[i]!;
    if (playable && beginsTackle(m, context, i)) {
      const won = tackleWon(p.state);
      const inReach = (p.state & PlayerState.TACKLE) !== 0;
      const event = incident(m, 'tackle', p.side, p.unum, won ? 'won' : inReach ? 'failed' : 'out_of_reach');
      event.success = won;
      emit(placed(event, m.lastX[i]!, m.lastY[i]!));
    }
    if (m.lastMode === null) continue;
    const bits = newBits(m, i);
    if ((bits & (PlayerState.YELLOW_CARD | PlayerState.RED_CARD)) === 0) continue;
    const color = (bits & PlayerState.RED_CARD) !== 0 ? 'red' : 'yellow';
    emit(placed(incident(m, 'card', p.side, p.unum, color), m.lastX[i]!, m.lastY[i]!));
  }
}

function emitFoul(m: Moment, context: MatchContext, kind: string, side: Side, emit: Emit): void {
  const bit = OFFENDER_BITS[kind];
  const { players } = m.frame;
  const unum =
    bit !== undefined
      ? unumOf(m, side, (i) => (players[i]!.state & bit) !== 0)
      : kind === 'foul_charge'
        ? unumOf(m, side, (i) => beginsTackle(m, context, i))
        : 0;
  const event = incident(m, 'foul', side, unum, kind);
  const victimSide = opposite(side);
  const victim = unumOf(m, victimSide, (i) => (newBits(m, i) & PlayerState.FOUL_CHARGED) !== 0);
  if (victim > 0) {
    event.otherSide = victimSide;
    event.otherUnum = victim;
  }
  emit(event);
}

/** The mode differs from that of the show before, or this is the first show. `caught`: side whose goalie has just caught. */
export function watchMode(m: Moment, context: MatchContext, caught: Side | null, emit: Emit): void {
  const { mode } = m;
  const side = playModeSide(mode);
  if (mode === 'drop_ball') return;
  if (side === 'n') return;
  const kind = mode.slice(0, -2);
  if (SET_PLAY.test(mode)) {
    const goalieBall = kind === 'free_kick' && caught === side;
    emit(incident(m, 'set_play', side, 0, goalieBall ? 'goalie_ball' : kind));
  } else if (FOUL.test(mode)) emitFoul(m, context, kind, side, emit);
  else if (kind === 'offside') emit(incident(m, 'offside', side, 0, 'offside'));
}

/** Kicks of the penalty shoot-out, from the play modes: setup, ready, taken, score or miss. */
export interface Shootout {
  show(m: Moment): void;
  /** Numbers of penalties that tell the result of the last kick when no mode did. */
  numbers(m: Moment, side: Side, scored: boolean): void;
}

export function createShootout(emit: Emit): Shootout {
  let side: Side | null = null;
  let show = 0;
  let time = 0;
  let unum = 0;
  let x = 0;
  let y = 0;

  function decide(m: Moment, scored: boolean): void {
    if (side === null) return;
    const event = incident(m, 'penalty', side, unum, scored ? 'scored' : 'missed');
    event.show = show;
    event.time = time;
    event.x = x;
    event.y = y;
    event.success = scored;
    event.from = `penalty_taken_${side}` as PlayMode;
    emit(event);
    side = null;
  }

  function start(m: Moment, of: Side): void {
    side = of;
    show = m.show;
    time = m.time;
    unum = 0;
    x = m.fromX;
    y = m.fromY;
  }

  return {
    show(m) {
      if (!isShootoutMode(m.mode)) return;
      const of = playModeSide(m.mode);
      if (of === 'n') return;
      if (m.mode !== m.lastMode) {
        if (m.mode.startsWith('penalty_ready') || m.mode.startsWith('penalty_taken')) {
          if (side !== of) start(m, of);
        } else if (side !== null && m.mode.startsWith('penalty_score')) decide(m, true);
        else if (side !== null && m.mode.startsWith('penalty_miss')) decide(m, false);
      }
      if (side === null) return;
      const kicker = unumOf(m, side, (i) => (m.frame.players[i]!.state & PlayerState.KICK) !== 0);
      if (kicker > 0) unum = kicker;
    },
    numbers(m, of, scored) {
      if (side === of) decide(m, scored);
    },
  };
}
