// Measures reading a game log, its statistics and exports in one thread of the built packages:
//   node apps/logplayer/bench/measure-analysis.mjs match.rcg
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { readLogBytes } from '@rcss/logs';
import { createAnalyzer, summarize } from '@rcss/stats';
import { encodeArrow } from '@rcss/stats/arrow';
import { createMatchTable, formatCsvRows, TrackingTableBuilder } from '@rcss/stats/export';
import { encodeParquet } from '@rcss/stats/parquet';

const [file] = process.argv.slice(2);
if (file === undefined)
  throw new Error('give a game log: node apps/logplayer/bench/measure-analysis.mjs LOG');
const stored = readFileSync(file);
const log = new Uint8Array(stored[0] === 0x1f ? gunzipSync(stored) : stored);
const megabytes = log.length / 1e6;

function analyze() {
  const analyzer = createAnalyzer();
  for (const record of readLogBytes(log, { reuseFrames: true })) analyzer.addRecord(record);
  return analyzer.finish();
}

function track() {
  const builder = new TrackingTableBuilder('m');
  for (const record of readLogBytes(log, { reuseFrames: true })) builder.addRecord(record);
  return builder.finish();
}

function length(pieces) {
  let sum = 0;
  for (const piece of pieces) sum += piece.length;
  return sum;
}

const tasks = {
  'statistics: read, analyze, summarize': () => summarize(analyze()),
  'read only': () => length(Array.from(readLogBytes(log, { reuseFrames: true }), () => '')),
  'SPADL table': () => createMatchTable('spadl', analyze(), 'm'),
  'tracking as CSV': () => length(formatCsvRows(track())),
  'tracking as Parquet': () => encodeParquet([track()]),
  'tracking as Arrow': () => encodeArrow(track()),
};
console.log(`${megabytes.toFixed(1)} MB; first run and median of 5 further ones, s; MB/s of the median`);
for (const [name, run] of Object.entries(tasks)) {
  const seconds = Array.from({ length: 6 }, () => {
    const begin = performance.now();
    run();
    return (performance.now() - begin) / 1000;
  });
  const [first, ...others] = seconds;
  const median = others.sort((a, b) => a - b)[2];
  console.log(
    `${name.padEnd(38)} ${first.toFixed(2)}  ${median.toFixed(2)}  ${(megabytes / median).toFixed(0)}`,
  );
}
