import { playerIndex, playerSlot, type Side, sideName } from '@rcss/core';
import { poll, readSession, sendCoachVision } from '@rcss/host';
import { sendFirstMessages } from '../clock/wait-for-clients.js';
import { POLL_PARTS } from '../cycle/poll-parts.js';
import { getServerPorts } from '../net/network.js';
import type { Server } from '../sessions/server.js';
import { ModuleClient } from '../websocket/module-client.js';
import { Decisions } from './decisions.js';
import { describeClient, type RecordedClient, RecordedPlaces } from './recorded-places.js';
import { formatCycle, type OpenClient, RehearsalError, type RehearsalOptions } from './rehearsal-options.js';

const POLL_INTERVAL_MS = 10;
/** Interval of messages before the first cycle; programs of the field leave after 5 s of silence. */
const MESSAGE_INTERVAL_MS = 2000;
/** Time for a command before the first cycle; a program that has not sent it then decides otherwise. */
const FIRST_COMMAND_MS = 1000;
/** Time for an online coach, which a team need not have. */
const COACH_TIMEOUT_MS = 5000;

/** The programs and the clients of this process that are in place of recorded clients: how they get their places, and what they decide. */
export class RehearsedClients {
  readonly decisions: Decisions = new Decisions();
  readonly places: RecordedPlaces;
  /** Whether the first cycle has begun: since then, the clients are in step. */
  isInStep = false;
  /** Whether they play. */
  isPlaying = false;
  readonly #server: Server;
  readonly #options: RehearsalOptions;
  /** What opens the clients of a side; null: its programs connect by themselves. */
  readonly #teams: Partial<Record<Side, OpenClient | null>> = {};
  readonly #shown = new Set<object>();
  #fault: Error | null = null;
  #nextMessage = 0;

  constructor(server: Server, options: RehearsalOptions) {
    this.#server = server;
    this.#options = options;
    this.places = new RecordedPlaces(server, options.isLive);
  }

  /** Recorded name of a team; empty if none of its clients was awaited. */
  readName(side: Side): string {
    return side in this.#teams ? this.#server.match.world[sideName(side)].name : '';
  }

  /**
   * Gives a client of the match the next program that fits.
   *
   * @param init Its request; null: one that need not say whether the player is a goalie.
   */
  async connect(client: RecordedClient, init: { readonly goalie: boolean } | null): Promise<void> {
    if (!this.#options.isLive(client)) return;
    const { side, unum } = client;
    const { run, clients, match } = this.#server;
    const goalie = init?.goalie ?? null;
    const name = match.world[sideName(side)].name;
    if (!(side in this.#teams))
      this.#teams[side] = this.#options.openTeam(side, name, getServerPorts(this.#server.net.ports));
    const open = this.#teams[side] ?? null;
    if (open !== null) return this.#connectModule(client, name, open);
    const { connectTimeoutMs, refusesOthers = false } = this.#options;
    const isAsked = () => {
      if (refusesOthers) this.places.refuseOthers(client, goalie);
      return this.places.isAsked(client, goalie);
    };
    await this.waitUntil(isAsked, unum === 0 ? COACH_TIMEOUT_MS : connectTimeoutMs);
    if (run.ending !== null) return;
    if (!isAsked()) {
      if (unum === 0) return;
      const missing = `${describeClient(client)}${goalie ? ', a goalie,' : ''} did not connect in ${connectTimeoutMs / 1000} s`;
      throw new RehearsalError(`${missing}${this.places.listWaiting()}`, side);
    }
    this.places.give(client, goalie);
    const session = unum === 0 ? clients.coaches[side] : clients.players[playerIndex(side, unum)];
    if (session === null)
      throw new RehearsalError(`${describeClient(client)}: no socket can be opened`, side);
  }

  /** Gives a client of this process its place. */
  async #connectModule(client: RecordedClient, team: string, open: OpenClient): Promise<void> {
    const { net, match } = this.#server;
    const { side, unum } = client;
    const isCoach = unum === 0;
    const { goalie, version } = isCoach
      ? { goalie: false, version: match.coaches[side].version }
      : match.world.players[playerIndex(side, unum)]!;
    const opened = await open({ ...client, team, goalie, version });
    if (opened === undefined && isCoach) return;
    const who = describeClient(client);
    if (opened === undefined) throw new RehearsalError(`${who}: the team has no such player`, side);
    const onFault = (error: Error) => {
      this.#fault ??= error;
    };
    const module = new ModuleClient(net, opened, { isCoach, onFault, keepsDecision: () => !this.isPlaying });
    net.onRequest?.(isCoach ? 'olcoach' : 'player', module.request);
    if (!this.places.isAsked(client, isCoach ? null : goalie))
      throw new RehearsalError(
        `${who}: the init ${JSON.stringify(opened.init)} of the client does not fit: the recorded client was ${isCoach ? 'an online coach' : goalie ? 'a goalie' : 'a player and not a goalie'} of ${team}`,
        side,
      );
    this.decisions.listSent(client).module = module;
    this.places.give(client, isCoach ? null : goalie);
  }

  /** Before the first cycle, nothing keeps the programs in step: a command is executed when the program has sent as many. */
  async noteRecorded(client: RecordedClient, command: string): Promise<void> {
    if (!this.#options.isLive(client)) return;
    const sent = this.decisions.listSent(client);
    sent.recorded.push(command);
    if (sent.module !== undefined) return this.#ask(sent.module);
    if (this.isInStep || sent.isLate) return;
    const hasSent = () => sent.decided.length >= sent.recorded.length;
    sent.isLate = !(await this.waitUntil(hasSent, FIRST_COMMAND_MS));
  }

  /** Asks the clients of this process that have not decided, such as a coach whose eye is off, and compares. */
  async decide(): Promise<void> {
    for (const module of this.decisions.listModules()) await this.#ask(module);
    this.decisions.compare(this.#server, this.#options.onDecision);
  }

  async #ask(module: ModuleClient): Promise<void> {
    await module.decide();
    const { players, coaches } = this.#server.clients;
    for (const session of [...players, coaches.l, coaches.r])
      if (session?.connection.isFrom(module.request.from)) readSession(this.#server, session);
    this.findLost();
  }

  /** Waits before the first cycle, and where a client connects later. Returns whether the condition holds. */
  async waitUntil(condition: () => boolean, timeoutMs: number): Promise<boolean> {
    const server = this.#server;
    const end = performance.now() + timeoutMs;
    for (;;) {
      this.findLost();
      poll(server, POLL_PARTS);
      sendCoachVision(server, (session) => this.#shown.size < this.#shown.add(session).size);
      server.net.sendQueue.flush();
      const now = performance.now();
      if (condition()) return true;
      if (now >= end || server.run.ending !== null) return false;
      if (!this.isInStep && now >= this.#nextMessage) {
        this.#nextMessage = now + MESSAGE_INTERVAL_MS;
        sendFirstMessages(server);
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    }
  }

  /** @throws {RehearsalError} if a client has ended that does not play yet */
  findLost(): void {
    const { match, clients } = this.#server;
    if (this.#fault !== null) throw this.#fault;
    if (this.isPlaying || match.world.playMode === 'time_over') return;
    const { players, coaches } = clients;
    for (const session of players)
      if (session?.connection.isLost)
        throw this.fail(playerSlot(session.player.index), 'has ended: its port is closed');
    for (const side of ['l', 'r'] as const)
      if (coaches[side]?.connection.isLost)
        throw this.fail({ side, unum: 0 }, 'has ended: its port is closed');
  }

  /** Returns the error that says what a program does not do. */
  fail(client: RecordedClient, problem: string): RehearsalError {
    const { time, stoppageTime } = this.#server.match.world;
    return new RehearsalError(
      `${describeClient(client)}, cycle ${formatCycle(time, stoppageTime)}: the program ${problem}`,
      client.side,
    );
  }
}
