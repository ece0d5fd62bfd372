/**
 * Binary parameter blocks of monitor version 2 and game log version 3 (spec 01 §5.5, spec 09 §7.4 to §7.6):
 * big-endian, reals multiplied by 65536. This module does not handle the two bytes of mode before a block or the
 * size of datagrams. They belong to the formats that contain the blocks.
 */
import { isInRange } from './check-params.js';
import { computeControlRadiusWidth, computeKickableArea, computeLcmStep } from './derived.js';
import type { ParamRow, ParamValue } from './param-row.js';
import { PLAYER_PARAM_ROWS, type PlayerParams } from './player-params.js';
import { PLAYER_TYPE_FIELDS, type PlayerType } from './player-type.js';
import { SERVER_PARAM_ROWS, type ServerParams } from './server-params.js';
import { toWireValue, type ValueRecord } from './wire-value.js';

/** Size of the block of server parameters in bytes. */
export const SERVER_PARAM_BLOCK_SIZE = 396;
/** Size of the block of player parameters in bytes. */
export const PLAYER_PARAM_BLOCK_SIZE = 132;
/** Size of a player type in bytes. */
export const PLAYER_TYPE_BLOCK_SIZE = 88;

/** Factor of 32-bit reals. */
const BLOCK_SCALE = 65536;

/** One entry of a block. */
export interface BlockField {
  readonly offset: number;
  readonly size: 2 | 4;
  /** 65536 for reals, 1 for integers and booleans. */
  readonly scale: 1 | 65536;
  /** Name of the parameter, or the formula of a derived value, or `constant`. */
  readonly name: string;
}

/** Entries of the server block that are not parameters. */
const SERVER_EXTRAS: readonly (BlockField & { readonly value: (p: ServerParams) => number })[] = [
  {
    offset: 144,
    size: 4,
    scale: 65536,
    name: 'control_radius - player_size',
    value: computeControlRadiusWidth,
  },
  {
    offset: 204,
    size: 4,
    scale: 65536,
    name: 'player_size + kickable_margin + ball_size',
    value: computeKickableArea,
  },
  { offset: 264, size: 2, scale: 1, name: 'lcm_step', value: computeLcmStep },
  ...[300, 304, 308, 312, 316, 320, 324].map(
    (offset) => ({ offset, size: 4, scale: 65536, name: 'constant', value: () => -1 }) as const,
  ),
];

function createField(row: ParamRow): BlockField {
  const real = row.type === 'real';
  return {
    offset: row.block!,
    size: row.blockSize ?? (real ? 4 : 2),
    scale: real ? 65536 : 1,
    name: row.name,
  };
}

function createFields(rows: readonly ParamRow[], extras: readonly BlockField[]): readonly BlockField[] {
  const fields = rows.filter((row) => row.block !== undefined).map(createField);
  for (const { offset, size, scale, name } of extras) fields.push({ offset, size, scale, name });
  return fields.sort((a, b) => a.offset - b.offset);
}

/** Entries of the server block by offset. */
export const SERVER_PARAM_BLOCK_FIELDS: readonly BlockField[] = createFields(
  SERVER_PARAM_ROWS,
  SERVER_EXTRAS,
);
/** Entries of the player block by offset. */
export const PLAYER_PARAM_BLOCK_FIELDS: readonly BlockField[] = createFields(PLAYER_PARAM_ROWS, []);

/** Returns `scaled` rounded to the nearest integer, halves to even (spec 09 §4). */
function roundHalfToEven(scaled: number): number {
  const floor = Math.floor(scaled);
  const rest = scaled - floor;
  if (rest !== 0.5) return Math.round(scaled);
  return floor % 2 === 0 ? floor : floor + 1;
}

function writeField(view: DataView, field: BlockField, integer: number): void {
  if (field.size === 2) view.setInt16(field.offset, integer);
  else view.setInt32(field.offset, integer);
}

function writeBlock(
  size: number,
  rows: readonly ParamRow[],
  values: ValueRecord,
  round: (scaled: number) => number,
): DataView {
  const view = new DataView(new ArrayBuffer(size));
  for (const row of rows) {
    if (row.block === undefined) continue;
    const field = createField(row);
    const value = Number(toWireValue(row, values, row.blockForm));
    writeField(view, field, field.scale === 1 ? value : round(value * BLOCK_SCALE));
  }
  return view;
}

/** Returns the 396 bytes of server parameters. Gaps are zero. Scaled values are truncated toward zero. */
export function createServerParamBlock(params: ServerParams): Uint8Array {
  const view = writeBlock(SERVER_PARAM_BLOCK_SIZE, SERVER_PARAM_ROWS, params, Math.trunc);
  for (const extra of SERVER_EXTRAS) writeField(view, extra, Math.trunc(extra.value(params) * extra.scale));
  return new Uint8Array(view.buffer);
}

/** Returns the 132 bytes of player parameters. Gaps are zero. 0.5 is added to scaled values, which are then truncated toward zero. */
export function createPlayerParamBlock(params: PlayerParams): Uint8Array {
  const view = writeBlock(PLAYER_PARAM_BLOCK_SIZE, PLAYER_PARAM_ROWS, params, (scaled) =>
    Math.trunc(scaled + 0.5),
  );
  return new Uint8Array(view.buffer);
}

/**
 * Returns the 88 bytes of a player type. Padding and unused values are zero. Scaled values are rounded to the
 * nearest integer, halves to even.
 */
export function createPlayerTypeBlock(type: PlayerType): Uint8Array {
  const view = new DataView(new ArrayBuffer(PLAYER_TYPE_BLOCK_SIZE));
  view.setInt16(0, type.id);
  for (const field of PLAYER_TYPE_FIELDS) {
    if (field.block !== undefined)
      view.setInt32(field.block, roundHalfToEven(type[field.name] * BLOCK_SCALE));
  }
  return new Uint8Array(view.buffer);
}

function createDataView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function readBlock(
  bytes: Uint8Array,
  size: number,
  rows: readonly ParamRow[],
): Record<string, ParamValue> | undefined {
  if (bytes.length < size) return undefined;
  const view = createDataView(bytes);
  const values: Record<string, ParamValue> = {};
  for (const row of rows) {
    if (row.block === undefined) continue;
    const field = createField(row);
    const integer = field.size === 2 ? view.getInt16(field.offset) : view.getInt32(field.offset);
    values[row.name] = row.type === 'bool' ? integer !== 0 : integer / field.scale;
  }
  return values;
}

/**
 * Returns the server parameters in a block, as configured: steps are divided by `slow_down_factor`. Values out of
 * range are omitted. Undefined if `bytes` is shorter than a block.
 */
export function readServerParamBlock(bytes: Uint8Array): Partial<ServerParams> | undefined {
  const values = readBlock(bytes, SERVER_PARAM_BLOCK_SIZE, SERVER_PARAM_ROWS);
  if (values === undefined) return undefined;
  const factor = Math.max(values['slow_down_factor'] as number, 1);
  for (const row of SERVER_PARAM_ROWS) {
    if (row.blockForm === 'slowed') values[row.name] = Math.trunc((values[row.name] as number) / factor);
    if (row.block !== undefined && !isInRange(row, values[row.name]!)) delete values[row.name];
  }
  return values as Partial<ServerParams>;
}

/** Returns the player parameters in a block. Undefined if `bytes` is shorter than a block. */
export function readPlayerParamBlock(bytes: Uint8Array): Partial<PlayerParams> | undefined {
  return readBlock(bytes, PLAYER_PARAM_BLOCK_SIZE, PLAYER_PARAM_ROWS) as Partial<PlayerParams> | undefined;
}

/** Returns the id and the attributes in a binary player type. Undefined if `bytes` is shorter than one. */
export function readPlayerTypeBlock(bytes: Uint8Array): Partial<PlayerType> | undefined {
  if (bytes.length < PLAYER_TYPE_BLOCK_SIZE) return undefined;
  const view = createDataView(bytes);
  const values: Record<string, number> = { id: view.getInt16(0) };
  for (const field of PLAYER_TYPE_FIELDS) {
    if (field.block !== undefined) values[field.name] = view.getInt32(field.block) / BLOCK_SCALE;
  }
  return values as Partial<PlayerType>;
}
