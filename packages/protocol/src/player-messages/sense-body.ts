/** `(sense_body ...)` (03 §10.1). */
import type { SenseBodyObservation } from '@rcss/core';
import type { ByteWriter } from '@rcss/sexp';
import type { PlayerEncoding } from '../player-encoding.js';

/** Append the sense_body message, with its final NUL. Clients read it by position, so the order of the parts counts. */
export function encodeSenseBody(
  w: ByteWriter,
  body: SenseBodyObservation,
  encoding: PlayerEncoding,
): ByteWriter {
  const { features } = encoding;
  w.ascii('(sense_body ').int(body.time);
  w.ascii(' (view_mode ').ascii(body.quality).byte(0x20).ascii(body.width);
  w.ascii(') (stamina ').g6(body.stamina).byte(0x20).g6(body.effort);
  if (features.capacity) w.byte(0x20).g6(body.capacity);
  w.ascii(') (speed ').g6(body.speed);
  if (features.speedDir) w.byte(0x20).int(body.speedDir);
  if (features.headAngle) w.ascii(') (head_angle ').int(body.headAngle);
  w.ascii(') (kick ').int(body.kick);
  w.ascii(') (dash ').int(body.dash);
  w.ascii(') (turn ').int(body.turn);
  w.ascii(') (say ').int(body.say);
  if (features.turnNeckCount) w.ascii(') (turn_neck ').int(body.turnNeck);
  if (features.catchMoveViewCounts) {
    w.ascii(') (catch ').int(body.catch);
    w.ascii(') (move ').int(body.move);
    w.ascii(') (change_view ').int(body.changeView);
  }
  if (features.changeFocusCount) w.ascii(') (change_focus ').int(body.changeFocus);
  if (features.armFocusTackle) {
    w.ascii(') (arm (movable ').int(body.armMovable);
    w.ascii(') (expires ').int(body.armExpires);
    w.ascii(') (target ').g6(body.armTargetDist).byte(0x20).int(body.armTargetDir);
    w.ascii(') (count ').int(body.armCount);
    w.ascii(')) (focus (target ');
    if (body.focusSide === '') w.ascii('none');
    else w.ascii(body.focusSide).byte(0x20).int(body.focusUnum);
    w.ascii(') (count ').int(body.focusCount);
    w.ascii(')) (tackle (expires ').int(body.tackleExpires);
    w.ascii(') (count ').int(body.tackleCount).byte(0x29);
  }
  if (features.collision) {
    w.ascii(') (collision');
    if (body.collidedWithBall) w.ascii(' (ball)');
    if (body.collidedWithPlayer) w.ascii(' (player)');
    if (body.collidedWithPost) w.ascii(' (post)');
    if (!body.collidedWithBall && !body.collidedWithPlayer && !body.collidedWithPost) w.ascii(' none');
  }
  if (features.foul) {
    w.ascii(') (foul (charged ').int(body.foulCharged);
    w.ascii(') (card ').ascii(body.card).byte(0x29);
  }
  if (features.focusPoint)
    w.ascii(') (focus_point ').g6(body.focusPointDist).byte(0x20).g6(body.focusPointDir);
  return w.ascii('))').nul();
}
