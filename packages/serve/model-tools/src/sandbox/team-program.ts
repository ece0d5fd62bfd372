/** What runs in the process of a team: reads requests as frames from the standard input, and answers on the standard output. */
import { writeSync } from 'node:fs';
import { encodeMessageFrame, MessageFrameReader } from '@rcss/agent/node';
import type { TeamClient } from '@rcss/core/team-module';
import { loadSandboxTeam } from './load-team.js';
import { PrintedLines } from './printed-lines.js';
import { MAX_FAILURE, type SeatReply, type TeamProcessRequest } from './team-messages.js';

/** Longest message of an error, characters: the code of a team can throw anything. */
const MAX_MESSAGE = 1000;
const STDOUT = 1;

/** Runs until the standard input ends. */
export function runTeamProgram(): void {
  // Code of a team that finds the scope of this process must not find the network there: it is not part of the permission model of all
  // versions of Node. This closes what is known; the border is what the system gives (see team-process.ts).
  const names =
    'binding _linkedBinding dlopen execve getBuiltinModule kill _kill _debugProcess _getActiveHandles mainModule';
  for (const name of names.split(' ')) Object.defineProperty(process, name, { value: undefined });
  // Node 22 and 24 read variables when they print an error.
  Object.defineProperty(process, 'env', { value: Object.freeze({}) });
  for (const name of ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'])
    Object.defineProperty(globalThis, name, { value: undefined });
  const team = new RunningTeam();
  const reader = new MessageFrameReader();
  let handled: Promise<void> = Promise.resolve();
  process.stdin.on('data', (piece) => {
    for (const request of reader.push(piece))
      handled = handled.then(async () => send(await team.answer(request as TeamProcessRequest)));
  });
  process.stdin.on('end', () => process.exit());
}

function send(reply: SeatReply | null): void {
  if (reply === null) return;
  const frame = encodeMessageFrame(reply);
  for (let sent = 0; sent < frame.length; ) {
    try {
      sent += writeSync(STDOUT, frame, sent);
    } catch (error) {
      // The other side reads slowly.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
}

class RunningTeam {
  readonly #printed = new PrintedLines();
  #name = '';
  #playerCount = 0;
  /** Players, then the coach. */
  #clients: readonly TeamClient[] = [];
  #failure: string | null = null;

  async answer(request: TeamProcessRequest): Promise<SeatReply | null> {
    const reply = await this.#try(request).catch((error: unknown): SeatReply => {
      this.#failure ??= describeFailure(error, '');
      return this.#fail();
    });
    return reply;
  }

  async #try(request: TeamProcessRequest): Promise<SeatReply | null> {
    if (request.type === 'create') return this.#create(request);
    if (request.type === 'receive') {
      for (const [client, text] of request.messages)
        this.#call(client, 'receive', (it) => it.receive(Buffer.from(text, 'latin1')));
      return null;
    }
    const commands: string[] = [];
    for (let i = 0; i < this.#clients.length && this.#failure === null; i++) {
      const text = this.#call(i, 'decide', (it) => it.decide());
      if (this.#failure !== null) break;
      if (typeof text === 'string') commands.push(text);
      else
        this.#failure = `${this.#label(i)} failed in decide: it returned ${String(text).slice(0, 80)}, not a text`;
    }
    return this.#failure === null
      ? { type: 'decided', commands, printed: this.#printed.take() }
      : this.#fail();
  }

  async #create({
    code,
    file,
    team,
    seed,
  }: Extract<TeamProcessRequest, { type: 'create' }>): Promise<SeatReply> {
    this.#name = team;
    this.#failure = null;
    const create = loadSandboxTeam({ code, file }, this.#printed);
    const { players, coach } = await create({ team, seed, options: {} });
    this.#playerCount = players.length;
    this.#clients = [...players, ...(coach === undefined ? [] : [coach])];
    return {
      type: 'created',
      players: players.map(({ init }) => init),
      coach: coach?.init ?? null,
      printed: this.#printed.take(),
    };
  }

  #label(client: number): string {
    return client < this.#playerCount ? `player ${client + 1} of ${this.#name}` : `coach of ${this.#name}`;
  }

  /** Calls a client; what it throws fails the team. */
  #call<Result>(client: number, name: string, call: (client: TeamClient) => Result): Result | undefined {
    if (this.#failure !== null) return undefined;
    try {
      return call(this.#clients[client]!);
    } catch (error) {
      this.#failure = describeFailure(error, `${this.#label(client)} failed in ${name}: `);
      return undefined;
    }
  }

  #fail(): SeatReply {
    const message = (this.#failure ?? '').slice(0, MAX_FAILURE);
    return { type: 'failed', message, printed: this.#printed.take() };
  }
}

/** Returns what an error says, with the line of the team's file in which it occurred. */
function describeFailure(error: unknown, prefix: string): string {
  const { message = String(error), stack = '' } = (error ?? {}) as Partial<Error>;
  // Where a team cannot be created, the message has its line.
  const line = prefix === '' ? '' : (findTeamLine(String(stack)) ?? '');
  const at = /([^\s(]+\.(?:ts|js|mjs)):(\d+)/.exec(line);
  const place = at === null ? '' : ` (${at[1]}, line ${at[2]})`;
  return `${prefix}${String(message).slice(0, MAX_MESSAGE)}${place}`;
}

/** A line of a stack in the team's file. Long lines are not searched: the code of a team can throw any text. */
function findTeamLine(stack: string): string | undefined {
  return stack.split('\n').find((line) => line.length < 500 && line.includes('teams/'));
}
