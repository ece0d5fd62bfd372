import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadedDocument } from '../documents/load-document.js';
import { addAudit } from './audit.js';
import { addWithDecisions } from './counting-lines.js';
import type { DecisionLine } from './decision-line.js';
import {
  type FilePosition,
  type LineRange,
  RESULT_FILE,
  type ResultLine,
  type RunHeader,
  scanResultFile,
} from './result-file.js';
import { createRunState, type RunState, recordResult } from './run-state.js';

/** A run as its result file describes it. */
export interface StoredRun {
  /** Null if there is no file. */
  readonly header: RunHeader | null;
  readonly state: RunState;
  /** End of the complete lines. */
  readonly position: FilePosition;
  /** Matches whose stored result does not count any more, because decisions of the organizer have changed who plays. */
  readonly superseded: readonly string[];
}

/**
 * Reads a run: the state that follows from results and decisions of the organizer.
 *
 * @param visit Called for each result that counts, once per match. The range is null if the line is not in the file as it counts.
 * @throws {CommandLineError} if the file is damaged, or has results of another tournament.
 */
export function readRunFolder(
  folder: string,
  loaded: LoadedDocument,
  visit: (line: ResultLine, range: LineRange | null) => void = () => {},
): StoredRun {
  const state = createRunState(loaded);
  const audit = (line: Parameters<typeof addAudit>[1]): void => void addAudit(state.audit, line);
  if (!hasDecisions(folder)) {
    const match = (line: ResultLine, range: LineRange): void => {
      if (recordResult(state, line)) visit(line, range);
    };
    const { header, completeBytes, lineCount } = scanResultFile(folder, { match, audit });
    return { header, state, position: { bytes: completeBytes, lines: lineCount }, superseded: [] };
  }
  const stored: (ResultLine | DecisionLine)[] = [];
  const { header, completeBytes, lineCount } = scanResultFile(folder, {
    match: (line) => void stored.push(line),
    decision: (line) => void stored.push(line),
    audit,
  });
  const superseded = addWithDecisions(state, stored, (line) => visit(line, null));
  return { header, state, position: { bytes: completeBytes, lines: lineCount }, superseded };
}

/** How a line with a decision begins. */
const DECISION_START = Buffer.from('\n{"type":"decision",');
const BLOCK_BYTES = 1 << 20;

/** Whether a result file has decisions: files without them, which can have 100,000 matches, are read line by line. */
function hasDecisions(folder: string): boolean {
  const path = join(folder, RESULT_FILE);
  if (!existsSync(path)) return false;
  const file = openSync(path, 'r');
  try {
    const overlap = DECISION_START.length - 1;
    const buffer = Buffer.alloc(BLOCK_BYTES);
    for (let position = 0; ; position += BLOCK_BYTES - overlap) {
      const count = readSync(file, buffer, 0, BLOCK_BYTES, position);
      if (buffer.subarray(0, count).includes(DECISION_START)) return true;
      if (count < BLOCK_BYTES) return false;
    }
  } finally {
    closeSync(file);
  }
}
