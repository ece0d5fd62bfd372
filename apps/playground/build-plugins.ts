/** Plugins of Vite for the pages of this folder. */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { compileTeam } from './src/compile.js';

const COMPILED = '?compiled';
const ENTRY = '?worker-entry';
const removeQuery = (id: string) => id.replace(/\?.*$/, '');

/** `import team from './team.ts?compiled'` is the source of a team and its compiled code, so that the page needs no compiler for it. */
export function compiledTeams(): Plugin {
  return {
    name: 'compiled-teams',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith(COMPILED)) return undefined;
      const source = readFileSync(removeQuery(id), 'utf8');
      const compiled = compileTeam(source);
      if (!compiled.ok) throw new Error(`${removeQuery(id)}: ${compiled.message}`);
      // Vite would compile what has the ending .ts; this is JavaScript.
      return { code: `export default ${JSON.stringify({ source, code: compiled.code })};`, moduleType: 'js' };
    },
  };
}

/**
 * `import url from './worker.ts?worker-entry'` is the address of the module, for a worker. Its code is a part of the bundle of the pages,
 * so that pages and workers load what they share once; `?worker&url` of Vite makes a bundle of its own.
 */
export function workerEntries(): Plugin {
  let isServing = false;
  return {
    name: 'worker-entries',
    enforce: 'pre',
    configResolved({ command }) {
      isServing = command === 'serve';
    },
    load(id) {
      if (!id.endsWith(ENTRY)) return undefined;
      if (isServing) return `export default ${JSON.stringify(removeQuery(id))};`;
      const reference = this.emitFile({ type: 'chunk', id: removeQuery(id), preserveSignature: 'strict' });
      return `export default import.meta.ROLLUP_FILE_URL_${reference};`;
    },
  };
}
