/**
 * Reads one log for the Python package (`rcss.read_log`), in which this program is one file. The standard input is a request as JSON.
 * The answer on the standard output is that of `table-answer.ts`, or one line `{"error": {"kind", "message"}}`.
 */
import { readFileSync, writeSync } from 'node:fs';
import { CommandLineError } from '@rcss/kit/command-line';
import type { LogRecord } from '@rcss/logs';
import { createDefaultPlayerType, createServerParams } from '@rcss/params';
import { matchTableFields, selectNames, TRACKING_FIELDS } from '@rcss/stats/export';
import { gameIdOf } from '../export/export-log.js';
import { createLogTables, type LogTable, type TableRequest } from '../export/log-tables.js';
import type { Io } from '../files/io.js';
import { encodeAnswer, type LogParameters } from './table-answer.js';

const INPUT = 0;
const OUTPUT = 1;

/** What the Python package asks for. */
interface Request {
  readonly path: string;
  readonly tables: readonly {
    readonly name: LogTable;
    /** Names of columns, with `*` for any characters; null selects the default. */
    readonly fields: readonly string[] | null;
  }[];
  readonly format: 'columns' | 'arrow';
  /** Whether the answer has the parameters of the match. */
  readonly parameters?: boolean;
}

function write(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(OUTPUT, bytes, at);
}

/** @throws RangeError if a field does not exist. */
function selectFields({ name, fields }: Request['tables'][number]): TableRequest {
  const names = name === 'tracking' ? TRACKING_FIELDS : matchTableFields(name);
  return { table: name, fields: fields === null ? null : selectNames(names, fields) };
}

/** Collects the parameters of a log; those that it does not have are the defaults. */
function collectParameters(): { readonly parameters: LogParameters; addRecord(record: LogRecord): void } {
  const parameters: LogParameters = { server: createServerParams(), types: [] };
  return {
    parameters,
    addRecord: (record) => {
      if (record.type === 'server_param') parameters.server = record.params;
      if (record.type === 'player_type') parameters.types[record.playerType.id & 0xffff] = record.playerType;
    },
  };
}

async function answer({ path, tables, format, parameters: hasParameters }: Request): Promise<Uint8Array[]> {
  const requests = tables.map(selectFields);
  const warnings: string[] = [];
  const io: Io = {
    stdin: process.stdin,
    isErrTerminal: false,
    out: async () => {},
    err: (text) => void warnings.push(text.trimEnd()),
  };
  const { parameters, addRecord } = collectParameters();
  const created = await createLogTables(io, path, gameIdOf(path), requests, addRecord);
  const { server, types } = parameters;
  const base = types[0] ?? createDefaultPlayerType(server);
  const complete = { server, types: types.length === 0 ? [base] : Array.from(types, (type) => type ?? base) };
  return encodeAnswer(created, warnings, format === 'arrow', hasParameters === true ? complete : null);
}

async function main(): Promise<void> {
  let pieces: Uint8Array[];
  try {
    pieces = await answer(JSON.parse(readFileSync(INPUT, 'utf8')));
  } catch (error) {
    if (!(error instanceof CommandLineError || error instanceof RangeError)) throw error;
    const kind = error instanceof CommandLineError ? 'log' : 'field';
    pieces = [new TextEncoder().encode(`${JSON.stringify({ error: { kind, message: error.message } })}\n`)];
  }
  for (const piece of pieces) write(piece);
}

void main();
