/** Finds the commands of a text log that the server ignores, and those that were sent too late (spec 03 §9.1). */
import { isPlayMode, type PlayMode } from '@rcss/core';
import { COMMANDS, type CommandSlot } from '@rcss/core/commands';
import { formatTextLogClient, type TextLogClient, type TextLogEntry } from '../text-log.js';
import { type ClientCommand, CommandDecoder } from './decode-commands.js';

/**
 * How a command counts, as far as a text log shows it:
 *
 * - `ok`: nothing in the log speaks against it.
 * - `superfluous`: an earlier command of the client in the same step has taken its place; the server ignores it.
 * - `late`: the first body command of two or more in a step, where the client has sent none in the step before. It was meant for that
 *   step and takes the place of the next one.
 * - `malformed`: the server cannot read it.
 */
export type CommandStatus = 'ok' | 'superfluous' | 'late' | 'malformed';

/** All values of {@link CommandStatus}. */
export const COMMAND_STATUSES: readonly CommandStatus[] = ['ok', 'superfluous', 'late', 'malformed'];

/** A command of a text log. */
export interface LoggedCommand {
  /** Game time, cycles. */
  readonly time: number;
  /** Count of cycles since the game time stands still; 0 while it runs. */
  readonly stoppageTime: number;
  readonly client: TextLogClient;
  /** Name of the client as in the log: `TEAM_UNUM`, `TEAM_Coach` or `Coach`. */
  readonly clientName: string;
  /** Index of the datagram among those of the client in this step, from 0. */
  readonly datagram: number;
  readonly command: ClientCommand;
  status: CommandStatus;
}

/** The commands between two steps of the simulation. */
export interface CommandStep {
  readonly time: number;
  readonly stoppageTime: number;
  /** Play mode by the calls of the referee before the step. */
  readonly playMode: PlayMode;
  /** Count of steps before this one in which no client sent anything. */
  readonly skippedSteps: number;
  /** Calls of the referee, in the order of the log. All clients receive them. */
  readonly calls: readonly string[];
  /** Count of datagrams. */
  readonly datagrams: number;
  /** Commands in the order of the log. */
  readonly commands: readonly LoggedCommand[];
  /** Clients that have sent a body command before, and none in this step. */
  readonly idleClients: readonly string[];
}

const BODY = 1;
const LEFT_LEG = 2;
const RIGHT_LEG = 4;
const NECK = 8;
const LEGS = LEFT_LEG | RIGHT_LEG;

/** Play modes in which a move places the player. During a free kick only the goalie with the ball can move. */
const MOVE_MODES: ReadonlySet<PlayMode> = new Set<PlayMode>([
  'before_kick_off',
  'goal_l',
  'goal_r',
  'free_kick_l',
  'free_kick_r',
]);

/** Slots that must be free, and slots that the command takes. */
interface SlotUse {
  readonly needs: number;
  readonly takes: number;
}

const NO_SLOT: SlotUse = { needs: 0, takes: 0 };
const BODY_AND_LEGS: SlotUse = { needs: BODY, takes: BODY | LEGS };
const BODY_ONLY: SlotUse = { needs: BODY, takes: BODY };
const NECK_ONLY: SlotUse = { needs: NECK, takes: NECK };
const LEFT_ONLY: SlotUse = { needs: LEFT_LEG, takes: BODY | LEFT_LEG };
const RIGHT_ONLY: SlotUse = { needs: RIGHT_LEG, takes: BODY | RIGHT_LEG };

const SLOT_USES: { readonly [Slot in CommandSlot]: SlotUse } = {
  body: BODY_ONLY,
  'body+legs': BODY_AND_LEGS,
  leg: LEFT_ONLY,
  neck: NECK_ONLY,
};

function slotsOf(command: ClientCommand, client: TextLogClient, mode: PlayMode): SlotUse {
  if (client.role !== 'player') return NO_SLOT;
  if (command.type === 'dash_leg' && command.leg === 'r') return RIGHT_ONLY;
  if (command.type === 'move' && !MOVE_MODES.has(mode)) return NO_SLOT;
  const slot = COMMANDS.player[command.type]?.slot;
  return slot === undefined ? NO_SLOT : SLOT_USES[slot];
}

/** What is kept of a client from step to step. */
interface ClientState {
  /** Slots that are taken in the current step. */
  taken: number;
  datagrams: number;
  /** The first body command of the current step. */
  firstBody: LoggedCommand | null;
  /** Whether the client had sent no body command in the step before that of `firstBody`, but one earlier. */
  hasMissedStep: boolean;
  /** Number of the last step with a body command; -1 if there is none. */
  lastBodyStep: number;
  /** Number of the step to which the values above belong. */
  step: number;
}

/**
 * Collects the entries of a text log by steps. Call {@link add} for every entry in order, and {@link finish} at the end; both return a
 * step when it is complete. Memory does not grow with the length of the log.
 */
export class CommandTracker {
  readonly #decoder = new CommandDecoder();
  readonly #clients = new Map<string, ClientState>();
  #mode: PlayMode = 'before_kick_off';
  #modeOfStep: PlayMode = 'before_kick_off';
  #time = 0;
  #stoppageTime = 0;
  #step = -1;
  #skippedSteps = 0;
  #datagrams = 0;
  #commands: LoggedCommand[] = [];
  #calls: string[] = [];

  /** Adds the next entry. Returns the step before it if the entry begins another step, else null. */
  add(entry: TextLogEntry): CommandStep | null {
    let done: CommandStep | null = null;
    if (this.#step < 0 || entry.time !== this.#time || entry.stoppageTime !== this.#stoppageTime) {
      done = this.finish();
      this.#skippedSteps = this.#step < 0 ? 0 : this.#countSkippedSteps(entry);
      this.#step += 1 + this.#skippedSteps;
      this.#time = entry.time;
      this.#stoppageTime = entry.stoppageTime;
      this.#modeOfStep = this.#mode;
    }
    if (entry.type === 'referee') {
      this.#calls.push(entry.call);
      this.#setMode(entry.call);
    } else if (entry.type === 'recv') this.#addDatagram(entry.client, entry.message);
    return done;
  }

  /** Returns the step that is not complete yet; null if there is none. */
  finish(): CommandStep | null {
    if (this.#step < 0) return null;
    const idleClients: string[] = [];
    for (const [name, client] of this.#clients) {
      const isActive = client.lastBodyStep >= 0;
      if (isActive && client.lastBodyStep !== this.#step) idleClients.push(name);
    }
    const step: CommandStep = {
      time: this.#time,
      stoppageTime: this.#stoppageTime,
      playMode: this.#modeOfStep,
      skippedSteps: this.#skippedSteps,
      calls: this.#calls,
      datagrams: this.#datagrams,
      commands: this.#commands,
      idleClients,
    };
    this.#commands = [];
    this.#calls = [];
    this.#datagrams = 0;
    return step;
  }

  /** Returns the count of steps without an entry between the current step and that of the entry; 1 if there may be any number. */
  #countSkippedSteps({ time, stoppageTime }: TextLogEntry): number {
    if (time === this.#time) return Math.max(0, stoppageTime - this.#stoppageTime - 1);
    if (stoppageTime === 0 && time > this.#time) return time - this.#time - 1;
    return 1;
  }

  #setMode(call: string): void {
    const goal = /^goal_[lr](?=_\d+$)/.exec(call)?.[0];
    const mode = goal ?? call;
    if (isPlayMode(mode)) this.#mode = mode;
    // Calls of a step come before the commands of the clients that answer to it.
    if (this.#commands.length === 0) this.#modeOfStep = this.#mode;
  }

  #addDatagram(client: TextLogClient, message: string): void {
    const clientName = formatTextLogClient(client);
    const state = this.#stateOf(clientName);
    const datagram = state.datagrams++;
    this.#datagrams++;
    for (const command of this.#decoder.decode(client, message)) {
      const logged: LoggedCommand = {
        time: this.#time,
        stoppageTime: this.#stoppageTime,
        client,
        clientName,
        datagram,
        command,
        status: command.type === 'malformed' ? 'malformed' : 'ok',
      };
      this.#commands.push(logged);
      this.#takeSlots(state, logged);
      if (command.type === 'bye') this.#clients.delete(clientName);
    }
  }

  #stateOf(name: string): ClientState {
    let state = this.#clients.get(name);
    if (state === undefined) {
      state = {
        taken: 0,
        datagrams: 0,
        firstBody: null,
        hasMissedStep: false,
        lastBodyStep: -1,
        step: this.#step,
      };
      this.#clients.set(name, state);
    }
    if (state.step !== this.#step) {
      state.step = this.#step;
      state.taken = 0;
      state.datagrams = 0;
      state.firstBody = null;
    }
    return state;
  }

  #takeSlots(state: ClientState, logged: LoggedCommand): void {
    const { needs, takes } = slotsOf(logged.command, logged.client, this.#mode);
    if (takes === 0) return;
    const isFree = (state.taken & needs) === 0;
    state.taken |= isFree ? takes : 0;
    if ((takes & BODY) === 0) {
      if (!isFree) logged.status = 'superfluous';
      return;
    }
    if (isFree) {
      // Legs of one dash can come as two commands, which count as one.
      if (state.firstBody === null) {
        state.firstBody = logged;
        state.hasMissedStep = state.lastBodyStep >= 0 && state.lastBodyStep < this.#step - 1;
        state.lastBodyStep = this.#step;
      }
      return;
    }
    logged.status = 'superfluous';
    if (state.firstBody !== null && state.hasMissedStep) state.firstBody.status = 'late';
  }
}
