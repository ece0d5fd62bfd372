import type { Vec2 } from '@rcss/core';
import { cos, sin } from '@rcss/core/math';
import type { ServerParams } from '@rcss/params';
import type { SenseBodyMessage } from '@rcss/protocol';
import { computeAngleBetween, normalizeAngle, toRadians } from '../geometry.js';
import type { Ability } from './ability.js';
import { type Leg, predictLegTurn } from './legs.js';
import type { PoseBelief } from './localizer.js';

/** Commands of the last cycle with a predictable effect. */
export interface PendingCommand {
  /** Moment of a turn, radians; 0 for none. */
  turn: number;
  /** Neck moment, radians. */
  neck: number;
  /** Push that a kick or tackle was meant to give to the ball. */
  pushX: number;
  pushY: number;
  /** Vertical push of a lofted kick. */
  lift: number;
  /** Legs of a dash, null for none. */
  leftLeg: Leg | null;
  rightLeg: Leg | null;
  /** Whether the ball was trapped with the chest. */
  isTrap: boolean;
}

/** State of the own player. The pose comes from see messages and from prediction, the condition from sense_body. */
export class SelfState {
  readonly pos: Vec2 = { x: 0, y: 0 };
  readonly vel: Vec2 = { x: 0, y: 0 };
  /** Direction of the body, radians. */
  body = 0;
  /** Angle of the neck relative to the body, radians. */
  neck = 0;
  /** Meters per cycle. */
  speed = 0;
  posError = 100;
  faceError: number = Math.PI;
  stamina = 8000;
  effort = 1;
  recovery = 1;
  capacity = 130600;
  tackleExpires = 0;
  charged = 0;
  armMovable = 0;
  viewWidth = 'normal';
  /** Distance of the focus point, meters. */
  focusDist = 0;
  /** Direction of the focus point relative to the view, radians. */
  focusDir = 0;
  attention = 0;
  /** Whether the kick (or tackle) of the last cycle was accepted. */
  kicked = false;
  collided = false;
  ability: Ability;
  readonly pending: PendingCommand = {
    turn: 0,
    neck: 0,
    pushX: 0,
    pushY: 0,
    lift: 0,
    leftLeg: null,
    rightLeg: null,
    isTrap: false,
  };
  readonly #counts = { dash: 0, turn: 0, neck: 0, kick: 0, tackle: 0, move: 0 };
  readonly #belief: PoseBelief = { x: 0, y: 0, face: 0, posError: 100, faceError: Math.PI };

  constructor(ability: Ability) {
    this.ability = ability;
  }

  /** Direction in which the player looks. */
  get face(): number {
    return normalizeAngle(this.body + this.neck);
  }

  /** Whether the pose is good enough to act upon. */
  get located(): boolean {
    return this.posError < 3;
  }

  /** Starts a cycle: predicts the pose by the commands that were executed, and takes the condition from the message. */
  senseBody(m: SenseBodyMessage, server: ServerParams): void {
    const { pending } = this;
    const counts = this.#counts;
    const turned = m.turn > counts.turn;
    const dashed = m.dash > counts.dash;
    const neckTurned = (m.turnNeck ?? 0) > counts.neck;
    const tackled = (m.tackle?.count ?? 0) > counts.tackle;
    const moved = (m.move ?? 0) > counts.move;
    this.kicked = m.kick > counts.kick || tackled;
    counts.dash = m.dash;
    counts.turn = m.turn;
    counts.neck = m.turnNeck ?? 0;
    counts.kick = m.kick;
    counts.tackle = m.tackle?.count ?? 0;
    counts.move = m.move ?? 0;

    if (dashed && pending.leftLeg !== null) {
      const { leftLeg, rightLeg } = pending;
      const turn = predictLegTurn(this.ability.type, server, this.effort, leftLeg, rightLeg);
      this.body = normalizeAngle(this.body + turn);
      this.faceError += 0.06 * Math.abs(turn);
    } else if (turned && pending.turn !== 0) {
      const effective = pending.turn / (1 + this.ability.type.inertia_moment * this.speed);
      this.body = normalizeAngle(this.body + effective);
      this.faceError += 0.06 * Math.abs(effective);
    } else this.faceError += 0.002;
    this.neck = this.#neckAfter(neckTurned ? this.neck + pending.neck : this.neck, m.headAngle ?? 0);

    this.collided = m.collision !== null && (m.collision.ball || m.collision.player || m.collision.post);
    this.speed = m.speed;
    // The direction is truncated towards zero.
    const speedDir = m.speedDir ?? 0;
    const direction = this.face + toRadians(speedDir === 0 ? 0 : speedDir + Math.sign(speedDir) * 0.5);
    this.vel.x = m.speed * cos(direction);
    this.vel.y = m.speed * sin(direction);
    if (moved) this.posError = Math.max(this.posError, 1);
    else if (!this.collided) {
      this.pos.x += this.vel.x / this.ability.decay;
      this.pos.y += this.vel.y / this.ability.decay;
      this.posError += 0.01 + 0.05 * m.speed;
    } else this.posError += 0.4;

    this.#condition(m, server);
    pending.turn = 0;
    pending.leftLeg = null;
    pending.rightLeg = null;
    pending.neck = 0;
  }

  /** The neck turns exactly as commanded; the message has truncated degrees. */
  #neckAfter(expected: number, seen: number): number {
    const limited = Math.min(Math.PI / 2, Math.max(-Math.PI / 2, expected));
    const truncated = toRadians(seen);
    return computeAngleBetween(limited, truncated) < toRadians(1.1) ? limited : truncated;
  }

  #condition(m: SenseBodyMessage, server: ServerParams): void {
    this.stamina = m.stamina;
    this.effort = m.effort;
    this.capacity = m.capacity ?? server.stamina_capacity;
    if (m.stamina <= server.recover_dec_thr * server.stamina_max) {
      this.recovery = Math.max(server.recover_min, this.recovery - server.recover_dec);
    }
    this.tackleExpires = m.tackle?.expires ?? 0;
    this.charged = m.foul?.charged ?? 0;
    this.armMovable = m.arm?.movable ?? 0;
    this.viewWidth = m.width;
    this.focusDist = m.focusPoint?.dist ?? 0;
    this.focusDir = toRadians(m.focusPoint?.dir ?? 0);
    this.attention = m.focus?.unum ?? 0;
  }

  /** The estimated pose, input of the localizer; pass the result to `adopt`. */
  pose(): PoseBelief {
    const belief = this.#belief;
    belief.x = this.pos.x;
    belief.y = this.pos.y;
    belief.face = this.face;
    belief.posError = this.posError;
    belief.faceError = this.faceError;
    return belief;
  }

  /** Takes a pose that the localizer has improved. */
  adopt(pose: Readonly<PoseBelief>): void {
    this.pos.x = pose.x;
    this.pos.y = pose.y;
    this.posError = pose.posError;
    this.faceError = pose.faceError;
    const correction = normalizeAngle(pose.face - this.face);
    this.body = normalizeAngle(this.body + correction);
    // The velocity was rotated into the frame with the old direction.
    const c = cos(correction);
    const s = sin(correction);
    const { x, y } = this.vel;
    this.vel.x = x * c - y * s;
    this.vel.y = x * s + y * c;
  }
}
