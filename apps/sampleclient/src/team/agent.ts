import type { PlayerClient } from '@rcss/client';
import type { PlayerCommand } from '@rcss/core';
import { NEWEST_VERSION, playerFeatures } from '@rcss/core/versions';
import { createIntention, type Intention } from './action.js';
import { decidePenalty } from './decisions/penalties.js';
import { decidePlayOn } from './decisions/play-on.js';
import { decideBeforeKickOff, decideSetPlay, type TeamView } from './decisions/set-plays.js';
import { computeDirection, computeDistance, normalizeAngle, toDegrees, toRadians } from './geometry.js';
import { encodeCall } from './say-codec.js';
import type { GoalieMemory } from './skills/goalie.js';
import { ViewControl } from './view-control.js';
import { WorldModel } from './world-model.js';

/** Options of {@link Agent}. */
export interface AgentOptions {
  readonly client: PlayerClient;
  readonly team: string;
  readonly goalie: boolean;
  /** Number of players in the team. */
  readonly players: number;
  /** Protocol version; the newest by default. */
  readonly version?: number;
  /** Varies the decisions. */
  readonly seed?: number;
}

/** One player of the demonstration team: messages of its client go into the world model, `act` sends commands. */
export class Agent {
  /** Null until the first sense_body. @internal */
  wm: WorldModel | null = null;
  /** True after `time_over`. */
  over = false;
  /** Kind of the last action in one word. */
  lastAct = 'wait';
  readonly #client: PlayerClient;
  readonly #options: AgentOptions;
  readonly #view = new ViewControl();
  readonly #goalieMemory: GoalieMemory = { caughtAt: -100 };
  readonly #absent = new Set<number>();
  readonly #early: { readonly unum: number; readonly typeId: number }[] = [];
  #actedIn = -1;

  constructor(options: AgentOptions) {
    this.#options = options;
    this.#client = options.client;
    const { events } = options.client;
    events.on('sense_body', (m) => {
      this.wm ??= this.#createModel();
      this.wm?.senseBody(m);
    });
    events.on('see', (m) => {
      if (this.wm === null) return;
      this.wm.see(m);
      if (this.wm.sawThisCycle) this.#view.noteSight(this.wm);
    });
    events.on('hear', (m) => {
      if (m.heard.kind === 'referee') this.#hearReferee(m.heard.message);
      this.wm?.hear(m.heard);
    });
    events.on('change_player_type', (m) => {
      if (m.typeId === null) return;
      if (this.wm === null) this.#early.push({ unum: m.unum, typeId: m.typeId });
      else this.wm.setType(m.unum, m.typeId);
    });
  }

  #createModel(): WorldModel | null {
    const client = this.#client;
    const options = this.#options;
    const { side, unum, playMode } = client.identity;
    if (client.server === null || client.types.length === 0 || side === null || unum === null) return null;
    const wm = new WorldModel({
      server: client.server,
      types: client.types,
      side,
      unum,
      team: options.team,
      goalie: options.goalie,
      seed: options.seed ?? 0,
    });
    wm.startMode(playMode);
    // Clients below version 18 get asynchronous see messages until they request synchronous ones. The team needs
    // one see message per cycle.
    if (!playerFeatures(options.version ?? NEWEST_VERSION).synchSeeDefault)
      client.send({ type: 'synch_see' });
    for (const { unum: number, typeId } of this.#early) wm.setType(number, typeId);
    return wm;
  }

  #hearReferee(call: string): void {
    if (call === 'time_over') this.over = true;
    const red = /^red_card_([lr])_(\d+)$/.exec(call);
    if (red !== null && red[1] === this.#client.identity.side) this.#absent.add(Number(red[2]));
  }

  /** Decides and sends commands; call it once per cycle. */
  act(): void {
    const { wm } = this;
    if (wm === null || wm.cycle === this.#actedIn) return;
    this.#actedIn = wm.cycle;
    wm.conclude();
    const intention = createIntention();
    if (!this.over) this.#decide(wm, intention);
    this.lastAct = intention.act;
    const commands: PlayerCommand[] = [];
    if (intention.body !== null) {
      commands.push(intention.body);
      if (intention.body.type === 'turn') wm.self.pending.turn = toRadians(intention.body.moment);
    }
    commands.push(...this.#view.commands(wm, intention));
    this.#talk(wm, intention, commands);
    this.#client.send(...commands);
  }

  #decide(wm: WorldModel, out: Intention): void {
    const { kind } = wm.mode;
    if (kind === 'before_kick_off' || kind === 'goal') decideBeforeKickOff(wm, out);
    else if (!wm.self.located) out.body = { type: 'turn', moment: 60 };
    else if (kind.startsWith('penalty_') && kind !== 'penalty_kick') {
      decidePenalty(wm, this.#teamView(), this.#goalieMemory, out);
    } else if (kind === 'play_on') decidePlayOn(wm, this.#goalieMemory, out);
    else decideSetPlay(wm, this.#teamView(), out);
  }

  #teamView(): TeamView {
    return { players: this.#options.players, absent: this.#absent };
  }

  /** Says where the ball is, attends to the teammate nearest to it, points to the target of a pass. */
  #talk(wm: WorldModel, intention: Intention, commands: PlayerCommand[]): void {
    const { self, ball } = wm;
    let nearest = 0;
    let gap = Number.POSITIVE_INFINITY;
    for (const mate of wm.players.ownList) {
      const d = computeDistance(mate.pos, ball.pos) + 0.2 * mate.age;
      if (mate.unum !== 0 && d < gap) {
        gap = d;
        nearest = mate.unum;
      }
    }
    const mine = computeDistance(self.pos, ball.pos);
    if (self.located && ball.age <= 1 && (intention.passTo !== 0 || mine < gap + 2)) {
      const velocity = {
        x: ball.vel.x + self.pending.pushX,
        y: ball.vel.y + self.pending.pushY,
      };
      const message = encodeCall({ receiver: intention.passTo, ball: ball.pos, velocity, speaker: self.pos });
      commands.push({ type: 'say', message });
    }
    if (nearest !== 0 && nearest !== self.attention && wm.cycle % 3 === 0) {
      commands.push({ type: 'attentionto', side: { by: 'relative', own: true }, unum: nearest });
    }
    if (intention.passTo !== 0 && intention.lookAt !== null && self.armMovable === 0) {
      const dir = toDegrees(normalizeAngle(computeDirection(self.pos, intention.lookAt) - self.face));
      commands.push({
        type: 'pointto',
        dist: Math.round(computeDistance(self.pos, intention.lookAt)),
        dir: Math.round(dir),
      });
    }
  }
}
