/**
 * A recorded match on a server with programs in place of its clients: each program receives, in step, what the recorded client received, and its
 * commands are compared with the recorded ones, which are executed. From a cycle on, the programs can play on by themselves.
 *
 * The phases are those of a synchronous server; only the inputs come from the recording. So the messages are those of the match, in the same order,
 * and nothing has to be converted where the programs begin to play: from then on, the server executes what they send.
 *
 * Invariant: until then, no program changes the match. Each recorded step has the recorded state.
 *
 * `RehearsedClients` gives the places, `RecordedEntries` has the recording, and `changeMatch` is the moment from which the programs play.
 */
import { playerIndex, playerSlot, type Side } from '@rcss/core';
import type { StopReason } from '@rcss/core/match-document';
import type { MatchParams } from '@rcss/params';
import { encodeCoachCommand, encodePlayerCommand } from '@rcss/protocol';
import { connectPlayer, type MatchSpec } from '@rcss/simulator';
import { connectCoach } from '@rcss/simulator/clients';
import type { Phases } from '@rcss/simulator/cycle';
import {
  createReplay,
  type RecordedEntry,
  type RecordingReader,
  type Replay,
} from '@rcss/simulator/recording';
import { runServer, type ServerClock } from '../clock/run-server.js';
import { createSynchronousClock } from '../clock/synchronous-clock.js';
import type { StartTime } from '../logs/start-time.js';
import type { Resumption } from '../recordings/resumption.js';
import type { Server } from '../sessions/server.js';
import { RecordedEntries } from './recorded-entries.js';
import type { RecordedClient } from './recorded-places.js';
import { RehearsalError, type RehearsalOptions } from './rehearsal-options.js';
import { changeMatch, createAdvice } from './rehearsal-switch.js';
import { RehearsedClients } from './rehearsed-clients.js';

/** A recorded match with programs in place of its clients. */
export class Rehearsal implements Resumption {
  readonly spec: MatchSpec;
  readonly params: MatchParams;
  readonly start: StartTime;
  readonly #reader: RecordingReader;
  readonly #options: RehearsalOptions;
  /** The clients after the last decision. */
  #asked: ReadonlySet<object | null> = new Set();
  #server!: Server;
  #hooks!: Server['hooks'];
  #replay!: Replay;
  #entries!: RecordedEntries;
  #clients!: RehearsedClients;
  #advise!: () => void;

  /** @param params Parameters of the match; `server` can be changed. */
  constructor(reader: RecordingReader, params: MatchParams, start: StartTime, options: RehearsalOptions) {
    this.spec = reader.header;
    this.params = params;
    this.start = start;
    this.#reader = reader;
    this.#options = options;
  }

  /** Whether the recording is damaged or has no end, as far as it was read. */
  get isTruncated(): boolean {
    const { outcome } = this.#reader;
    return outcome !== null && outcome !== 'complete';
  }

  /** Whether the programs play. */
  get isPlaying(): boolean {
    return this.#clients.isPlaying;
  }

  /** Whether the recording was played to its end. */
  get isOver(): boolean {
    return this.#entries.isOver;
  }

  /** Game time of the first step with another state than the recorded one, since the programs play. */
  get differsFrom(): number | null {
    return this.#entries.differsFrom;
  }

  /** Recorded name of a team; empty if none of its clients was awaited. */
  readName(side: Side): string {
    return this.#clients.readName(side);
  }

  /** Takes over the inputs of a server: its match is recorded nowhere until it plays. */
  replayRecording(context: Server): void {
    this.#server = context;
    this.#hooks = context.hooks;
    const { match, teams } = context;
    // The start scripts of the recorded match are not started.
    teams.isLeftStarted = true;
    teams.isRightStarted = true;
    const replay = createReplay(match);
    this.#replay = (input) => {
      try {
        return replay(input);
      } catch (error) {
        throw new RehearsalError(
          `the recording is damaged: ${input.do} cannot be executed: ${(error as Error).message}`,
        );
      }
    };
    this.#clients = new RehearsedClients(context, this.#options);
    this.#advise = createAdvice(context, this.#options.playsFrom?.advice);
    const { decisions } = this.#clients;
    const { record } = match;
    match.record = (input) => {
      if (this.isPlaying) this.#entries.follow(input);
      else this.#entries.expect(input);
      record?.(input);
    };
    context.hooks = {
      ...this.#hooks,
      // The file is one of the machine that recorded.
      readCoachMessage: () => null,
      onReceive: () => {},
      onCommand: ({ side, unum }, command) => {
        decisions.listSent({ side, unum }).decided.push(encodePlayerCommand(command));
        return false;
      },
      onCoachCommand: (side, command) => {
        decisions
          .listSent({ side, unum: 0 })
          .decided.push(encodeCoachCommand(command, match.coaches[side].version));
        return false;
      },
    };
    this.#entries = new RecordedEntries(context, this.#reader);
  }

  /** Plays what was recorded before the first cycle; the programs connect. */
  async waitForPlayers(): Promise<void> {
    await this.#playInputs();
    // A coach whose (eye on) was the last command sees the match once before the first cycle, as it did then.
    await this.#clients.waitUntil(() => true, 0);
    this.#clients.places.refuseOthers();
    if (this.#options.playsFrom?.time === 0) this.#play();
  }

  play(given: Phases): Promise<StopReason> {
    const server = this.#server;
    const phases = this.#wrapPhases(given);
    const gate = { waitForCycle: () => this.#endThink(), hasPauses: false };
    const clock = server.match.params.server.synch_mode
      ? createSynchronousClock(server, phases, gate)
      : this.#createRecordedClock();
    return runServer(server, phases, clock);
  }

  /** Returns the phases of the server with checks of the programs, and the moment from which they play. */
  #wrapPhases(phases: Phases): Phases {
    return {
      ...phases,
      receive: () => {
        this.#clients.findLost();
        if (this.#options.refusesOthers === true && !this.isPlaying) this.#clients.places.refuseOthers();
        phases.receive();
      },
      simulate: () => {
        phases.simulate();
        const { match, run } = this.#server;
        const { playsFrom, onStep } = this.#options;
        if (onStep?.(match, this.isPlaying) === false) run.ending ??= 'Game Over. Exiting...';
        if (!this.isPlaying && playsFrom !== undefined && match.world.time >= playsFrom.time) this.#play();
      },
    };
  }

  /** From now on, the programs play. */
  #play(): void {
    this.#clients.isPlaying = true;
    this.#clients.places.open();
    changeMatch(this.#server, this.#hooks, this.#options.playsFrom!);
  }

  /** The clock of a match that was recorded in real time. Clients of this process decide where the recorded ones sent, or before the step. */
  #createRecordedClock(): ServerClock {
    const { sendQueue } = this.#server.net;
    let isDecided = false;
    return {
      wait: () => {
        sendQueue.flush();
        return isDecided ? null : this.#playInputs();
      },
      pass: (phases) => {
        const entry = this.#entries.next!;
        if (entry.do === 'sense') phases.sense();
        else if (entry.do === 'vision' && entry.synchronous) phases.synchronousVision();
        else if (entry.do === 'vision') phases.asynchronousVision();
        else if (isDecided) phases.simulate();
        else phases.coachVision();
        isDecided = !isDecided && entry.do !== 'sense' && entry.do !== 'vision';
        return isDecided;
      },
      decide: () => {
        sendQueue.flush();
        return this.#clients.decide();
      },
    };
  }

  /** The programs have decided: compares, and plays what was recorded before the next phase. */
  #endThink(): Promise<void> | null {
    const { clients, match } = this.#server;
    const sessions = [...clients.players, clients.coaches.l, clients.coaches.r];
    for (const session of sessions) {
      if (session === null || session.isDone) continue;
      if (session.role === 'player' ? !session.player.enabled : !match.coaches[session.side].eye) continue;
      // One that has connected since (think) was sent.
      if (this.isPlaying && !this.#asked.has(session)) continue;
      const client =
        session.role === 'player' ? playerSlot(session.player.index) : { side: session.side, unum: 0 };
      if (this.isPlaying && session.connection.isLost) return this.#waitForReturn(client, session);
      const waiting = this.#clients.places.listWaiting();
      throw this.#clients.fail(client, `did not answer (think) with (done) in time${waiting}`);
    }
    this.#clients.isInStep = true;
    this.#asked = new Set(sessions);
    if (this.isPlaying) this.#advise();
    return this.isPlaying ? null : this.#playInputs().then(() => this.#clients.decide());
  }

  /** A program that plays can connect again, with another socket, as in a match. */
  async #waitForReturn(client: RecordedClient, session: object): Promise<void> {
    const { players, coaches } = this.#server.clients;
    const { side, unum } = client;
    const isBack = () => (unum === 0 ? coaches[side] : players[playerIndex(side, unum)]) !== session;
    if (await this.#clients.waitUntil(isBack, this.#options.connectTimeoutMs))
      return this.#endThink() ?? undefined;
    if (this.#server.run.ending === null) throw this.#clients.fail(client, 'has ended: its port is closed');
  }

  #playInputs(): Promise<void> {
    return this.#entries.playInputs((entry) => this.#playInput(entry));
  }

  async #playInput(entry: RecordedEntry): Promise<void> {
    const { match, logs } = this.#server;
    const clients = this.#clients;
    switch (entry.do) {
      case 'received':
        logs.game?.writeMessage(2, entry.line);
        logs.recording?.addReceived(entry.line);
        return;
      case 'end':
        return;
      case 'player':
        clients.decisions.listSent(playerSlot(entry.index)).commands.push(entry.command);
        await clients.noteRecorded(playerSlot(entry.index), encodePlayerCommand(entry.command));
        break;
      case 'coach':
        await clients.noteRecorded(
          { side: entry.side, unum: 0 },
          encodeCoachCommand(entry.command, match.coaches[entry.side].version),
        );
        break;
      case 'connect_player': {
        const accepted = connectPlayer(match, entry.entry);
        clients.places.updateNames();
        if (accepted.ok) await clients.connect(playerSlot(accepted.value.index), entry.entry);
        return;
      }
      case 'reconnect_player':
        this.#replay(entry);
        for (const { enabled, index } of match.world.players)
          if (enabled && this.#server.clients.players[index] === null)
            await clients.connect(playerSlot(index), null);
        return;
      case 'connect_coach': {
        const accepted = connectCoach(match, entry);
        if (accepted.ok) await clients.connect({ side: accepted.value, unum: 0 }, null);
        return;
      }
      default:
        break;
    }
    this.#replay(entry);
    clients.places.updateNames();
  }
}
