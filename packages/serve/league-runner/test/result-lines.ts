import type { LoadedDocument, ResultLine } from '../src/index.js';
import type { RunHeader } from '../src/runs/result-file.js';
import { createOutcome } from './fake-executor.js';

/** The first line of a result file of a document. */
export function createTestHeader({ hash }: Pick<LoadedDocument, 'hash'>): RunHeader {
  return {
    type: 'run',
    form: 1,
    id: 'run-1',
    name: 'Spring cup',
    document: hash,
    engine: 'rcss 0.1.0',
    versions: {},
    startedAt: '2026-11-22T10:00:00.000Z',
  };
}

/** A line of a result file with everything that a test does not state. */
export function createLine(
  fields: Partial<ResultLine> & Pick<ResultLine, 'fixture' | 'left' | 'right'>,
): ResultLine {
  return {
    ...createOutcome(),
    type: 'match',
    job: `job of ${fields.fixture}`,
    seed: 1,
    storedAt: '2026-11-22T10:01:00.000Z',
    ...fields,
  };
}
