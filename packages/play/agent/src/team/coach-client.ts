import { type CoachClient, createCoachClient } from '@rcss/client';
import type { Side } from '@rcss/core';
import type { ServerMessage, TeamClient } from '@rcss/core/team-module';
import type { PlayerType, ServerParams } from '@rcss/params';
import type { Formation } from '../formations/formation.js';
import { readMode } from '../world/mode-view.js';
import { AgentCoach, type CoachOrders } from './agent-coach.js';
import { encodeTypeReport } from './coach-report.js';
import type { LaterDecision } from './later-decision.js';
import { MessageLink } from './message-link.js';
import { chooseTypes } from './player-types.js';
import { TypeObserver } from './type-observer.js';

/** Returns the player type of each number that gets another type than 0; a type is used once. */
export type ChooseTypes = (
  types: readonly PlayerType[],
  server: ServerParams,
  formation: Formation,
) => ReadonlyMap<number, number>;

/** Decides what the online coach orders in this cycle, by the calls of the coach. */
export type DecideCoach = (coach: AgentCoach) => void;

/** An online coach with code of the team. */
export interface CoachDefinition {
  /** Types at the start; by role if it is absent, see `chooseTypes`. */
  readonly types?: ChooseTypes;
  /** Called once per cycle from the start: types, substitutions, texts to the players. */
  readonly decide?: DecideCoach;
}

export interface CoachAgentOptions extends CoachDefinition {
  readonly team: string;
  readonly formation: Formation;
  /** Name of the coach, which becomes a part of the file names of game logs; none by default. */
  readonly name?: string;
  /** Protocol version, 12 to 20; 19 by default. 20 is an experiment of some servers: the ball has a height. */
  readonly version?: number;
  /** Decides in another place, instead of `decide`; `decideLater` returns the commands. @internal */
  readonly later?: LaterDecision<AgentCoach, 'coach', CoachOrders>;
}

/** Cycles between two reports about the opponents. */
const REPORT_INTERVAL = 20;

/**
 * An online coach as a {@link TeamClient}: gives the players their types before the first kickoff, finds out the types of the opponents, which
 * are not announced, and reports them to the players while play is stopped.
 */
export class CoachAgent implements TeamClient {
  readonly init: string;
  /** With the option `later`: as `decide`, and the commands come later. @internal */
  readonly decideLater: (() => Promise<string>) | undefined;
  readonly #client: CoachClient;
  readonly #link = new MessageLink();
  readonly #options: CoachAgentOptions;
  #hasChosen = false;
  #observer: TypeObserver | null = null;
  #coach: AgentCoach | null = null;
  /** Cycle of the view that the coach has decided with. */
  #decidedAt = -1;
  #cycle = -1;
  #cancel: (() => void) | null = null;
  #side: Side = 'l';
  #modeName = 'before_kick_off';
  #time = -1;
  #isStopped = true;
  #reportedAt = -REPORT_INTERVAL;
  #reported = '';

  constructor(options: CoachAgentOptions) {
    this.#options = options;
    const { later } = options;
    this.decideLater = later === undefined ? undefined : () => this.#decideLater(later);
    const { team, name, version } = options;
    this.#client = createCoachClient({
      team,
      transport: this.#link.transport,
      autoDone: false,
      ...(name === undefined ? {} : { name }),
      ...(version === undefined ? {} : { version }),
    });
    this.#listen();
    this.#client.connect();
    this.init = this.#link.takeText();
  }

  receive(message: ServerMessage): void {
    this.#link.receive(message);
  }

  decide(): string {
    const coach = this.#beginDecision();
    if (coach !== null && this.#options.decide !== undefined) {
      this.#options.decide(coach);
      this.#order(coach.takeOrders());
    }
    return this.#link.takeText();
  }

  async #decideLater(later: NonNullable<CoachAgentOptions['later']>): Promise<string> {
    const coach = this.#beginDecision();
    if (coach !== null) {
      const orders = await new Promise<CoachOrders | null>((resolve) => {
        this.#cancel = later.request(coach, 'coach', resolve);
      });
      this.#cancel = null;
      if (orders !== null) this.#order(orders);
    }
    return this.#link.takeText();
  }

  close(): void {
    this.#cancel?.();
    this.#client.close();
  }

  /** Does what the package does itself; returns the coach if there is a new view to decide with. */
  #beginDecision(): AgentCoach | null {
    const { server, player, types } = this.#client;
    if (!this.#hasChosen && server !== null && player !== null && types.length >= player.player_types) {
      this.#hasChosen = true;
      const { formation, types: choose = chooseTypes } = this.#options;
      for (const [unum, typeId] of choose(types, server, formation))
        this.#client.send({ type: 'change_player_type', unum, typeId });
      const observer = new TypeObserver(types);
      this.#observer = observer;
      this.#coach = new AgentCoach(this.#side, server, types, (unum) => observer.typeOf(unum), player);
      this.#coach.mode = readMode(this.#modeName, this.#coach.side);
      this.#client.send({ type: 'eye', on: true });
    }
    this.#report();
    if (this.#cycle === this.#decidedAt || this.#cancel !== null) return null;
    this.#decidedAt = this.#cycle;
    return this.#coach;
  }

  #order({ types, say }: CoachOrders): void {
    for (const { unum, type } of types) this.#client.send({ type: 'change_player_type', unum, typeId: type });
    for (const text of say) this.#client.send({ type: 'say', text: `(say (freeform "${text}"))` });
  }

  #listen(): void {
    const { events } = this.#client;
    events.on('init', ({ side }) => {
      this.#side = side ?? 'l';
    });
    events.on('global', (view) => {
      const { time, players } = view;
      this.#time = time;
      this.#cycle += 1;
      this.#coach?.see(view, this.#options.team);
      for (const { team, unum, x, y, vx, vy } of players)
        if (team !== this.#options.team) this.#observer?.observe(unum, time, x, y, vx, vy);
    });
    events.on('hear', ({ speaker, message }) => {
      if (speaker.by === 'referee') this.#hearReferee(message);
    });
    events.on('change_player_type', ({ unum, typeId }) => {
      if (typeId === null) this.#observer?.forget(unum);
      else this.#coach?.noteType(unum, typeId);
    });
    events.on('ok', ({ code }) => {
      if (code === 'change_player_type') this.#coach?.noteOrder();
    });
    events.on('warning', ({ code }) => this.#coach?.refusals.push(code));
    events.on('error', ({ code }) => this.#coach?.refusals.push(code));
  }

  #hearReferee(call: string): void {
    this.#isStopped = call !== 'play_on';
    const coach = this.#coach;
    const goal = /^goal_([lr])_(\d+)$/.exec(call);
    if (goal !== null && coach !== null) {
      if (goal[1] === coach.side) coach.goalsFor = Number(goal[2]);
      else coach.goalsAgainst = Number(goal[2]);
    }
    this.#modeName = goal === null ? call : `goal_${goal[1]}`;
    if (coach !== null) coach.mode = readMode(this.#modeName, coach.side);
  }

  /** Freeform messages are delivered at once while play is stopped; their number is limited (spec 07 §10.3, §10.6). */
  #report(): void {
    const observer = this.#observer;
    if (observer === null || !this.#isStopped || this.#time < this.#reportedAt + REPORT_INTERVAL) return;
    const types = Array.from({ length: 11 }, (_, i) => observer.typeOf(i + 1));
    const text = encodeTypeReport(types);
    if (text === this.#reported || types.every((id) => id === null)) return;
    this.#reported = text;
    this.#reportedAt = this.#time;
    this.#client.send({ type: 'say', text: `(say (freeform "${text}"))` });
  }
}
