import { type CoachClient, createCoachClient } from '@rcss/client';
import type { ServerMessage, TeamClient } from '@rcss/core/team-module';
import type { PlayerType, ServerParams } from '@rcss/params';
import type { Formation } from '../formations/formation.js';
import { encodeTypeReport } from './coach-report.js';
import { MessageLink } from './message-link.js';
import { chooseTypes as chooseByRole } from './player-types.js';
import { TypeObserver } from './type-observer.js';

/** Returns the player type of each number that gets another type than 0; a type is used once. */
export type ChooseTypes = (
  types: readonly PlayerType[],
  server: ServerParams,
  formation: Formation,
) => ReadonlyMap<number, number>;

export interface CoachAgentOptions {
  readonly team: string;
  readonly formation: Formation;
  /** Name of the coach, which becomes a part of the file names of game logs; none by default. */
  readonly name?: string;
  /** Protocol version, 12 to 20; 19 by default. 20 is an experiment of some servers: the ball has a height. */
  readonly version?: number;
  /** Default: by role, see `chooseTypes`. */
  readonly chooseTypes?: ChooseTypes;
}

/** Cycles between two reports about the opponents. */
const REPORT_INTERVAL = 20;

/**
 * An online coach as a {@link TeamClient}: gives the players their types before the first kickoff, finds out the types of the opponents, which
 * are not announced, and reports them to the players while play is stopped.
 */
export class CoachAgent implements TeamClient {
  readonly init: string;
  readonly #client: CoachClient;
  readonly #link = new MessageLink();
  readonly #options: CoachAgentOptions;
  #hasChosen = false;
  #observer: TypeObserver | null = null;
  #time = -1;
  #isStopped = true;
  #reportedAt = -REPORT_INTERVAL;
  #reported = '';

  constructor(options: CoachAgentOptions) {
    this.#options = options;
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
    const { server, player, types } = this.#client;
    if (!this.#hasChosen && server !== null && player !== null && types.length >= player.player_types) {
      this.#hasChosen = true;
      const { formation, chooseTypes = chooseByRole } = this.#options;
      for (const [unum, typeId] of chooseTypes(types, server, formation))
        this.#client.send({ type: 'change_player_type', unum, typeId });
      this.#observer = new TypeObserver(types);
      this.#client.send({ type: 'eye', on: true });
    }
    this.#report();
    return this.#link.takeText();
  }

  close(): void {
    this.#client.close();
  }

  #listen(): void {
    const { events } = this.#client;
    events.on('global', ({ time, players }) => {
      this.#time = time;
      for (const { team, unum, x, y, vx, vy } of players)
        if (team !== this.#options.team) this.#observer?.observe(unum, time, x, y, vx, vy);
    });
    events.on('hear', ({ speaker, message }) => {
      if (speaker.by === 'referee') this.#isStopped = message !== 'play_on';
    });
    events.on('change_player_type', ({ unum, typeId }) => {
      if (typeId === null) this.#observer?.forget(unum);
    });
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
