/** Writes both sides of the wire between the Python package and its workers. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatePython, generateTypeScript } from './worker-wire-source.js';

const root = join(import.meta.dirname, '..');
writeFileSync(join(root, 'src/node/worker-wire.generated.ts'), generateTypeScript());
writeFileSync(join(root, 'python/src/rcss/_wire.py'), generatePython());
