/**
 * Prints the shots of game logs as the lines of model/shots.csv:
 *   tsx --conditions=@rcss/source model/collect-shots.ts [--name PATTERN=TEAM ...] LOG... > ../../../data/shots.csv
 * `--name` replaces the names of teams that match a regular expression: versions of a team count as one.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { readLogBytes } from '@rcss/logs';
import { analyzeRecords } from '../src/index.js';
import { measureShot } from '../src/shot-features.js';
import { SHOT_COLUMNS } from './read-shots.js';

const { values, positionals } = parseArgs({
  options: { name: { type: 'string', multiple: true, default: [] } },
  allowPositionals: true,
});
const names = values.name.map((text) => {
  const at = text.lastIndexOf('=');
  return { pattern: new RegExp(`^(?:${text.slice(0, at)})$`), team: text.slice(at + 1) };
});
const teamName = (name: string): string => names.find(({ pattern }) => pattern.test(name))?.team ?? name;

console.log(SHOT_COLUMNS.join(','));
for (const [index, log] of positionals.entries()) {
  const stored = readFileSync(log);
  const bytes = new Uint8Array(stored[0] === 0x1f ? gunzipSync(stored) : stored);
  const a = analyzeRecords(readLogBytes(bytes, { reuseFrames: true }));
  for (const event of a.events) {
    if (event.type !== 'shot' || event.unum === 0) continue;
    const opponent = event.side === 'l' ? 'r' : 'l';
    const features = measureShot(a, event.show, event.side).map((value) => Number(value.toPrecision(5)));
    const goal = event.outcome === 'goal' ? 1 : 0;
    console.log(
      [
        index + 1,
        teamName(a.names[event.side]),
        teamName(a.names[opponent]),
        event.time,
        goal,
        ...features,
      ].join(','),
    );
  }
}
