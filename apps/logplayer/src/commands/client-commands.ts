import { CommandLineError, describeVerb, formatJson } from '@rcss/kit/command-line';
import { MAX_REPORTED, readRecords } from '@rcss/log-service/files';
import {
  createLogProgress,
  type FileOutput,
  type Io,
  readFileBytes,
  writeOutput,
} from '@rcss/log-service/streams';
import { formatCsvRow, type TableRow } from '@rcss/logs/text';
import {
  CLIENT_COLUMNS,
  ClientCounter,
  COMMAND_COLUMNS,
  COMMAND_STATUSES,
  COMMAND_TYPES,
  type CommandFilter,
  CommandTracker,
  createCallRow,
  createCommandRow,
  createStepRow,
  formatArguments,
  GameLogStates,
  JOINED_COLUMNS,
  type JoinedCommand,
  joinStep,
  REFEREE_NAME,
  readTextLog,
  STEP_COLUMNS,
  selectsCommand,
  selectsTime,
  type TextLogDamage,
} from '@rcss/logs/text-logs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { createNamesParser, createTextOutputOption, parseCycleRanges } from './options.js';

interface Options {
  readonly client?: RegExp;
  readonly cycles?: CommandFilter['cycles'];
  readonly command?: ReadonlySet<string>;
  readonly status?: ReadonlySet<string>;
  readonly counts?: 'steps' | 'clients';
  readonly gameLog?: string;
  readonly referee: boolean;
  readonly json: boolean;
  readonly csv: boolean;
  readonly output: string;
}

/** Whether a text is the name of clients to its end: the name of a team may have commas, which do not end it. */
function isWholeName(text: string): boolean {
  return text === 'Coach' || /_(?:\d+|Coach)$|\*$/.test(text);
}

function escapePattern(name: string, any: string): string {
  return name
    .split('*')
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join(any);
}

/**
 * Parses names of clients with commas; `*` stands for any characters. After the last underscore is the player of the team: `A_*` is
 * the team `A`, not a team `A_old`.
 */
function parseClients(text: string): RegExp {
  const patterns: string[] = [];
  let name = '';
  for (const part of text.split(',')) {
    name += name === '' ? part : `,${part}`;
    if (!isWholeName(name)) continue;
    const bar = name.lastIndexOf('_') + 1;
    const any = bar === 0 ? '.*' : '[^_]*';
    patterns.push(escapePattern(name.slice(0, bar), '.*') + escapePattern(name.slice(bar), any));
    name = '';
  }
  if (name !== '' || patterns.length === 0) {
    throw new InvalidArgumentError('Allowed, with commas: Foxes_5, Foxes_*, Foxes_Coach, Coach (trainer).');
  }
  return new RegExp(`^(?:${patterns.join('|')})$`);
}

/** Reports lines of a text log that do not belong to an entry. A file without entries is not a text log. */
class DamageReport {
  readonly #io: Io;
  readonly #name: string;
  #count = 0;
  #hasEntry = false;

  constructor(io: Io, name: string) {
    this.#io = io;
    this.#name = name;
  }

  add({ offset, text }: TextLogDamage): void {
    if (this.#count === 0 && /^ULG|^\[|^\0/.test(text)) {
      throw new CommandLineError(
        `${this.#name}: the file is a game log (.rcg). Needed: a text log (.rcl). Use --game-log for the game log`,
      );
    }
    this.#count++;
    if (this.#count <= MAX_REPORTED)
      this.#io.err(`${this.#name}: offset ${offset}: not an entry of a text log: ${text.slice(0, 60)}\n`);
  }

  addEntry(): void {
    this.#hasEntry = true;
  }

  /** @throws CommandLineError if the file has no entry. */
  finish(): void {
    if (this.#count > MAX_REPORTED)
      this.#io.err(`${this.#name}: ${this.#count - MAX_REPORTED} more damaged places\n`);
    if (!this.#hasEntry)
      throw new CommandLineError(
        `${this.#name}: not a text log: no line begins with a game time such as "120,0"`,
      );
  }
}

async function readGameLog(io: Io, name: string): Promise<GameLogStates> {
  const states = new GameLogStates();
  for await (const record of readRecords(io, name, { reuseFrames: true })) states.add(record);
  return states;
}

/** Writes rows as CSV, lines of JSON, or text. */
class RowWriter {
  readonly #output: FileOutput;
  readonly #options: Options;
  readonly #columns: readonly string[];

  constructor(output: FileOutput, options: Options, columns: readonly string[]) {
    this.#output = output;
    this.#options = options;
    this.#columns = columns;
  }

  async begin(): Promise<void> {
    if (this.#options.csv) await this.#output.write(formatCsvRow(this.#columns));
    else if (!this.#options.json && this.#options.counts !== undefined)
      await this.#output.write(this.#formatCells(this.#columns));
  }

  async writeRow(row: TableRow): Promise<void> {
    const values = this.#columns.map((column) => row[column]);
    if (this.#options.json) await this.#output.write(`${formatJson(row)}\n`);
    else await this.#output.write(this.#options.csv ? formatCsvRow(values) : this.#formatCells(values));
  }

  /** Aligns texts to the left, numbers to the right. */
  #formatCells(values: readonly unknown[]): string {
    const cells = values.map((value, i) => {
      const column = this.#columns[i]!;
      const text = String(value ?? '-');
      return column === 'client' || column === 'play_mode' ? text.padEnd(18) : text.padStart(column.length);
    });
    return `${cells.join(' ').trimEnd()}\n`;
  }
}

/** Formats the beginning of a line: step and client. */
function formatLineHead(time: number, stoppageTime: number, client: string): string {
  return `${`${time},${stoppageTime}`.padEnd(8)} ${client.padEnd(18)}`;
}

/** Formats a command as a line: step, client, command with its arguments, status. */
function formatCommandLine({ logged, executed }: JoinedCommand): string {
  const { time, stoppageTime, clientName, command, status } = logged;
  const words = [
    formatLineHead(time, stoppageTime, clientName),
    command.type.padEnd(12),
    formatArguments(command),
    status === 'ok' ? '' : `[${status}]`,
    executed === false && status !== 'superfluous' ? '[not executed]' : '',
  ];
  return `${words
    .filter((word) => word !== '')
    .join(' ')
    .trimEnd()}\n`;
}

async function printCommands(io: Io, log: string, options: Options, output: FileOutput): Promise<void> {
  const { counts, json, csv } = options;
  const filter: CommandFilter = {
    cycles: options.cycles ?? null,
    client: options.client ?? null,
    types: options.command ?? null,
    statuses: options.status ?? null,
  };
  const states = options.gameLog === undefined ? null : await readGameLog(io, options.gameLog);
  const columns =
    counts === 'steps'
      ? STEP_COLUMNS
      : counts === 'clients'
        ? CLIENT_COLUMNS
        : [...COMMAND_COLUMNS, ...(states === null ? [] : JOINED_COLUMNS)];
  const writer = new RowWriter(output, options, columns);
  const clients = new ClientCounter(filter);
  const tracker = new CommandTracker();
  const damage = new DamageReport(io, log);
  await writer.begin();
  const names = new Set<string>();
  const writeStep = async (step: ReturnType<CommandTracker['finish']>): Promise<void> => {
    if (step === null || !selectsTime(filter, step.time)) return;
    for (const { clientName } of step.commands) names.add(clientName);
    if (counts === 'steps') {
      const row = createStepRow(step, filter);
      if (row !== null) await writer.writeRow(row);
      return;
    }
    const joined = joinStep(step, states);
    if (counts === 'clients') {
      clients.add(step, joined);
      return;
    }
    for (const call of options.referee ? step.calls : []) {
      if (json || csv) await writer.writeRow(createCallRow(step, call, json));
      else
        await output.write(
          `${formatLineHead(step.time, step.stoppageTime, REFEREE_NAME)} ${'call'.padEnd(12)} ${call}\n`,
        );
    }
    for (const command of joined) {
      if (!selectsCommand(filter, command.logged)) continue;
      if (json || csv) await writer.writeRow(createCommandRow(command, states, json));
      else await output.write(formatCommandLine(command));
    }
  };
  const progress = createLogProgress(io, `reading ${log}`);
  try {
    const bytes = readFileBytes(io, log, (done, of) => progress.step(done, of));
    for await (const entry of readTextLog(bytes)) {
      if (entry.type === 'damage') {
        damage.add(entry);
        continue;
      }
      damage.addEntry();
      const step = tracker.add(entry);
      if (step !== null) await writeStep(step);
    }
  } finally {
    progress.done();
  }
  damage.finish();
  await writeStep(tracker.finish());
  if (counts === 'clients') for (const row of clients.rows()) await writer.writeRow(row);
  const { client } = options;
  if (client !== undefined && !options.referee && ![...names].some((name) => client.test(name))) {
    const found = names.size === 0 ? 'none' : [...names].sort().join(', ');
    throw new CommandLineError(
      `${log}: --client selects no client. Clients in the selected part of the log: ${found}`,
    );
  }
}

/** Adds `commands`: prints the commands of clients in a text log. */
export function addCommands(program: Command, io: Io): void {
  const verb = program
    .command('commands')
    .description(
      'print what clients sent in a text log (.rcl), decoded, with late and superfluous commands, or counts of it',
    )
    .argument('<log>', 'text log; - reads the standard input')
    .option('--client <names>', 'clients, with commas: Foxes_5, Foxes_*, Foxes_Coach, Coach', parseClients)
    .option('--cycles <ranges>', 'game times, with commas: 100-200,3000-', parseCycleRanges)
    .option('--command <types>', 'commands, with commas: kick,tackle', createNamesParser(COMMAND_TYPES))
    .option(
      '--status <statuses>',
      'with commas: ok, superfluous, late, malformed',
      createNamesParser(COMMAND_STATUSES),
    )
    .addOption(
      new Option('--counts <by>', 'print counts per step or per client instead').choices([
        'steps',
        'clients',
      ]),
    )
    .option('-g, --game-log <log>', 'game log of the same match: adds state and whether it was executed')
    .addOption(
      new Option('--referee', 'print the calls of the referee too, which all clients receive')
        .default(false)
        .conflicts('counts'),
    )
    .option('--json', 'as lines of JSON', false)
    .addOption(new Option('--csv', 'as CSV').default(false).conflicts('json'))
    .addOption(createTextOutputOption())
    .action((log: string, options: Options) => {
      const inputs = options.gameLog === undefined ? [log] : [log, options.gameLog];
      return writeOutput(io, options.output, inputs, (output) => printCommands(io, log, options, output));
    });
  describeVerb(verb, [
    ['--client Foxes_5 --cycles 100-200 match.rcl', 'prints the commands of a player'],
    ['--status late,superfluous --csv match.rcl.gz', 'prints the commands that missed their cycle as CSV'],
    ['--referee --command kick match.rcl', 'prints the kicks and the calls of the referee'],
    ['--counts clients match.rcl', 'prints one line of counts per client'],
    ['--command kick -g match.rcg --json match.rcl', 'prints the kicks with position and success'],
  ]);
}
