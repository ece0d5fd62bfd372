/** The configuration of a server from its files and its command line (spec 01 §6). */
import {
  createPlayerParams,
  createServerParams,
  DEFAULT_SERVER_PARAMS,
  type PlayerParams,
  SERVER_VERSION,
  type ServerParams,
  selectGameValues,
} from '@rcss/params';
import {
  CSV_SAVER_PARAM_ROWS,
  type CsvSaverParams,
  EXTENSION_PARAM_ROWS,
  type ExtensionParams,
  type RcssParams,
} from '@rcss/params/program';
import {
  checkParams,
  type ParamRow,
  PLAYER_PARAM_ROWS,
  SERVER_PARAM_ROWS,
  serverParamRows,
} from '@rcss/params/tables';
import { findArgument, joinArguments } from './argument-text.js';
import { formatConfFile } from './conf-file-text.js';
import {
  applySource,
  type ConfRun,
  createFileSource,
  type OutputLine,
  type SourceErrors,
} from './conf-source.js';
import type { ConfigurationFile, ConfigurationObserver } from './configuration-check.js';
import { describeUnreadable, type FileAccess, joinPath } from './file-access.js';
import { HTTP_TOKEN_VARIABLE } from './http-problems.js';
import { MYSQL_SAVER_PARAM_ROWS, type MySqlSaverParams } from './mysql-saver-params.js';
import { convertOldConf } from './old-conf.js';
import { createParamModule, type MutableValues, type ParamModule } from './param-module.js';
import { REFEREE_TOKEN_VARIABLE } from './referee-settings.js';
import { findExtensionProblems, findStartupProblems } from './startup-problems.js';
import { expandTilde } from './tilde.js';
import { formatModuleHelp, formatUsage } from './usage.js';

/** All inputs of the configuration. */
export interface ConfigurationInput {
  /** Arguments without the program name. */
  readonly argv: readonly string[];
  /** Name under which the program was called, for the usage; default `rcssserver`. */
  readonly program?: string;
  /** Environment; only `RCSS_CONF_DIR`, `RCSS_HTTP_TOKEN`, `RCSS_REFEREE_TOKEN`, `USER` and `USERNAME` are used. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly files: FileAccess;
  /** Whether missing files are created; default true. */
  readonly createsFiles?: boolean;
}

/** All values of a run, frozen. */
export interface Configuration {
  readonly server: ServerParams;
  readonly player: PlayerParams;
  readonly csvSaver: CsvSaverParams;
  readonly mysqlSaver: MySqlSaverParams;
  /** `server::random_seed`; negative: the start time in seconds. */
  readonly randomSeed: number;
  readonly rcss: RcssParams;
}

/** Values that a program sets, by module as on the command line; missing ones have their defaults. */
export interface ConfigurationValues {
  readonly server?: Partial<ServerParams & Pick<ExtensionParams, 'random_seed'>>;
  readonly player?: Partial<PlayerParams>;
  readonly csvSaver?: Partial<CsvSaverParams>;
  readonly mysqlSaver?: Partial<MySqlSaverParams>;
  readonly rcss?: Partial<RcssParams>;
}

/** Parameters of our own that belong to a module. */
function listExtensionRows(module: string): readonly ParamRow[] {
  return EXTENSION_PARAM_ROWS.filter((row) => row.module === module);
}

function checkModule<P>(
  module: string,
  rows: readonly ParamRow[],
  values: { readonly [Name in keyof P]?: P[Name] | undefined } = {},
): P {
  const result = checkParams(module, rows, values);
  if (!result.ok) throw new RangeError(result.error.message);
  return Object.freeze(result.value) as P;
}

/**
 * Returns the configuration of a server that a program starts itself, without files and command line.
 *
 * @throws {RangeError} if a name is unknown or a value is not allowed; the message names the parameter.
 * @example
 * const config = createConfiguration({ server: { half_time: 10, random_seed: 42 }, rcss: { warmup: 0 } });
 */
export function createConfiguration(values: ConfigurationValues = {}): Configuration {
  const { random_seed, ...server } = values.server ?? {};
  const serverRows = listExtensionRows('server');
  const rcss = checkModule<RcssParams>('rcss', listExtensionRows('rcss'), values.rcss);
  return {
    server: createServerParams({ ...server, ...selectGameValues(server, rcss) }),
    player: createPlayerParams(values.player),
    csvSaver: checkModule('CSVSaver', CSV_SAVER_PARAM_ROWS, values.csvSaver),
    mysqlSaver: checkModule('MySQLSaver', MYSQL_SAVER_PARAM_ROWS, values.mysqlSaver),
    randomSeed: checkModule<Pick<ExtensionParams, 'random_seed'>>('server', serverRows, { random_seed })
      .random_seed,
    rcss,
  };
}

/**
 * Outcome of {@link loadConfiguration}. The caller prints `output` in order. Without a configuration the process
 * exits with `exitStatus`; `reason` is `version` if the command line has `--version`.
 */
export type ConfigurationOutcome =
  | { readonly ok: true; readonly config: Configuration; readonly output: readonly OutputLine[] }
  | {
      readonly ok: false;
      readonly reason: 'error' | 'help' | 'version';
      readonly exitStatus: number;
      readonly output: readonly OutputLine[];
    };

/** Differences between the modules in handling of their files (spec 01 §6.8, §6.11). */
interface FileStyle {
  readonly module: 'server' | 'player' | 'CSVSaver' | 'MySQLSaver';
  readonly rows: readonly ParamRow[];
  /** Rows of a generated file, if they are not all. */
  readonly generatedRows?: readonly ParamRow[];
  readonly parseFailure: (path: string) => string;
  readonly regenerate: (path: string) => string;
  /** Old file that is converted if the new one is missing. */
  readonly oldPath?: string;
  /** Whether the server creates a missing file, and refuses a file without a version entry. */
  readonly isGenerated: boolean;
}

const FILE_STYLES: readonly FileStyle[] = [
  {
    module: 'server',
    rows: SERVER_PARAM_ROWS,
    generatedRows: serverParamRows({ experimental_height: false }),
    parseFailure: (path) => `could not create or parse configuration file "${path}"`,
    regenerate: (path) => `You need to regenerate "${path}"`,
    oldPath: '~/.rcssserver-server.conf',
    isGenerated: true,
  },
  {
    module: 'player',
    rows: PLAYER_PARAM_ROWS,
    parseFailure: (path) => `could not parse configuration file "${path}"`,
    regenerate: (path) => `Need to regenerate "${path}"`,
    oldPath: '~/.rcssserver-player.conf',
    isGenerated: true,
  },
  {
    module: 'CSVSaver',
    rows: CSV_SAVER_PARAM_ROWS,
    parseFailure: (path) => `could not create or parse configuration file '${path}'`,
    regenerate: (path) => `Need to regenerate '${path}'`,
    isGenerated: true,
  },
  {
    module: 'MySQLSaver',
    rows: MYSQL_SAVER_PARAM_ROWS,
    parseFailure: (path) => `could not parse configuration file '${path}'`,
    regenerate: (path) => `Need to regenerate '${path}'`,
    isGenerated: false,
  },
];

/** Outcome of a run without a configuration. */
type Stop = Extract<ConfigurationOutcome, { ok: false }>;

interface Loader extends ConfRun {
  readonly program: string;
  readonly extensionValues: MutableValues;
  /** Whether missing files are created. */
  readonly createsFiles: boolean;
}

function addLines(loader: Loader, stream: OutputLine['stream'], lines: readonly string[]): void {
  for (const text of lines) loader.output.push({ stream, text });
}

function stopWith(loader: Loader, reason: Stop['reason'] = 'error'): Stop {
  return { ok: false, reason, exitStatus: 1, output: loader.output };
}

function addModule(loader: Loader, name: string, rows: readonly ParamRow[]): ParamModule {
  const module = createParamModule(name, rows, listExtensionRows(name), loader.extensionValues);
  loader.modules.set(name, module);
  return module;
}

/** Names of the modules known so far in listing order: our own one last. */
function listModuleNames(loader: Loader): string[] {
  return [...loader.modules.keys()].sort((a, b) => Number(a === 'rcss') - Number(b === 'rcss'));
}

function showUsage(loader: Loader, detailed: Iterable<string>): void {
  addLines(loader, 'stdout', formatUsage(loader.program, listModuleNames(loader)));
  for (const name of detailed) {
    const module = loader.modules.get(name);
    if (module === undefined) continue;
    const rows = [...new Set([...module.entries.values()].map((entry) => entry.row))];
    const values = { ...module.values };
    for (const { row, values: current } of module.entries.values()) values[row.name] = current[row.name]!;
    addLines(loader, 'stdout', formatModuleHelp(name, rows, values));
  }
}

/**
 * Shows the usage after errors in a source (spec 01 §6.11). After a wrong value it has the details of all modules.
 * If the only error is a failed include, no usage is shown.
 */
function showUsageFor(loader: Loader, errors: SourceErrors): void {
  if (errors.value) showUsage(loader, listModuleNames(loader));
  else if (errors.syntax) showUsage(loader, []);
}

function hasFailed(errors: SourceErrors): boolean {
  return errors.syntax || errors.include || errors.value;
}

/** Applies the settings of an old file if it exists (spec 01 §6.12). */
function convertOld(loader: Loader, style: FileStyle): void {
  if (style.oldPath === undefined) return;
  const oldPath = loader.expandTilde(style.oldPath);
  const read = loader.files.read(oldPath);
  if (read.kind === 'missing') return;
  addLines(loader, 'stdout', [`Trying to convert old configuration file '${style.oldPath}'`]);
  if (read.kind !== 'text') {
    addLines(loader, 'stdout', ['Conversion failed']);
    return;
  }
  addLines(loader, 'stdout', ['Conversion successful']);
  const text = convertOldConf(read.text, style.module === 'player' ? 'player' : 'server');
  if (hasFailed(applySource(loader, createFileSource(oldPath, text)))) loader.showsUsage = true;
}

function createFile(loader: Loader, style: FileStyle, module: ParamModule, path: string): Stop | undefined {
  convertOld(loader, style);
  if (!loader.createsFiles) return undefined;
  addLines(loader, 'stderr', [`Trying to create configuration file: ${path}`]);
  const reason = loader.files.create(
    path,
    formatConfFile(style.module, style.generatedRows ?? style.rows, module.values),
  );
  if (reason === undefined) {
    addLines(loader, 'stderr', [`Created configuration file: ${path}`]);
    return undefined;
  }
  addLines(loader, 'stderr', [
    `${path}: Configuration file creation failed: ${reason}`,
    `could not create or parse configuration file "${path}"`,
  ]);
  return stopWith(loader);
}

/** Reads or creates the file of one module. */
function loadFile(loader: Loader, style: FileStyle, directory: string): Stop | undefined {
  const module = addModule(loader, style.module, style.rows);
  const path = joinPath(directory, `${style.module}.conf`);
  const read = loader.files.read(path);
  if (read.kind === 'missing') return style.isGenerated ? createFile(loader, style, module, path) : undefined;
  if (read.kind !== 'text') {
    const reason = describeUnreadable(read);
    observeFileError(loader, path, reason);
    addLines(loader, 'stderr', [`${path}: ${reason}`, style.parseFailure(path)]);
    return stopWith(loader);
  }
  const errors = applySource(loader, createFileSource(path, read.text));
  if (hasFailed(errors)) {
    addLines(loader, 'stderr', [style.parseFailure(path)]);
    showUsageFor(loader, errors);
    return stopWith(loader);
  }
  if (module.version === SERVER_VERSION || (module.version === undefined && !style.isGenerated))
    return undefined;
  const regenerate = style.regenerate(path);
  const found = module.version === undefined ? 'is missing' : `is '${module.version}'`;
  observeFileError(
    loader,
    path,
    `${style.module}::version ${found}, '${SERVER_VERSION}' is needed; set it, or remove the file so that the server writes a new one`,
  );
  addLines(loader, 'stderr', [
    `Version mismatched in the configuration file. ${regenerate} or set '${SERVER_VERSION}' to the 'version' option.`,
  ]);
  return stopWith(loader);
}

/** Advice for an argument such as `server::team_l_start=run.sh --x`, which the original quotes as a whole and refuses (spec 01 §6.5). */
function suggestQuotes(argument = ''): string | undefined {
  const setting = /^(-{0,2}\w+::\w+)\s*=\s*(.*[ \t].*)$/s.exec(argument);
  if (setting === null) return undefined;
  const value = (setting[2] as string).replace(/^(["'])(.*)\1$/s, '$2');
  return `a value with blanks must be an argument of its own; write ${setting[1]}= "${value}"`;
}

function loadCommandLine(loader: Loader, argv: readonly string[]): Stop | undefined {
  const line = joinArguments(argv);
  for (const { assigned } of loader.modules.values()) assigned.clear();
  const errors = applySource(loader, {
    name: 'cmd line args',
    text: line.text,
    directory: '',
    where: (offset) => {
      const index = findArgument(line, offset);
      return `argument ${index + 1} (${argv[index] ?? ''})`;
    },
    originOf: ({ offset }) => ({ kind: 'argument', index: findArgument(line, offset) + 1 }),
    syntaxHint: (offset) => suggestQuotes(argv[findArgument(line, offset)]),
  });
  if (!hasFailed(errors)) return undefined;
  showUsageFor(loader, errors);
  return stopWith(loader);
}

function freezeCopy<P>(values: MutableValues): P {
  return Object.freeze({ ...values }) as P;
}

/**
 * Reads `server.conf`, `player.conf` and `CSVSaver.conf` of the configuration directory, creating those that are
 * missing, then `MySQLSaver.conf` if there is one, then the command line; later settings override earlier ones
 * (spec 01 §6.1). Has no effects except calls of `files` and never throws; every message is in the outcome.
 */
export function loadConfiguration(input: ConfigurationInput): ConfigurationOutcome {
  if (input.argv.includes('--version')) return { ok: false, reason: 'version', exitStatus: 0, output: [] };
  const { env, files } = input;
  const loader = createLoader(input);
  const directory = loader.expandTilde(env['RCSS_CONF_DIR'] || '~/.rcssserver/');
  const trouble = loader.createsFiles ? files.makeDirectory(directory) : undefined;
  if (trouble !== undefined) {
    addLines(loader, 'stderr', [`Could not read or create config directory ${directory}: ${trouble}`]);
    return stopWith(loader);
  }
  addModule(loader, 'rcss', []);
  for (const style of FILE_STYLES) {
    const stopped = loadFile(loader, style, directory);
    if (stopped !== undefined) return stopped;
  }
  const stopped = loadCommandLine(loader, input.argv);
  if (stopped !== undefined) return stopped;
  applyEnvironment(loader, env);
  if (loader.showsUsage) {
    showUsage(loader, loader.detailed);
    return stopWith(loader, loader.hasError ? 'error' : 'help');
  }
  return finish(loader);
}

function createLoader(
  { program = 'rcssserver', env, files, createsFiles = true }: ConfigurationInput,
  observer?: ConfigurationObserver,
): Loader {
  return {
    program,
    modules: new Map(),
    files,
    expandTilde: (path) => expandTilde(path, env, files),
    output: [],
    observer,
    detailed: new Set(),
    showsUsage: false,
    hasError: false,
    extensionValues: {},
    createsFiles,
  };
}

/** What {@link readAllSources} has read. */
export interface ReadSources {
  readonly modules: ReadonlyMap<string, ParamModule>;
  readonly files: readonly ConfigurationFile[];
  /** Settings with which no match can run, as sentences that begin with the parameter. */
  readonly startupProblems: readonly string[];
}

/** Reads all sources like {@link loadConfiguration}, goes on after errors, and writes no file. */
export function readAllSources(input: ConfigurationInput, observer: ConfigurationObserver): ReadSources {
  const states: ConfigurationFile[] = [];
  const { files } = input;
  const loader = createLoader({ ...input, createsFiles: false }, observer);
  const directory = loader.expandTilde(input.env['RCSS_CONF_DIR'] || '~/.rcssserver/');
  addModule(loader, 'rcss', []);
  for (const style of FILE_STYLES) {
    const path = joinPath(directory, `${style.module}.conf`);
    const { kind } = files.read(path);
    states.push({ path, state: kind === 'text' ? 'read' : kind === 'missing' ? 'absent' : 'unreadable' });
    loadFile(loader, style, directory);
  }
  loadCommandLine(loader, input.argv);
  for (const [parameter, name] of applyEnvironment(loader, input.env)) {
    const origin = { kind: 'environment', name } as const;
    observer.onSetting(`rcss::${parameter}`, { value: loader.extensionValues[parameter]!, origin });
  }
  const rcss = loader.extensionValues as unknown as RcssParams;
  const server = readServerValues(loader, rcss);
  const startupProblems = [...findStartupProblems(server), ...findExtensionProblems(rcss)];
  return { modules: loader.modules, files: states, startupProblems };
}

/** Reports an error of a whole file to the observer. */
function observeFileError({ observer }: Loader, path: string, message: string): void {
  observer?.onProblem({ severity: 'error', origin: { kind: 'file', path, line: null }, message });
}

/** Environment variables with tokens, which other users of the machine cannot see there, by parameter. */
const TOKEN_VARIABLES = { http_token: HTTP_TOKEN_VARIABLE, referee_token: REFEREE_TOKEN_VARIABLE } as const;

/** Takes the tokens that are not set from the environment. Returns those that it has taken. */
function applyEnvironment({ extensionValues }: Loader, env: ConfigurationInput['env']): [string, string][] {
  const taken = Object.entries(TOKEN_VARIABLES).filter(
    ([parameter, name]) => extensionValues[parameter] === '' && (env[name] ?? '') !== '',
  );
  for (const [parameter, name] of taken) extensionValues[parameter] = env[name]!;
  return taken;
}

/** Returns the parameters of the match. A version of the game log that files set to the default counts as not set: generated files do. */
function readServerValues({ modules }: Loader, rcss: RcssParams): ServerParams {
  const { assigned, ...module } = modules.get('server')!;
  const values = module.values as unknown as ServerParams;
  const { game_log_version: version, ...others } = values;
  const isSet = assigned.has('game_log_version') || version !== DEFAULT_SERVER_PARAMS.game_log_version;
  return Object.freeze({ ...values, ...selectGameValues(isSet ? values : others, rcss) });
}

function finish(loader: Loader): ConfigurationOutcome {
  const valuesOf = (name: string): MutableValues => loader.modules.get(name)!.values;
  const { random_seed, ...rcss } = loader.extensionValues as MutableValues &
    Pick<ExtensionParams, 'random_seed'>;
  const server = readServerValues(loader, rcss as unknown as RcssParams);
  const problems = [...findStartupProblems(server), ...findExtensionProblems(rcss as unknown as RcssParams)];
  if (problems.length > 0) {
    addLines(
      loader,
      'stderr',
      problems.map((problem) => `Error: ${problem}.`),
    );
    return stopWith(loader);
  }
  const config: Configuration = {
    server,
    player: freezeCopy(valuesOf('player')),
    csvSaver: freezeCopy(valuesOf('CSVSaver')),
    mysqlSaver: freezeCopy(valuesOf('MySQLSaver')),
    randomSeed: random_seed,
    rcss: freezeCopy(rcss),
  };
  return { ok: true, config, output: loader.output };
}
