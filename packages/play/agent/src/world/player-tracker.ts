import type { Vec2 } from '@rcss/core';
import { atan2, cos, sin } from '@rcss/core/math';
import type { SeenObjectMessage } from '@rcss/protocol';
import { normalizeAngle, toRadians } from '../geometry.js';
import type { Ability } from './ability.js';
import type { SelfState } from './self-state.js';
import { Sightings } from './sightings.js';

/** Estimated state of another player. */
export interface TrackedPlayer {
  readonly own: boolean;
  /** 0 while unknown. */
  unum: number;
  readonly pos: Vec2;
  readonly vel: Vec2;
  /** Direction of the body, radians. */
  body: number;
  /** Cycles since the player was seen; `bodyAge`: since its body direction was seen. */
  age: number;
  bodyAge: number;
  /** Direction in which the player looks, radians, and the cycles since that was seen. Its view width cannot be seen. */
  face: number;
  faceAge: number;
  /** Direction in which the player points, radians; null if it did not point when it was last seen. */
  arm: number | null;
  /** Stamina that the player has said; null if it has not. `staminaAge`: cycles since then. */
  stamina: number | null;
  staminaAge: number;
  /** The last places at which it was seen. */
  readonly sightings: Sightings;
  goalie: boolean;
  tackling: boolean;
  kicked: boolean;
  /** Whether the player is in the message that is being read. */
  matched: boolean;
  ability: Ability;
}

/** Number of cycles without a sighting after which a player counts as lost. */
export const MAX_AGE = 60;
const MAX_UNIDENTIFIED_AGE = 20;

/** Share of dashes in the motion of a player that is not seen, and the decay of its velocity: fitted with `bench/beliefs`. */
const RUN_SHARE = 0.8;
const RUN_DECAY = 0.85;

/** All other players; sightings without number are matched with the best fitting player. */
export class PlayerTracker {
  /** By number; index 0 unused, own number unused. */
  readonly mates: TrackedPlayer[] = [];
  readonly opponents: TrackedPlayer[] = [];
  /** Seen without a number and not matched with a player. */
  readonly loose: TrackedPlayer[] = [];
  /** All players that are not lost; updated by `refresh`. */
  readonly ownList: TrackedPlayer[] = [];
  readonly opponentList: TrackedPlayer[] = [];
  readonly #ability: Ability;
  #cycle = 0;

  constructor(ability: Ability) {
    this.#ability = ability;
    for (let unum = 0; unum <= 11; unum++) {
      this.mates.push(this.#create(true, unum));
      this.opponents.push(this.#create(false, unum));
    }
  }

  #create(own: boolean, unum: number): TrackedPlayer {
    return {
      own,
      unum,
      pos: { x: 0, y: 0 },
      vel: { x: 0, y: 0 },
      body: 0,
      age: 1000,
      bodyAge: 1000,
      face: 0,
      faceAge: 1000,
      arm: null,
      stamina: null,
      staminaAge: 1000,
      sightings: new Sightings(),
      goalie: false,
      tackling: false,
      kicked: false,
      matched: false,
      ability: this.#ability,
    };
  }

  /** One cycle passes. */
  predict(): void {
    this.#cycle += 1;
    for (const list of [this.mates, this.opponents, this.loose]) {
      for (const p of list) {
        p.staminaAge += 1;
        if (p.age > MAX_AGE) continue;
        p.age += 1;
        p.bodyAge += 1;
        p.faceAge += 1;
        p.kicked = false;
        // The seen velocity has decayed. A player that goes on dashing moves by the velocity before the decay.
        const step = 1 + RUN_SHARE * (1 / p.ability.decay - 1);
        p.pos.x += step * p.vel.x;
        p.pos.y += step * p.vel.y;
        p.vel.x *= RUN_DECAY;
        p.vel.y *= RUN_DECAY;
      }
    }
  }

  /** Adds all players of a message. `viewHalf` is half the view angle, radians. It determines which players should have been seen. */
  see(objects: readonly SeenObjectMessage[], self: SelfState, team: string, viewHalf: number): void {
    for (const list of [this.mates, this.opponents, this.loose]) for (const p of list) p.matched = false;
    for (const thing of objects) {
      if (thing.kind === 'player' && thing.unum !== null && thing.dist !== null) {
        const own = thing.team === team;
        const p = (own ? this.mates : this.opponents)[thing.unum];
        if (p !== undefined) this.#put(p, thing, self);
      }
    }
    for (const thing of objects) {
      if (thing.kind === 'player' && thing.unum === null && thing.dist !== null) {
        this.#match(thing, self, thing.team === null ? null : thing.team === team);
      }
    }
    this.#forgetUnseen(self, viewHalf);
  }

  #put(p: TrackedPlayer, thing: SeenObjectMessage, self: SelfState): void {
    const angle = self.face + toRadians(thing.dir);
    const c = cos(angle);
    const s = sin(angle);
    const dist = thing.dist!;
    const x = self.pos.x + dist * c;
    const y = self.pos.y + dist * s;
    if (thing.distChange !== null && thing.dirChange !== null) {
      const across = toRadians(thing.dirChange) * dist;
      p.vel.x = self.vel.x + thing.distChange * c - across * s;
      p.vel.y = self.vel.y + thing.distChange * s + across * c;
    } else if (p.age > 0 && p.age <= 4) {
      const f = 0.4 / p.age;
      p.vel.x = p.vel.x * 0.5 + 0.5 * f * (x - p.pos.x);
      p.vel.y = p.vel.y * 0.5 + 0.5 * f * (y - p.pos.y);
    } else {
      p.vel.x = 0;
      p.vel.y = 0;
    }
    p.pos.x = x;
    p.pos.y = y;
    if (thing.bodyDir !== null) {
      p.body = normalizeAngle(self.face + toRadians(thing.bodyDir));
      p.bodyAge = 0;
    }
    if (thing.headDir !== null) {
      p.face = normalizeAngle(self.face + toRadians(thing.headDir));
      p.faceAge = 0;
    }
    p.arm = thing.pointDir === null ? null : normalizeAngle(self.face + toRadians(thing.pointDir));
    p.sightings.add(this.#cycle, x, y);
    if (thing.unum !== null) p.goalie = thing.goalie;
    p.tackling = thing.tackling;
    p.kicked = thing.kicked;
    p.age = 0;
    p.matched = true;
  }

  #match(thing: SeenObjectMessage, self: SelfState, own: boolean | null): void {
    const angle = self.face + toRadians(thing.dir);
    const x = self.pos.x + thing.dist! * cos(angle);
    const y = self.pos.y + thing.dist! * sin(angle);
    let best: TrackedPlayer | null = null;
    let bestGap = Number.POSITIVE_INFINITY;
    for (const list of [this.mates, this.opponents, this.loose]) {
      for (const p of list) {
        if (p.matched || p.age > MAX_AGE || (own !== null && p.own !== own)) continue;
        const dx = p.pos.x - x;
        const dy = p.pos.y - y;
        const gap = dx * dx + dy * dy;
        const reach = Math.min(15, 1.2 * p.age + 1 + 0.08 * thing.dist!);
        if (gap < reach * reach && gap < bestGap) {
          best = p;
          bestGap = gap;
        }
      }
    }
    if (best === null) {
      // An unidentified player counts as an opponent.
      best = this.loose.find((p) => p.age > MAX_UNIDENTIFIED_AGE && p.own === (own ?? false)) ?? null;
      if (best === null) {
        best = this.#create(own ?? false, 0);
        this.loose.push(best);
      }
    }
    this.#put(best, thing, self);
  }

  /** A player expected in view but not seen has an unknown place. */
  #forgetUnseen(self: SelfState, viewHalf: number): void {
    const cone = viewHalf - 0.12;
    for (const list of [this.mates, this.opponents, this.loose]) {
      for (const p of list) {
        if (p.matched || p.age > MAX_AGE || p.age === 0) continue;
        const dx = p.pos.x - self.pos.x;
        const dy = p.pos.y - self.pos.y;
        if (Math.abs(normalizeAngle(atan2(dy, dx) - self.face)) < cone) {
          p.age += list === this.loose ? MAX_UNIDENTIFIED_AGE : 8;
        }
      }
    }
  }

  /** Adds the place of a player that a teammate said a cycle ago, if the player was not seen since then. */
  hear(own: boolean, unum: number, x: number, y: number): void {
    const p = (own ? this.mates : this.opponents)[unum];
    if (p === undefined || p.age <= 1) return;
    p.pos.x = x;
    p.pos.y = y;
    p.age = 1;
  }

  /** Adds the stamina that a teammate said. */
  hearStamina(unum: number, stamina: number): void {
    const p = this.mates[unum];
    if (p === undefined) return;
    p.stamina = stamina;
    p.staminaAge = 0;
  }

  /** Updates the lists of tracked players. */
  refresh(selfUnum: number): void {
    this.ownList.length = 0;
    this.opponentList.length = 0;
    for (const p of this.mates) if (p.unum !== selfUnum && p.age <= MAX_AGE) this.ownList.push(p);
    for (const p of this.opponents) if (p.age <= MAX_AGE) this.opponentList.push(p);
    for (const p of this.loose) {
      if (p.age <= MAX_UNIDENTIFIED_AGE) (p.own ? this.ownList : this.opponentList).push(p);
    }
  }
}
