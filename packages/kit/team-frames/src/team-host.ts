import { createDebugRecord, PlayerAgent } from '@rcss/agent';
import { findDecodedReceiver } from '@rcss/agent/local';
import type { DebugRecord } from '@rcss/core/debug-channel';
import type { CreateTeam, TeamClient } from '@rcss/core/team-module';
import { CODE_NAME } from './code-name.js';
import type { PlaygroundTeam, TeamMessage, TeamReply, TeamRequest, TeamStart } from './messages.js';
import { TeamConsole } from './team-console.js';

export type { TeamConsole };

/** Loads what a team plays by: returns the default export of its code, or the team of its policy. Code sees `console` as its console. */
export type LoadTeam = (choice: PlaygroundTeam, console: TeamConsole['api']) => Promise<CreateTeam>;

/** A client whose decision may come later. */
type LaterClient = TeamClient & { readonly decideLater?: (() => Promise<string>) | undefined };

type Decide = Extract<TeamRequest, { type: 'decide' }>;

/** The clients of one team in a worker. */
export class TeamHost {
  readonly #load: LoadTeam;
  #clients: readonly TeamClient[] = [];
  /** Index of the client whose beliefs are reported; -1: none. */
  #watched = -1;
  /** See messages of the watched client in this cycle. */
  #sights: string[] = [];
  #console = new TeamConsole('');
  #name = '';

  constructor(load: LoadTeam) {
    this.#load = load;
  }

  /** Answers a request of the engine. Errors of the code are replies too. */
  async answer(request: TeamRequest): Promise<TeamReply> {
    try {
      return request.type === 'create'
        ? await this.#create(request.choice, request.seed)
        : await this.#decide(request);
    } catch (error) {
      const { cycle, unum } = this.#console;
      const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      const failure = { team: this.#name, cycle, unum, message, line: findLine(error) };
      return { type: 'failed', failure, ...this.#console.take() };
    }
  }

  async #create(choice: PlaygroundTeam, seed: number): Promise<TeamReply> {
    const { name, players: playerCount, watched = 0, options = {} } = choice;
    this.#name = name;
    this.#watched = watched - 1;
    this.#console = new TeamConsole(name);
    const createTeam = await this.#load(choice, this.#console.api);
    if (typeof createTeam !== 'function') {
      const problem =
        createTeam === undefined
          ? 'the code has no default export'
          : 'the default export of the code is not a team';
      throw new Error(`${problem}; end it with: export default defineTeam({ play: decide })`);
    }
    const { players: all, coach, trainer } = await createTeam({ team: name, seed, options });
    const players = all.slice(0, playerCount);
    this.#clients = [...players, ...(coach ? [coach] : []), ...(trainer ? [trainer] : [])];
    return {
      type: 'created',
      players: players.map((client, i) => ({
        init: client.init,
        // The see messages of the watched player are reported as text.
        isDecoded: i !== this.#watched && findDecodedReceiver(client) !== null,
      })),
      coach: coach?.init ?? null,
      trainer: trainer?.init ?? null,
    };
  }

  async #decide({ cycle, messages, clients: asked }: Decide): Promise<TeamReply> {
    this.#console.cycle = cycle;
    for (const message of messages) this.#deliver(message);
    const decisions = asked.map((index) => {
      const client: LaterClient | undefined = this.#select(index);
      return client?.decideLater?.() ?? client?.decide() ?? '';
    });
    const texts = (await Promise.all(decisions)).map(String);
    const record = asked.includes(this.#watched) ? this.#createRecord() : null;
    return { type: 'decided', texts, ...this.#console.take(), ...(record === null ? {} : { record }) };
  }

  #deliver([index, content]: TeamMessage): void {
    const client = this.#select(index);
    if (content === null) client?.close?.();
    else if (content instanceof Uint8Array) {
      if (index === this.#watched) this.#noteSight(content);
      client?.receive(content);
    } else if (client !== undefined) findDecodedReceiver(client)?.(content);
  }

  #noteSight(message: Uint8Array): void {
    const text = new TextDecoder().decode(message).replace('\0', '');
    if (text.startsWith('(see ')) this.#sights.push(text);
  }

  /** Returns what the watched player believes and sees; null if it is not a player of `@rcss/agent`. */
  #createRecord(): DebugRecord | null {
    const messages = this.#sights.map((text) => ({ direction: 'received', text }) as const);
    this.#sights = [];
    const client = this.#clients[this.#watched];
    if (!(client instanceof PlayerAgent) || client.world === null) return null;
    return { ...createDebugRecord(client.world, client.lastAction), messages };
  }

  /** Returns a client, whose lines of the console follow. */
  #select(index: number): TeamClient | undefined {
    this.#console.unum = index + 1;
    return this.#clients[index];
  }
}

/** The line of the editor at which an error was thrown; null for errors of other code. */
function findLine(error: unknown): number | null {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const found = new RegExp(`${CODE_NAME.replace('.', '\\.')}:(\\d+)`).exec(stack)?.[1];
  return found === undefined ? null : Number(found);
}

/**
 * Answers the engine at the port of the first message of this worker.
 *
 * @param create Creates the team; it gets the program for models that came with the message.
 */
export function answerRequests(create: (wasm: TeamStart['wasm']) => TeamHost): void {
  self.onmessage = ({ data: wasm, ports: [port] }: MessageEvent<TeamStart['wasm']>) => {
    self.onmessage = null;
    if (port === undefined) return;
    const host = create(wasm);
    port.onmessage = async ({ data }: MessageEvent<TeamRequest>) => port.postMessage(await host.answer(data));
  };
}
