/** Predictions as distributions: several continuations of a scene, their middle, and the energy score. */
import { ok, type Result } from '@rcss/core';
import { averageErrors, type SceneErrors } from './challenge.js';
import { formatPositionTable, type PositionRules, type Positions, parsePositions } from './positions.js';

/** Continuations of a scene: rows of positions for each of them. */
export type Samples = readonly (readonly Float64Array[])[];

/** Returns the mean of the continuations: the point prediction. Players that are absent in one of them are absent. */
export function averageSamples(samples: Samples): Float64Array[] {
  return samples[0]!.map((row, cycle) =>
    row.map((_, value) => samples.reduce((sum, rows) => sum + rows[cycle]![value]!, 0) / samples.length),
  );
}

/**
 * Returns the energy score of the continuations of a scene, in meters, in the form of errors: for each object the mean distance to the truth, less half
 * of the mean distance between two continuations. For one continuation it is the error. Smaller is better; only the true distribution has the
 * smallest expected score.
 */
export function measureEnergy(samples: Samples, truth: readonly Float64Array[]): SceneErrors {
  return averageErrors(truth.length, (object, cycle) => scoreObject(samples, truth[cycle]!, object, cycle));
}

function scoreObject(samples: Samples, truth: Float64Array, object: number, cycle: number): number {
  const [x, y] = [2 * object, 2 * object + 1];
  const count = samples.length;
  let [far, apart] = [0, 0];
  for (let i = 0; i < count; i++) {
    const row = samples[i]![cycle]!;
    far += Math.hypot(row[x]! - truth[x]!, row[y]! - truth[y]!);
    for (let j = i + 1; j < count; j++) {
      const other = samples[j]![cycle]!;
      apart += Math.hypot(row[x]! - other[x]!, row[y]! - other[y]!);
    }
  }
  // The mean over pairs of different continuations: the score of few and of many continuations has the same expectation.
  return far / count - (count < 2 ? 0 : apart / (count * (count - 1)));
}

/**
 * Parses a table of continuations: positions with a first column `sample`, whose rows of one value follow each other. A table without the column
 * is one continuation.
 *
 * Error codes: those of `parsePositions`; lines count from the first line of the continuation.
 */
export function parseSampleTable(text: string, rules: PositionRules): Result<readonly Positions[]> {
  const lines = text.trimEnd().split(/\r?\n/);
  const [head = '', ...rows] = lines;
  if (!head.startsWith('sample,')) {
    const table = parsePositions(text, rules);
    return table.ok ? ok([table.value]) : table;
  }
  const parts = new Map<string, string[]>();
  for (const row of rows) {
    const comma = row.indexOf(',');
    const sample = row.slice(0, comma);
    const part = parts.get(sample) ?? [head.slice('sample,'.length)];
    parts.set(sample, part);
    part.push(row.slice(comma + 1));
  }
  const tables: Positions[] = [];
  for (const [sample, part] of parts) {
    const table = parsePositions(part.join('\n'), { ...rules, file: `${rules.file}, sample ${sample}` });
    if (!table.ok) return table;
    tables.push(table.value);
  }
  return ok(tables);
}

/** Formats the continuations of a scene, each with the same row numbers, as {@link parseSampleTable} reads them. */
export function formatSampleTable(numbers: readonly number[], samples: Samples): string {
  return samples
    .map((rows, sample) => {
      const [head, ...lines] = formatPositionTable(numbers, rows).trimEnd().split('\n');
      const body = lines.map((line) => `${sample + 1},${line}\n`).join('');
      return sample === 0 ? `sample,${head}\n${body}` : body;
    })
    .join('');
}
