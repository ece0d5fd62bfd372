/**
 * Plays matches of which no predictor has learned anything, and writes their game logs up to the first goal of the left team after 50 cycles
 * of open play, for `rcss predict data`:
 *   tsx --conditions=@rcss/source model/trajectories/play-scenes.ts FOLDER --scenes 30
 * The base team plays from the left against the base team with 60 % of its decisions dropped, because goals are rare between equal teams.
 * A call that was ended is continued by the same call.
 */
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createFrame } from '@rcss/core';
import { createLogWriter } from '@rcss/logs';
import { fillFrame } from '@rcss/sensors';
import { createPlannedMatch, planUnequalMatch } from '../values/play-match.js';

/** Seeds from here on belong to matches that neither the values nor the predictors have learned from. */
const FIRST_SEED = 2_000_001;
const HALF_CYCLES = 1000;
/** Rows of open play before the goal of a scene. */
const OPEN_PLAY_CYCLES = 50;
const LOG_VERSION = 6;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { scenes: { type: 'string', default: '30' } },
});
const folder = positionals[0];
if (folder === undefined) {
  console.error('play-scenes.ts needs a folder for the logs');
  process.exit(2);
}
mkdirSync(folder, { recursive: true });

/** Plays a match up to its scene. Returns the log, or null if it has none. */
async function playScene(seed: number): Promise<Buffer | null> {
  const local = await createPlannedMatch(planUnequalMatch(seed, HALF_CYCLES));
  const { match } = local;
  const writer = createLogWriter(LOG_VERSION, match.params);
  const frame = createFrame();
  const parts = [writer.writeHeader().slice()];
  let open = 0;
  while (local.cycle()) {
    fillFrame(match.world, match.params, frame);
    parts.push(writer.writeFrame(frame).slice());
    if (frame.playMode === 'goal_l' && open >= OPEN_PLAY_CYCLES) {
      parts.push(writer.writeTail(frame).slice());
      return Buffer.concat(parts);
    }
    open = frame.playMode === 'play_on' ? open + 1 : 0;
  }
  return null;
}

let found = 0;
for (let seed = FIRST_SEED; found < Number(values.scenes); seed++) {
  const file = join(folder, `scene-${seed}.rcg`);
  if (!existsSync(file)) {
    const log = await playScene(seed);
    if (log === null) continue;
    writeFileSync(`${file}.part`, log);
    renameSync(`${file}.part`, file);
  }
  found += 1;
}
