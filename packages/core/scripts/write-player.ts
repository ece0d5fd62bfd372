/** Writes the files that are generated from the table of player fields. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatePlayerDigestSource, generatePlayerSource } from './player-source.js';

const packages = join(import.meta.dirname, '../..');
writeFileSync(join(packages, 'core/src/player.generated.ts'), generatePlayerSource());
writeFileSync(join(packages, 'simulator/src/player-digest.generated.ts'), generatePlayerDigestSource());
