/** Applies one source of settings (a file or the command line) to the modules, with all its messages (spec 01 §6.4 to §6.11). */
import { findNearestName } from '@rcss/params/tables';
import { type ConfPlace, type ConfSyntaxError, type ConfValue, getColumn, parseConf } from './conf-parser.js';
import { type ConfigurationObserver, SECRET_PARAMETERS, type SettingOrigin } from './configuration-check.js';
import { directoryOf, type FileAccess, isAbsolutePath, joinPath } from './file-access.js';
import { type ParamModule, type SetOutcome, setParam } from './param-module.js';

/** A line for one of the two standard streams. */
export interface OutputLine {
  readonly stream: 'stdout' | 'stderr';
  readonly text: string;
}

/** State of a configuration run. */
export interface ConfRun {
  /** Modules known so far, in order of creation. */
  readonly modules: Map<string, ParamModule>;
  readonly files: FileAccess;
  readonly expandTilde: (path: string) => string;
  readonly output: OutputLine[];
  /** Receives every setting and problem, for a check of the configuration. */
  readonly observer?: ConfigurationObserver | undefined;
  /** Names of modules whose details were requested, or that had a wrong setting. */
  readonly detailed: Set<string>;
  /** Whether the usage is shown at the end. */
  showsUsage: boolean;
  /** Whether any error was reported. */
  hasError: boolean;
}

/** A source of settings. */
export interface ConfSource {
  /** Path, or `cmd line args`. */
  readonly name: string;
  readonly text: string;
  /** Directory that relative includes start from; empty: the working directory. */
  readonly directory: string;
  /** Describes the place of an item for messages. */
  readonly where: (offset: number) => string;
  /** The place of an item as data. */
  readonly originOf: (place: ConfPlace) => SettingOrigin;
  /** Advice for a syntax error at an offset, or undefined. */
  readonly syntaxHint?: (offset: number) => string | undefined;
}

/** Kinds of errors found in a source. */
export interface SourceErrors {
  syntax: boolean;
  include: boolean;
  /** A `server::` setting was wrong; other modules are remembered in the run (spec 01 §6.7). */
  value: boolean;
}

export function createFileSource(path: string, text: string): ConfSource {
  const where = (offset: number): string => `column ${getColumn(text, offset)}`;
  const originOf = ({ line }: ConfPlace): SettingOrigin => ({ kind: 'file', path, line });
  return { name: path, text, directory: directoryOf(path), where, originOf };
}

/** Most errors, and most warnings, that are reported for a file or the command line. The others are counted. */
const MAX_REPORTED = 100;

/** Number of errors and warnings found so far in a source and what it includes. */
interface ProblemCounts {
  error: number;
  warning: number;
}

/** A source that is being applied, with the state that its included files share. */
interface OpenSource {
  readonly source: ConfSource;
  /** Paths that are being parsed; they are not included again. */
  readonly paths: readonly string[];
  readonly counts: ProblemCounts;
}

/** Counts a problem. Returns whether it is reported. */
function countProblem(run: ConfRun, counts: ProblemCounts, kind: keyof ProblemCounts): boolean {
  if (kind === 'error') run.hasError = true;
  counts[kind]++;
  return counts[kind] <= MAX_REPORTED;
}

/** Reports how many problems of a source were only counted. */
function reportOmitted(run: ConfRun, source: ConfSource, counts: ProblemCounts): void {
  for (const severity of ['error', 'warning'] as const) {
    const omitted = counts[severity] - MAX_REPORTED;
    if (omitted <= 0) continue;
    const message = `${omitted} more ${severity}${omitted === 1 ? ' is' : 's are'} not shown, only the first ${MAX_REPORTED}`;
    const origin = source.originOf({ offset: 0, line: 1 });
    const place = origin.kind === 'file' ? { ...origin, line: null } : origin;
    run.observer?.onProblem({ severity, origin: place, message });
    addErrorLine(run, `${source.name}: ${message}`);
  }
}

function addErrorLine(run: ConfRun, text: string): void {
  run.output.push({ stream: 'stderr', text });
}

function reportProblem(
  run: ConfRun,
  source: ConfSource,
  place: ConfPlace,
  kind: 'error' | 'warning',
  what: string,
  reason: string,
): void {
  addErrorLine(run, `${source.name}: ${place.line}: ${kind}: while parsing "${what}"`);
  addErrorLine(run, `${source.name}: ${place.line}: ${kind}: ${reason}`);
}

function reportNote(run: ConfRun, source: ConfSource, place: ConfPlace, hint: string | undefined): void {
  const text = hint === undefined ? source.where(place.offset) : `${source.where(place.offset)}: ${hint}`;
  addErrorLine(run, `${source.name}: ${place.line}: note: ${text}`);
}

function reportSyntax(run: ConfRun, source: ConfSource, error: ConfSyntaxError): void {
  const advice = source.syntaxHint?.(error.parseItem.offset);
  run.observer?.onProblem({
    severity: 'error',
    origin: source.originOf(error.parseItem),
    message: `'${error.itemText}' is not understood${error.expected === undefined ? '' : `: ${error.expected} at '${error.text}'`}; ${advice ?? 'settings are written module::name=value'}`,
  });
  if (error.expected !== undefined)
    reportProblem(run, source, error.place, 'error', error.text, error.expected);
  reportProblem(run, source, error.parseItem, 'error', error.itemText, 'unknown parse error');
  reportNote(run, source, error.place, source.syntaxHint?.(error.parseItem.offset));
}

/** Settings of unknown modules are ignored (spec 01 §6.7); a module name that looks misspelled is reported. */
function reportUnknownModule(
  run: ConfRun,
  { source, counts }: OpenSource,
  path: readonly string[],
  place: ConfPlace,
): void {
  const [name = ''] = path;
  const nearest = findNearestName(name, run.modules.keys());
  if (nearest === undefined || path.length !== 2) return;
  if (!countProblem(run, counts, 'warning')) return;
  run.observer?.onProblem({
    severity: 'warning',
    origin: source.originOf(place),
    message: `module '${name}' is unknown and ignored; did you mean ${nearest}::${path[1]}?`,
  });
  reportNote(
    run,
    source,
    place,
    `module '${name}' is unknown and ignored; did you mean ${nearest}::${path[1]}?`,
  );
}

/** A setting as it is written in a source. */
interface WrittenSetting {
  readonly module: ParamModule;
  readonly path: readonly string[];
  readonly value: ConfValue;
  readonly place: ConfPlace;
}

/** Passes a setting, and what is wrong with it, to the observer. */
function observeSetting(
  { observer }: ConfRun,
  source: ConfSource,
  { module, path, value, place }: WrittenSetting,
  { error, warning, remark }: SetOutcome,
  hint: string | undefined,
): void {
  if (observer === undefined) return;
  const origin = source.originOf(place);
  const parameter = path.join('::');
  if (error !== undefined) {
    const shown = SECRET_PARAMETERS.has(parameter) ? '(hidden)' : `'${value.text}'`;
    const message = `${parameter}: value ${shown}: ${error}${hint === undefined ? '' : `; ${hint}`}`;
    observer.onProblem({ severity: 'error', origin, message });
    return;
  }
  if (warning !== undefined)
    observer.onProblem({ severity: 'warning', origin, message: `${parameter}: ${warning}` });
  if (remark !== undefined) {
    observer.onProblem({ severity: 'warning', origin, message: remark });
    return;
  }
  const entry = module.entries.get(path[1]!);
  if (entry === undefined) return;
  observer.onSetting(`${module.name}::${entry.row.name}`, { value: entry.values[entry.row.name]!, origin });
}

const INCLUDE_REASONS = {
  missing: 'file not found',
  directory: 'cannot include a directory',
  unreadable: 'read failed',
} as const;

/** Applies a setting. Returns whether its value is wrong. */
function applySetting(run: ConfRun, { source, counts }: OpenSource, setting: WrittenSetting): boolean {
  const { module, path, value, place } = setting;
  const outcome = setParam(module, path[1]!, value, run.expandTilde);
  const { error, warning, remark } = outcome;
  const isFine = error === undefined && warning === undefined && remark === undefined;
  if (!isFine && !countProblem(run, counts, error === undefined ? 'warning' : 'error'))
    return error !== undefined;
  const hint = outcome.findHint?.();
  observeSetting(run, source, setting, outcome, hint);
  const what = path.join('::');
  if (remark !== undefined) addErrorLine(run, remark);
  if (warning !== undefined) reportProblem(run, source, place, 'warning', what, warning);
  if (error === undefined) return false;
  reportProblem(run, source, place, 'error', what, error);
  reportNote(run, source, place, hint);
  return true;
}

function reportInclude(
  run: ConfRun,
  source: ConfSource,
  place: ConfPlace,
  file: string,
  path: string,
  reason: string,
): void {
  run.observer?.onProblem({
    severity: 'error',
    origin: source.originOf(place),
    message: `include '${file}': ${reason} (${path})`,
  });
  addErrorLine(run, `${source.name}: ${place.line}: error: include '${file}' failed`);
  addErrorLine(run, `${source.name}: ${place.line}: error: ${reason}`);
}

/**
 * Parses a source and applies its settings. The errors are reported in `run.output`; of many errors the first {@link MAX_REPORTED} and the
 * number of the others. The returned flags are the kinds of the errors, including those of included files.
 */
export function applySource(run: ConfRun, source: ConfSource): SourceErrors {
  const counts = { error: 0, warning: 0 };
  const errors = applyOpenSource(run, { source, paths: [source.name], counts });
  reportOmitted(run, source, counts);
  return errors;
}

function applyOpenSource(run: ConfRun, open: OpenSource): SourceErrors {
  const { source, paths, counts } = open;
  const errors: SourceErrors = { syntax: false, include: false, value: false };
  const syntax = parseConf(source.text, {
    // Values of the original's parameters keep its grammar.
    isText([module, name]) {
      return module === 'rcss' && run.modules.get(module)?.entries.get(name ?? '')?.row.type === 'string';
    },
    set(path, value, place) {
      const module = path.length === 2 ? run.modules.get(path[0]!) : undefined;
      if (module === undefined) {
        reportUnknownModule(run, open, path, place);
        return;
      }
      if (!applySetting(run, open, { module, path, value, place })) return;
      if (module.name === 'server') errors.value = true;
      else {
        run.showsUsage = true;
        run.detailed.add(module.name);
      }
    },
    include(file, place) {
      const path = isAbsolutePath(file) ? file : joinPath(source.directory, file);
      if (paths.includes(path)) return;
      const read = run.files.read(path);
      if (read.kind !== 'text') {
        errors.include = true;
        if (countProblem(run, counts, 'error'))
          reportInclude(run, source, place, file, path, INCLUDE_REASONS[read.kind]);
        return;
      }
      const inner = applyOpenSource(run, {
        source: createFileSource(path, read.text),
        paths: [...paths, path],
        counts,
      });
      errors.syntax ||= inner.syntax;
      errors.include ||= inner.include;
      errors.value ||= inner.value;
    },
    help(path) {
      if (path.length === 0) run.showsUsage = true;
      else if (path.length === 1 && run.modules.has(path[0]!)) {
        run.showsUsage = true;
        run.detailed.add(path[0]!);
      }
    },
  });
  if (syntax !== undefined) {
    errors.syntax = true;
    if (countProblem(run, counts, 'error')) reportSyntax(run, source, syntax);
  }
  return errors;
}
