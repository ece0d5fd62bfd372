/** Table of the pitch control of a match. */
import { PITCH_HALF_LENGTH, PITCH_HALF_WIDTH, PITCH_LENGTH, PITCH_WIDTH } from '@rcss/core/pitch';
import type { LogRecord } from '@rcss/logs';
import { createServerParams, type PlayerType, type ServerParams } from '@rcss/params';
import { CONTROL_GRID, createPitchControl, type PitchControl } from '@rcss/values';
import { fillTypes } from '../action-values/create-state-model.js';
import type { ColumnValues, ExportTable } from './table.js';
import { VALUE_SCHEMAS } from './value-table.js';

const { columns: COLUMNS, rows: ROWS } = CONTROL_GRID;
const CELLS = COLUMNS * ROWS;

/** A chosen show. */
interface ControlRow {
  readonly show: number;
  readonly time: number;
  readonly mode: string;
  /** Share of the left team by cell. */
  readonly shares: Float32Array;
}

/** Collects the table `pitch-control` of a match: a row for each cell of `CONTROL_GRID` of `@rcss/values` in the chosen shows. */
export class PitchControlTableBuilder {
  readonly #gameId: string;
  readonly #step: number;
  readonly #rows: ControlRow[] = [];
  readonly #types = new Map<number, PlayerType>();
  #server: ServerParams = createServerParams();
  #control: PitchControl | null = null;
  #show = 0;
  /** Time at which the next show is chosen. */
  #next = Number.NEGATIVE_INFINITY;

  /**
   * @param gameId Value of the column `game_id`.
   * @param step Cycles from one chosen show to the next; the first show of the log is chosen.
   * @throws {RangeError} if the step is not a whole number from 1
   */
  constructor(gameId: string, step: number) {
    if (!Number.isInteger(step) || step < 1)
      throw new RangeError(`step: ${step} is not a whole number from 1`);
    this.#gameId = gameId;
    this.#step = step;
  }

  /** Adds the next record of a log. */
  addRecord(record: LogRecord): void {
    if (record.type === 'server_param') this.#server = record.params;
    else if (record.type === 'player_type') this.#types.set(record.playerType.id, record.playerType);
    if (record.type !== 'show') return;
    const show = this.#show++;
    const { time, playMode: mode } = record.frame;
    if (time < this.#next) return;
    this.#next = time + this.#step;
    this.#control ??= createPitchControl(this.#server, fillTypes(this.#server, [...this.#types.values()]));
    const shares = new Float32Array(CELLS);
    this.#control.compute(record.frame, CONTROL_GRID, shares);
    this.#rows.push({ show, time, mode, shares });
  }

  /** Returns the table of all shows so far. */
  finish(): ExportTable {
    const rows = this.#rows;
    const length = rows.length * CELLS;
    const values: Readonly<Record<string, ColumnValues>> = {
      game_id: new Array<string>(length).fill(this.#gameId),
      show: fillCells(new Int32Array(length), (row) => rows[row]!.show),
      time: fillCells(new Int32Array(length), (row) => rows[row]!.time),
      play_mode: rows.flatMap(({ mode }) => new Array<string>(CELLS).fill(mode)),
      x: fillCells(
        new Float64Array(length),
        (_, cell) => ((cell % COLUMNS) + 0.5) * (PITCH_LENGTH / COLUMNS) - PITCH_HALF_LENGTH,
      ),
      y: fillCells(
        new Float64Array(length),
        (_, cell) => (Math.floor(cell / COLUMNS) + 0.5) * (PITCH_WIDTH / ROWS) - PITCH_HALF_WIDTH,
      ),
      // Four digits: the share is a model, and files are smaller.
      l_control: fillCells(
        new Float64Array(length),
        (row, cell) => Math.round(rows[row]!.shares[cell]! * 10_000) / 10_000,
      ),
    };
    const columns = VALUE_SCHEMAS['pitch-control'].map(([name, type]) => ({
      name,
      type,
      values: values[name]!,
    }));
    return { columns, length };
  }
}

function fillCells<T extends Int32Array | Float64Array>(
  out: T,
  value: (row: number, cell: number) => number,
): T {
  for (let i = 0; i < out.length; i++) out[i] = value(Math.floor(i / CELLS), i % CELLS);
  return out;
}
