/** Writes the files that derive from the tables of commands. Run: `npm run generate`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PLAYER_COMMANDS } from '@rcss/core/commands';
import { formatCommandReference } from './command-reference.js';
import { generateArguments, generateKeywords } from './player-commands-source.js';

const folder = join(import.meta.dirname, '..');
writeFileSync(join(folder, 'src/player-keywords.generated.ts'), generateKeywords(PLAYER_COMMANDS));
writeFileSync(join(folder, 'src/player-arguments.generated.ts'), generateArguments(PLAYER_COMMANDS));
writeFileSync(join(folder, '../../../docs/reference/commands.md'), formatCommandReference());
