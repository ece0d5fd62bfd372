/**
 * Computes the grid of expected threat from game logs and writes src/expected-threat.json:
 *   tsx --conditions=@rcss/source model/fit-expected-threat.ts LOG...
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { readLogBytes } from '@rcss/logs';
import type { ThreatGrid } from '../src/expected-threat.js';
import { analyzeRecords } from '../src/index.js';
import { addMatch, computeThreat, createThreatCounts, THREAT_GRID_SIZE, totals } from './threat-model.js';

const counts = createThreatCounts();
for (const log of process.argv.slice(2)) {
  const stored = readFileSync(log);
  const bytes = new Uint8Array(stored[0] === 0x1f ? gunzipSync(stored) : stored);
  addMatch(counts, analyzeRecords(readLogBytes(bytes, { reuseFrames: true })));
}
const grid: ThreatGrid = {
  version: 1,
  ...totals(counts),
  ...THREAT_GRID_SIZE,
  values: computeThreat(counts),
};
writeFileSync(
  fileURLToPath(new URL('../src/expected-threat.json', import.meta.url)),
  `${JSON.stringify(grid)}\n`,
);
console.log(grid.matches, 'matches', grid.moves, 'moves', grid.shots, 'shots');
for (let row = 0; row < grid.rows; row++)
  console.log(
    grid.values
      .slice(row * grid.columns, (row + 1) * grid.columns)
      .map((v) => v.toFixed(3))
      .join(' '),
  );
