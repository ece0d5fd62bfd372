/** From touches to passes, shots, dribbles, losses and goals (docs/statistics.md). */
import { PlayerState, type PlayMode, playModeSide, type Side } from '@rcss/core';
import { MIN_COMPLETED_LENGTH, MIN_DRIBBLE_LENGTH, MIN_PASS_LENGTH } from './definitions.js';
import type { StatEvent, StatEventType } from './event.js';
import { kickableDistance, type MatchContext, type Moment } from './moment.js';
import { type ShotAim, shotAim } from './shot.js';
import type { Touch } from './touches.js';

/** The time from a player's first touch until another player touches the ball or it is dead. */
interface Spell {
  readonly index: number;
  readonly side: Side;
  readonly unum: number;
  readonly kind: Touch['kind'];
  /** First touch. */
  readonly show: number;
  readonly time: number;
  readonly x: number;
  readonly y: number;
  readonly period: number;
  /** Team mate whose pass began the spell; 0 when none did. */
  readonly passer: number;
  /** Shot of the opponents that this spell met. */
  readonly met: StatEvent | null;
  /** The save, block or claim that began the spell. */
  readonly meeting: StatEvent | null;
  /** Last touch. */
  lastShow: number;
  lastTime: number;
  lastPeriod: number;
  lastX: number;
  lastY: number;
  lastMode: PlayMode;
  /** The ball has left the reach of the player since then. */
  released: boolean;
  /** Both sides played the ball since then: the next touch tells who has it. */
  contested: boolean;
  aim: ShotAim;
}

export interface Spells {
  touch(m: Moment, touch: Touch): void;
  /** Both sides played the ball at once: it belongs to nobody. */
  contested(): void;
  /** Without a touch: whether the ball has left the reach of its last player. */
  roll(m: Moment): void;
  /** The play mode has changed. */
  modeChange(m: Moment): void;
  goal(m: Moment, side: Side): void;
  /** Index of the last player to touch the ball while it is in play, -1 when nobody. */
  readonly owner: number;
}

export function createSpells(context: MatchContext, emit: (event: StatEvent) => StatEvent): Spells {
  let spell: Spell | null = null;
  /** The last spell, also after it has ended, for goals that are told late. */
  let last: Spell | null = null;
  /** A shot that was decided as missing the goal in the show in which the score was raised, for the same reason. */
  let lastShot: StatEvent | null = null;

  function begin(
    m: Moment,
    touch: Touch,
    passer: number,
    met: StatEvent | null,
    meeting: StatEvent | null,
  ): void {
    spell = {
      index: touch.index,
      side: touch.side,
      unum: touch.unum,
      kind: touch.kind,
      show: m.show,
      time: m.time,
      x: m.fromX,
      y: m.fromY,
      period: m.period,
      passer,
      met,
      meeting,
      lastShow: m.show,
      lastTime: m.time,
      lastPeriod: m.period,
      lastX: m.fromX,
      lastY: m.fromY,
      lastMode: m.lastMode ?? m.mode,
      released: false,
      contested: false,
      aim: 'none',
    };
    last = spell;
    lastShot = null;
    strike(spell, m, touch);
  }

  function strike(s: Spell, m: Moment, touch: Touch): void {
    s.lastShow = m.show;
    s.lastTime = m.time;
    s.lastPeriod = m.period;
    s.lastX = m.fromX;
    s.lastY = m.fromY;
    s.lastMode = m.lastMode ?? m.mode;
    s.released = false;
    s.contested = false;
    s.aim =
      touch.kind === 'catch' ? 'none' : shotAim(s.side, m.fromX, m.fromY, m.ballX, m.ballY, context.server);
  }

  /** An event that began with the last touch of the spell and ends now, at the place where the ball is played or dead. */
  function ofSpell(
    s: Spell,
    m: Moment,
    type: StatEventType,
    outcome: string,
    success: boolean,
    endX: number,
    endY: number,
    other: { readonly side: Side; readonly unum: number } | null,
  ): StatEvent {
    return emit({
      type,
      show: s.lastShow,
      time: s.lastTime,
      period: s.lastPeriod,
      side: s.side,
      unum: s.unum,
      x: s.lastX,
      y: s.lastY,
      endShow: m.show,
      endTime: m.time,
      endX,
      endY,
      success,
      outcome,
      onTarget: type === 'shot' && s.aim === 'on',
      otherSide: other?.side ?? '',
      otherUnum: other?.unum ?? 0,
      from: s.lastMode,
    });
  }

  /** An event of the player who touches the ball now. */
  function ofTouch(
    m: Moment,
    touch: Touch,
    type: StatEventType,
    outcome: string,
    success: boolean,
    other: Spell,
  ): StatEvent {
    return emit({
      type,
      show: m.show,
      time: m.time,
      period: m.period,
      side: touch.side,
      unum: touch.unum,
      x: m.fromX,
      y: m.fromY,
      endShow: m.show,
      endTime: m.time,
      endX: m.fromX,
      endY: m.fromY,
      success,
      outcome,
      onTarget: false,
      otherSide: other.side,
      otherUnum: other.unum,
      from: m.lastMode ?? m.mode,
    });
  }

  function dribbleOf(s: Spell, m: Moment): void {
    if (Math.hypot(s.lastX - s.x, s.lastY - s.y) < MIN_DRIBBLE_LENGTH) return;
    emit({
      type: 'dribble',
      show: s.show,
      time: s.time,
      period: s.period,
      side: s.side,
      unum: s.unum,
      x: s.x,
      y: s.y,
      endShow: m.show,
      endTime: s.lastTime,
      endX: s.lastX,
      endY: s.lastY,
      success: true,
      outcome: 'completed',
      onTarget: false,
      otherSide: '',
      otherUnum: 0,
      from: 'play_on',
    });
  }

  function rolled(s: Spell, x: number, y: number): number {
    return Math.hypot(x - s.lastX, y - s.lastY);
  }

  /** The ball comes to an opponent. */
  function lose(s: Spell, m: Moment, touch: Touch): void {
    const how = touch.kind;
    if (s.aim !== 'none' && s.released && !s.contested) {
      const keeper = (m.frame.players[touch.index]!.state & PlayerState.GOALIE) !== 0;
      const shot = ofSpell(s, m, 'shot', keeper ? 'saved' : 'blocked', false, m.fromX, m.fromY, touch);
      const outcome = keeper && how === 'catch' ? 'caught' : keeper ? 'parried' : how;
      const meeting = ofTouch(m, touch, keeper ? 'save' : 'block', outcome, true, s);
      begin(m, touch, 0, shot, meeting);
      return;
    }
    const free = s.released && !s.contested;
    const pass = free && rolled(s, m.fromX, m.fromY) >= MIN_PASS_LENGTH;
    if (pass) ofSpell(s, m, 'pass', 'intercepted', false, m.fromX, m.fromY, touch);
    else ofSpell(s, m, 'loss', free ? 'lost' : 'dispossessed', false, m.fromX, m.fromY, touch);
    let meeting: StatEvent;
    if (how === 'catch') meeting = ofTouch(m, touch, 'claim', 'caught', true, s);
    else if (free) meeting = ofTouch(m, touch, 'interception', pass ? 'pass' : 'dribble', true, s);
    else meeting = ofTouch(m, touch, 'steal', how, true, s);
    begin(m, touch, 0, null, meeting);
  }

  /** The ball is dead: what became of the last touch. */
  function finish(s: Spell, m: Moment): void {
    const { mode } = m;
    const given = playModeSide(mode);
    const offside = mode === 'offside_l' || mode === 'offside_r';
    if (offside && given === s.side) {
      ofSpell(s, m, 'pass', 'offside', false, m.ballX, m.ballY, null);
      return;
    }
    const out = /^(kick_in|corner_kick|goal_kick)_/.test(mode);
    if (!out || s.contested) return;
    // The referee has put the ball on its new place already: it left the pitch near to where it was seen last.
    const x = m.fromX;
    const y = m.fromY;
    if (s.aim !== 'none') {
      const corner = mode.startsWith('corner_kick') && given === s.side;
      const shot = ofSpell(s, m, 'shot', corner ? 'deflected' : 'off_target', false, x, y, null);
      if (!corner) shot.onTarget = false;
      lastShot = shot;
      return;
    }
    const pass = rolled(s, x, y) >= MIN_PASS_LENGTH;
    ofSpell(s, m, pass ? 'pass' : 'loss', 'out', false, x, y, null);
  }

  function end(m: Moment): void {
    if (spell === null) return;
    dribbleOf(spell, m);
    finish(spell, m);
    spell = null;
  }

  function scored(
    m: Moment,
    side: Side,
    unum: number,
    assist: number,
    shot: StatEvent,
    own: Spell | null,
  ): void {
    emit({
      type: 'goal',
      show: shot.show,
      time: shot.time,
      period: shot.period,
      side,
      unum,
      x: shot.x,
      y: shot.y,
      endShow: m.show,
      endTime: m.time,
      endX: shot.endX,
      endY: shot.endY,
      success: true,
      outcome: own === null ? 'goal' : 'own_goal',
      onTarget: true,
      otherSide: own?.side ?? (assist > 0 ? side : ''),
      otherUnum: own?.unum ?? assist,
      from: shot.from,
    });
  }

  return {
    get owner() {
      return spell === null || spell.contested ? -1 : spell.index;
    },
    touch(m, touch) {
      const s = spell;
      if (s === null) {
        begin(m, touch, 0, null, null);
      } else if (s.index === touch.index) {
        strike(s, m, touch);
      } else {
        dribbleOf(s, m);
        if (s.side !== touch.side) lose(s, m, touch);
        else if (s.released && !s.contested && rolled(s, m.fromX, m.fromY) >= MIN_COMPLETED_LENGTH) {
          ofSpell(s, m, 'pass', 'completed', true, m.fromX, m.fromY, touch);
          begin(m, touch, s.unum, null, null);
        } else begin(m, touch, s.passer, null, null);
      }
    },
    contested() {
      if (spell !== null) spell.contested = true;
    },
    roll(m) {
      const s = spell;
      if (s === null || s.released) return;
      const p = m.frame.players[s.index]!;
      s.released = Math.hypot(p.x - m.ballX, p.y - m.ballY) > kickableDistance(context, p.typeId);
    },
    modeChange(m) {
      if (m.mode === 'play_on' || m.mode === 'goal_l' || m.mode === 'goal_r') return;
      end(m);
    },
    goal(m, side) {
      const s = spell ?? last;
      spell = null;
      if (s === null) {
        const nobody = nowhere(m, side);
        scored(m, side, 0, 0, nobody, null);
        return;
      }
      dribbleOf(s, m);
      if (s.side === side) {
        const shot = lastShot ?? ofSpell(s, m, 'shot', 'goal', true, m.ballX, m.ballY, null);
        shot.outcome = 'goal';
        shot.success = true;
        shot.onTarget = true;
        scored(m, side, s.unum, s.passer, shot, null);
      } else if (s.met?.onTarget === true) {
        // A save or a block that did not help: the shot counts.
        s.met.outcome = 'goal';
        s.met.success = true;
        if (s.meeting !== null) s.meeting.success = false;
        scored(m, side, s.met.unum, 0, s.met, null);
      } else {
        const touch = nowhere(m, side);
        touch.x = s.lastX;
        touch.y = s.lastY;
        touch.show = s.lastShow;
        touch.time = s.lastTime;
        scored(m, side, 0, 0, touch, s);
      }
      lastShot = null;
    },
  };
}

/** Place and time of a goal that no shot leads to. */
function nowhere(m: Moment, side: Side): StatEvent {
  return {
    type: 'shot',
    show: m.show,
    time: m.time,
    period: m.period,
    side,
    unum: 0,
    x: m.fromX,
    y: m.fromY,
    endShow: m.show,
    endTime: m.time,
    endX: m.ballX,
    endY: m.ballY,
    success: true,
    outcome: 'goal',
    onTarget: true,
    otherSide: '',
    otherUnum: 0,
    from: m.lastMode ?? m.mode,
  };
}
