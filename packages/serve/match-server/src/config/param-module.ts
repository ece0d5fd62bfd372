/** A module of parameters during configuration: its known parameters, and how written values are set (spec 01 §6.6). */
import {
  findNearestName,
  MAX_INT,
  MIN_INT,
  normalizeParam,
  type ParamRow,
  type ParamValue,
} from '@rcss/params/tables';
import type { ConfValue } from './conf-parser.js';

/** Values being configured. */
export type MutableValues = Record<string, ParamValue>;

/** A module under configuration. */
export interface ParamModule {
  readonly name: string;
  /** Rows in the generated file and in the help. */
  readonly rows: readonly ParamRow[];
  /** All known parameters, each with the record that holds its value. Extension parameters have a separate record. */
  readonly entries: ReadonlyMap<string, { readonly row: ParamRow; readonly values: MutableValues }>;
  readonly values: MutableValues;
  /** Names of the parameters that the command line sets; before it is read, those that files set. */
  readonly assigned: Set<string>;
  /** Text of the last `version` entry. */
  version: string | undefined;
}

/** Result of setting a value. Texts as in spec 01 §6.6. */
export interface SetOutcome {
  readonly error?: string;
  readonly warning?: string;
  /** Line for standard error that is neither an error nor a warning (spec 01 §2.4). */
  readonly remark?: string;
  /** Returns advice or the allowed values, for messages. The search for a similar name takes time. */
  readonly findHint?: () => string | undefined;
}

/** A module with all values at their defaults. */
export function createParamModule(
  name: string,
  rows: readonly ParamRow[],
  extension: readonly (ParamRow & { readonly formerName?: string })[],
  extensionValues: MutableValues,
): ParamModule {
  const values: MutableValues = {};
  const entries = new Map<string, { row: ParamRow; values: MutableValues }>();
  for (const row of rows) {
    values[row.name] = row.default;
    entries.set(row.name, { row, values });
  }
  for (const row of extension) {
    extensionValues[row.name] = row.default;
    entries.set(row.name, { row, values: extensionValues });
    if (row.formerName !== undefined) entries.set(row.formerName, { row, values: extensionValues });
  }
  return { name, rows, entries, values, assigned: new Set(), version: undefined };
}

const KIND_NAMES = {
  int: 'an integer',
  real: 'a number',
  bool: 'on or off',
  string: 'a quoted text',
} as const;

const KIND_ERROR_NAMES = { int: 'numeric', real: 'numeric', bool: 'boolean', string: 'string' } as const;

type Converted = { readonly value: ParamValue; readonly warning?: string } | undefined;

/** Value of the parameter's kind for a written one; undefined if the kinds do not match. */
function convert(row: ParamRow, written: ConfValue): Converted {
  if (written.kind === 'string' || row.type === 'string') {
    return written.kind === 'string' && row.type === 'string' ? { value: written.value } : undefined;
  }
  if (row.type === 'bool') {
    if (written.kind === 'bool') return { value: written.value };
    const value = written.value !== 0;
    if (written.value === 0 || written.value === 1) return { value };
    const from = written.kind === 'int' ? 'int' : 'floating point';
    return { value, warning: `casting from ${from} to bool for parameter '${row.name}'` };
  }
  if (written.kind === 'bool') return undefined;
  if (row.type === 'real' || written.kind === 'int') return { value: written.value };
  const value = Math.min(Math.max(Math.trunc(written.value), MIN_INT), MAX_INT) + 0;
  if (value === written.value) return { value };
  return { value, warning: `casting from floating point to integer for parameter '${row.name}'` };
}

/** Returns advice to use quotes if a string parameter was set to a text that looks like a number or a switch. */
function suggestQuotes(module: string, row: ParamRow, written: ConfValue): string {
  return row.type === 'string' ? `; in a shell, write "${module}::${row.name}='${written.text}'"` : '';
}

/** If `row` is the fixed team name of a side, returns the parameter with that of the other side. */
function findOtherTeamName(row: ParamRow): string | undefined {
  if (row.onSet !== 'team-name') return undefined;
  return row.name.endsWith('_l') ? 'fixed_teamname_r' : 'fixed_teamname_l';
}

/** Sets a parameter of `module` to a written value. `expandTilde` replaces a leading `~`. */
export function setParam(
  module: ParamModule,
  name: string,
  written: ConfValue,
  expandTilde: (path: string) => string,
): SetOutcome {
  if (name === 'version') {
    if (written.kind !== 'string') {
      return {
        error: `'${module.name}' has no ${KIND_ERROR_NAMES[written.kind]} parameter called 'version'`,
      };
    }
    module.version = written.value;
    return {};
  }
  const entry = module.entries.get(name);
  if (entry === undefined) {
    const findHint = (): string | undefined => {
      const nearest = findNearestName(name, module.entries.keys());
      return nearest === undefined ? undefined : `did you mean ${module.name}::${nearest}?`;
    };
    return { error: `'${module.name}' has no parameter called '${name}'`, findHint };
  }
  const { row, values } = entry;
  const converted = convert(row, written);
  if (converted === undefined) {
    const kind = KIND_ERROR_NAMES[written.kind];
    const shown = written.kind === 'string' && row.type === 'int' ? ` (${written.value})` : '';
    return {
      error: `'${module.name}' has no ${kind} parameter${shown} called '${name}'`,
      findHint: () =>
        `${module.name}::${name} takes ${KIND_NAMES[row.type]}${suggestQuotes(module.name, row, written)}`,
    };
  }
  const value = normalizeParam(row, converted.value, expandTilde);
  const otherName = findOtherTeamName(row);
  if (otherName !== undefined && value !== '' && values[otherName] === value) {
    const how = name.endsWith('_l') ? 'set' : 'assigned';
    return {
      remark: `Could not set server::${name}='${value}'. The same name is already ${how} to server::fixed_teamname_r.`,
    };
  }
  values[row.name] = value;
  module.assigned.add(row.name);
  return converted.warning === undefined ? {} : { warning: converted.warning };
}
