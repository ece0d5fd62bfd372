/** `(fullstate ...)` (03 §10.4). */
import { type FullstateObservation, type FullstatePlayer, quantize } from '@rcss/core';
import type { ByteWriter } from '@rcss/sexp';
import type { Features } from '../features.js';
import type { PlayerEncoding } from '../player-encoding.js';

/** Steps of the old form (04 §7). */
const PLACE_STEP = 0.001;
const EFFORT_STEP = 0.0001;

/** Append the fullstate message, with its final NUL; nothing for versions that get none. */
export function encodeFullstate(
  w: ByteWriter,
  state: FullstateObservation,
  encoding: PlayerEncoding,
): ByteWriter {
  const { features } = encoding;
  if (!features.fullstate) return w;
  w.ascii('(fullstate ').int(state.time).ascii(' (pmode ').ascii(state.playMode);
  w.ascii(') (vmode ').ascii(state.self.quality).byte(0x20).ascii(state.self.width).byte(0x29);
  if (features.fullstateOld) oldParts(w, state);
  else newParts(w, state, features);
  for (let i = 0; i < state.count; i++) {
    const player = state.players[i]!;
    if (features.fullstateOld) oldPlayer(w, player);
    else newPlayer(w, player, features);
  }
  return w.byte(0x29).nul();
}

/** The score of the right team and 0, whoever asks (03 §10.4). */
function oldParts(w: ByteWriter, state: FullstateObservation): void {
  w.ascii(' (score ').int(state.rightScore).ascii(' 0) (ball');
  quantized(w, state.ballX);
  quantized(w, state.ballY);
  quantized(w, state.ballVx);
  quantized(w, state.ballVy);
  w.byte(0x29);
}

function oldPlayer(w: ByteWriter, p: FullstatePlayer): void {
  w.ascii(p.side === 'l' ? ' (l_' : ' (r_').int(p.unum);
  quantized(w, p.x);
  quantized(w, p.y);
  quantized(w, p.vx);
  quantized(w, p.vy);
  quantized(w, p.body);
  quantized(w, p.neck);
  w.byte(0x20).int(p.stamina);
  real(w, quantize(p.effort, EFFORT_STEP));
  real(w, quantize(p.recovery, EFFORT_STEP));
  w.byte(0x29);
}

function newParts(w: ByteWriter, state: FullstateObservation, features: Features): void {
  const { self } = state;
  w.ascii(' (count ').int(self.kick).byte(0x20).int(self.dash).byte(0x20).int(self.turn);
  w.byte(0x20).int(self.catch).byte(0x20).int(self.move).byte(0x20).int(self.turnNeck);
  w.byte(0x20).int(self.changeView).byte(0x20).int(self.say);
  if (features.changeFocusCount) w.byte(0x20).int(self.changeFocus);
  w.ascii(') (arm (movable ').int(self.armMovable).ascii(') (expires ').int(self.armExpires);
  w.ascii(') (target ').g6(state.armTargetDist).byte(0x20).int(state.armTargetDir);
  w.ascii(') (count ').int(self.armCount);
  w.ascii(')) (score ').int(state.ownScore).byte(0x20).int(state.opponentScore).ascii(') ((b)');
  real(w, state.ballX);
  real(w, state.ballY);
  real(w, state.ballVx);
  real(w, state.ballVy);
  w.byte(0x29);
}

function newPlayer(w: ByteWriter, p: FullstatePlayer, features: Features): void {
  w.ascii(p.side === 'l' ? ' ((p l ' : ' ((p r ').int(p.unum);
  if (p.goalie) w.ascii(' g');
  if (!p.goalie || features.fullstateGoalieType) w.byte(0x20).int(p.typeId);
  w.byte(0x29);
  real(w, p.x);
  real(w, p.y);
  real(w, p.vx);
  real(w, p.vy);
  real(w, p.body);
  real(w, p.neck);
  if (p.hasPoint) {
    real(w, p.pointDist);
    real(w, p.pointDir);
  }
  if (features.focusPoint) {
    w.ascii(' (focus_point');
    real(w, p.focusDist);
    real(w, p.focusDir);
    w.byte(0x29);
  }
  w.ascii(' (stamina');
  real(w, p.stamina);
  real(w, p.effort);
  real(w, p.recovery);
  if (features.capacity) real(w, p.capacity);
  w.byte(0x29);
  if (p.flag === 'f' ? features.fullstateFouls : p.flag !== '' && features.fullstateFlags) {
    w.byte(0x20).ascii(p.flag);
  }
  if (p.card !== '' && features.fullstateFouls) w.byte(0x20).ascii(p.card);
  w.byte(0x29);
}

function real(w: ByteWriter, value: number): void {
  w.byte(0x20).g6(value);
}

function quantized(w: ByteWriter, value: number): void {
  w.byte(0x20).g6(quantize(value, PLACE_STEP));
}
