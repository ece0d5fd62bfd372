import type { PlayerClient } from '@rcss/client';
import type { PlayerCommand } from '@rcss/core';
import { atan2, clamp, cos, hypot, sin } from '@rcss/core/math';
import { createServerParams } from '@rcss/params';
import { normalizeAngle, toDegrees, toRadians } from '../geometry.js';
import { Localizer, type PoseBelief } from '../world/localizer.js';
import { createQuantizedVision } from '../world/vision.js';

/** Cycles for which a seen ball position is used (spec 11 §4.2). */
const MAX_BALL_AGE = 10;
/** Largest angle between body and ball without a turn, degrees. */
const MAX_AIM_ERROR = 8;

/**
 * The small agent of spec 11 §4.2: estimates its own pose and the ball, runs after the ball and kicks it at the
 * opponents' goal. If the place of the ball is unknown, it turns `turnsAtOnce` times to look around and then plans
 * again. The two sample agents use 1 and 6 turns.
 */
export class Chaser {
  readonly #client: PlayerClient;
  readonly #turnsAtOnce: number;
  readonly #pose: PoseBelief = { x: 0, y: 0, face: 0, posError: 100, faceError: Math.PI };
  readonly #ball = { x: 0, y: 0, cycle: -1000 };
  #localizer: Localizer | null = null;
  #cycle = 0;
  #neck = 0;
  #speed = 0;
  #turnsLeft = 0;
  #playMode = 'before_kick_off';

  constructor(client: PlayerClient, turnsAtOnce: number) {
    this.#client = client;
    this.#turnsAtOnce = turnsAtOnce;
    client.events.on('sense_body', (m) => {
      this.#cycle += 1;
      this.#neck = toRadians(m.headAngle ?? 0);
      this.#speed = m.speed;
      // The player has turned or moved since: the earlier observation is only an estimate.
      this.#pose.posError += 1;
      this.#pose.faceError += 0.1;
    });
    client.events.on('see', (m) => {
      const server = client.server ?? createServerParams();
      this.#localizer ??= new Localizer(client.identity.side === 'r', createQuantizedVision(server));
      if (!this.#localizer.update(m.objects, this.#pose)) return;
      for (const thing of m.objects) {
        if (thing.kind !== 'ball' || thing.dist === null) continue;
        const angle = this.#pose.face + toRadians(thing.dir);
        this.#ball.x = this.#pose.x + thing.dist * cos(angle);
        this.#ball.y = this.#pose.y + thing.dist * sin(angle);
        this.#ball.cycle = this.#cycle;
      }
    });
    client.events.on('message', () => {
      this.#playMode = client.identity.playMode;
    });
  }

  /** Plans and sends the body command of this cycle. */
  plan(): void {
    const command = this.decide();
    if (command !== null) this.#client.send(command);
  }

  /** Returns the command to send now; also called directly by tests. */
  decide(): PlayerCommand | null {
    const { unum } = this.#client.identity;
    if (this.#playMode === 'before_kick_off' && unum !== null && this.#cycle % 20 === 1) {
      return { type: 'move', x: -4 * unum, y: (unum % 2 === 0 ? 3 : -3) * unum };
    }
    if (this.#turnsLeft > 0) {
      this.#turnsLeft -= 1;
      return { type: 'turn', moment: 60 };
    }
    if (this.#pose.posError > 20 || this.#cycle - this.#ball.cycle > MAX_BALL_AGE) {
      this.#turnsLeft = this.#turnsAtOnce - 1;
      return { type: 'turn', moment: 60 };
    }
    const body = this.#pose.face - this.#neck;
    const dx = this.#ball.x - this.#pose.x;
    const dy = this.#ball.y - this.#pose.y;
    const type = this.#client.types[0];
    const kickable =
      (type?.player_size ?? 0.3) + (type?.kickable_margin ?? 0.7) + (this.#client.server?.ball_size ?? 0.085);
    if (hypot(dx, dy) < kickable) {
      const goal = atan2(-this.#pose.y, 52.5 - this.#pose.x);
      return { type: 'kick', power: 100, dir: Math.round(toDegrees(normalizeAngle(goal - body))) };
    }
    const off = toDegrees(normalizeAngle(atan2(dy, dx) - body));
    if (Math.abs(off) > MAX_AIM_ERROR) {
      const inertia = type?.inertia_moment ?? 5;
      const moment = clamp(off * (1 + inertia * this.#speed), -180, 180);
      // The next see message corrects it; until then the turn is assumed to be exact.
      this.#pose.face = normalizeAngle(this.#pose.face + toRadians(off));
      return { type: 'turn', moment: Math.round(moment) };
    }
    return { type: 'dash', power: 100, dir: 0 };
  }
}
