/** Tables of the commands in a text log: the commands, and counts per step and per client. */
import { COMMANDS, readCommandForm } from '@rcss/core/commands';
import type { TableRow } from '../text/csv-text.js';
import {
  COMMAND_STATUSES,
  type CommandStatus,
  type CommandStep,
  type LoggedCommand,
} from './command-tracker.js';
import type { ClientCommand } from './decode-commands.js';
import type { GameLogStates } from './game-log-states.js';

/** Types of commands that have their own column in tables of counts. */
const COUNTED_TYPES = [
  'dash',
  'turn',
  'kick',
  'catch',
  'move',
  'tackle',
  'turn_neck',
  'change_view',
  'change_focus',
  'say',
  'pointto',
  'attentionto',
  'ear',
  'done',
] as const;
/** First word of each command of players. */
const NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(COMMANDS.player).map(([type, row]) => [type, readCommandForm(row).word]),
);

/** Commands that a filter can select: those of players by their first word. */
export const COMMAND_TYPES: readonly string[] = [
  ...new Set([
    ...Object.values(NAMES),
    'init',
    'reconnect',
    ...Object.keys(COMMANDS.coach),
    ...Object.keys(COMMANDS.trainer),
    'malformed',
  ]),
];

/** Name of the referee in the column of clients. */
export const REFEREE_NAME = 'referee';

/** Columns of the table of commands. */
export const COMMAND_COLUMNS: readonly string[] = [
  'time',
  'stoppage',
  'client',
  'datagram',
  'command',
  'arguments',
  'status',
];
/** Further columns if a game log is joined. */
export const JOINED_COLUMNS: readonly string[] = [
  'executed',
  'play_mode',
  'ball_x',
  'ball_y',
  'x',
  'y',
  'body',
  'stamina',
  'ball_distance',
];
const COUNT_COLUMNS: readonly string[] = [...COMMAND_STATUSES, 'idle', ...COUNTED_TYPES, 'other'];
/** Columns of the table of counts per step. */
export const STEP_COLUMNS: readonly string[] = [
  'time',
  'stoppage',
  'play_mode',
  'clients',
  'datagrams',
  'commands',
  ...COUNT_COLUMNS,
];
/** Columns of the table of counts per client. */
export const CLIENT_COLUMNS: readonly string[] = [
  'client',
  'first_time',
  'last_time',
  'datagrams',
  'commands',
  'not_executed',
  ...COUNT_COLUMNS,
];

/** Returns the arguments of a command: all members but its type. */
function commandArguments(command: ClientCommand): Readonly<Record<string, unknown>> {
  const { type: _type, ...values } = command;
  return values;
}

function formatArgument(value: unknown): string {
  if (typeof value === 'string') return /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
  return value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Formats the arguments of a command as `power=80 dir=-15`. */
export function formatArguments(command: ClientCommand): string {
  return Object.entries(commandArguments(command))
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${formatArgument(value)}`)
    .join(' ');
}

/** Which commands are selected. */
export interface CommandFilter {
  /** Game times, both ends included; null selects all. */
  readonly cycles: readonly { readonly from: number; readonly to: number }[] | null;
  readonly client: RegExp | null;
  readonly types: ReadonlySet<string> | null;
  readonly statuses: ReadonlySet<string> | null;
}

/** Whether the filter selects commands of this game time. */
export function selectsTime({ cycles }: CommandFilter, time: number): boolean {
  return cycles === null || cycles.some(({ from, to }) => time >= from && time <= to);
}

/** Whether the filter selects the client. */
function selectsClient({ client }: CommandFilter, name: string): boolean {
  return client === null || client.test(name);
}

/** Whether the filter selects the command. */
export function selectsCommand(
  filter: CommandFilter,
  { command, clientName, status }: LoggedCommand,
): boolean {
  const { types, statuses } = filter;
  if (types !== null && !types.has(command.type) && !types.has(NAMES[command.type] ?? '')) return false;
  return selectsClient(filter, clientName) && (statuses === null || statuses.has(status));
}

/** A command with the state of the match at its step. */
export interface JoinedCommand {
  readonly logged: LoggedCommand;
  /** Whether the game log shows that the command was executed; null if it does not show it. */
  readonly executed: boolean | null;
}

/**
 * Finds which commands of a step were executed. A show has only counts of commands: the first commands of a type that are not
 * superfluous count as executed.
 */
export function joinStep(step: CommandStep, states: GameLogStates | null): JoinedCommand[] {
  const remaining = new Map<string, number | null>();
  return step.commands.map((logged) => {
    const { client, clientName, command, status } = logged;
    if (states === null || client.role !== 'player') return { logged, executed: null };
    const name = NAMES[command.type] ?? command.type;
    const key = `${clientName} ${name}`;
    if (!remaining.has(key)) {
      const player = states.findPlayer(client.team, client.unum);
      remaining.set(key, states.countExecuted(step.time, step.stoppageTime, player, command.type));
    }
    const left = remaining.get(key) ?? null;
    if (left === null) return { logged, executed: null };
    if (status === 'superfluous' || left === 0) return { logged, executed: false };
    // Both legs of a dash count once.
    if (command.type !== 'dash_leg') remaining.set(key, left - 1);
    return { logged, executed: true };
  });
}

/** Creates the row of a command. The arguments are an object with `asObject`, else text. */
export function createCommandRow(
  { logged, executed }: JoinedCommand,
  states: GameLogStates | null,
  asObject: boolean,
): TableRow {
  const { time, stoppageTime, client, clientName, datagram, command, status } = logged;
  const row = {
    time,
    stoppage: stoppageTime,
    client: clientName,
    datagram,
    command: command.type,
    arguments: asObject ? commandArguments(command) : formatArguments(command),
    status,
  };
  if (states === null) return row;
  const index = client.role === 'player' ? states.findPlayer(client.team, client.unum) : -1;
  const state = states.find(time, stoppageTime, index);
  const player = state?.player ?? null;
  return {
    ...row,
    executed,
    play_mode: state?.playMode ?? null,
    ball_x: round(state?.ballX),
    ball_y: round(state?.ballY),
    x: round(player?.x),
    y: round(player?.y),
    body: round(player?.body),
    stamina: round(player?.stamina),
    ball_distance:
      state === null || player === null
        ? null
        : round(Math.hypot(state.ballX - player.x, state.ballY - player.y)),
  };
}

/** Creates the row of a call of the referee. It has no datagram and no status. */
export function createCallRow(
  { time, stoppageTime }: CommandStep,
  call: string,
  asObject: boolean,
): TableRow {
  return {
    time,
    stoppage: stoppageTime,
    client: REFEREE_NAME,
    datagram: null,
    command: 'call',
    arguments: asObject ? { call } : call,
    status: null,
  };
}

/** Removes the digits that storing the number in single precision has added. */
function round(value: number | undefined): number | null {
  return value === undefined ? null : Number(value.toPrecision(7));
}

type Counts = Record<string, number>;

function createCounts(): Counts {
  return Object.fromEntries(COUNT_COLUMNS.map((name) => [name, 0]));
}

function countCommand(counts: Counts, type: string, status: CommandStatus): void {
  counts[status]!++;
  if (status === 'malformed') return;
  const name = NAMES[type] ?? type;
  counts[(COUNTED_TYPES as readonly string[]).includes(name) ? name : 'other']!++;
}

/** Creates the row of a step with the counts of the selected commands; null if none is selected and no selected client is idle. */
export function createStepRow(step: CommandStep, filter: CommandFilter): TableRow | null {
  const counts = createCounts();
  const clients = new Set<string>();
  const datagrams = new Set<string>();
  let commands = 0;
  for (const logged of step.commands) {
    if (!selectsCommand(filter, logged)) continue;
    commands++;
    clients.add(logged.clientName);
    datagrams.add(`${logged.clientName} ${logged.datagram}`);
    countCommand(counts, logged.command.type, logged.status);
  }
  counts['idle'] = step.idleClients.filter((name) => selectsClient(filter, name)).length;
  if (commands === 0 && counts['idle'] === 0) return null;
  return {
    time: step.time,
    stoppage: step.stoppageTime,
    play_mode: step.playMode,
    clients: clients.size,
    datagrams: datagrams.size,
    commands,
    ...counts,
  };
}

interface ClientTotals {
  firstTime: number;
  lastTime: number;
  datagrams: number;
  commands: number;
  notExecuted: number | null;
  readonly counts: Counts;
}

/** Counts the commands of each client. */
export class ClientCounter {
  readonly #filter: CommandFilter;
  readonly #clients = new Map<string, ClientTotals>();

  constructor(filter: CommandFilter) {
    this.#filter = filter;
  }

  /** Adds a step. `joined` has its commands. */
  add(step: CommandStep, joined: readonly JoinedCommand[]): void {
    const datagrams = new Set<string>();
    for (const { logged, executed } of joined) {
      if (!selectsCommand(this.#filter, logged)) continue;
      const totals = this.#totalsOf(logged.clientName, step.time);
      totals.lastTime = step.time;
      totals.commands++;
      const datagram = `${logged.clientName} ${logged.datagram}`;
      if (!datagrams.has(datagram)) {
        datagrams.add(datagram);
        totals.datagrams++;
      }
      if (executed !== null) totals.notExecuted = (totals.notExecuted ?? 0) + (executed ? 0 : 1);
      countCommand(totals.counts, logged.command.type, logged.status);
    }
    for (const name of step.idleClients) {
      const totals = this.#clients.get(name);
      if (totals !== undefined) totals.counts['idle']! += 1;
    }
    if (step.skippedSteps > 0)
      for (const totals of this.#clients.values()) totals.counts['idle']! += step.skippedSteps;
  }

  /** Returns the rows in the order in which the clients sent their first command. */
  rows(): TableRow[] {
    return [...this.#clients].map(([client, totals]) => ({
      client,
      first_time: totals.firstTime,
      last_time: totals.lastTime,
      datagrams: totals.datagrams,
      commands: totals.commands,
      not_executed: totals.notExecuted,
      ...totals.counts,
    }));
  }

  #totalsOf(name: string, time: number): ClientTotals {
    let totals = this.#clients.get(name);
    if (totals === undefined) {
      totals = {
        firstTime: time,
        lastTime: time,
        datagrams: 0,
        commands: 0,
        notExecuted: null,
        counts: createCounts(),
      };
      this.#clients.set(name, totals);
    }
    return totals;
  }
}
