/** Writes the files that are generated from the table of player fields. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatePlayerDigestSource, generatePlayerSource } from './player-source.js';

const engine = join(import.meta.dirname, '../..');
writeFileSync(join(engine, 'core/src/player.generated.ts'), generatePlayerSource());
writeFileSync(join(engine, 'simulator/src/digest/player-digest.generated.ts'), generatePlayerDigestSource());
