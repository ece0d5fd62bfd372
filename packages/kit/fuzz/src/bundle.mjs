import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { build } from 'esbuild';
import { instrument } from './instrument.mjs';

/** Text between comparisons that is not a word of a format: sentences of error messages. */
const isWord = (text) => text.length > 0 && text.length <= 24 && !/\s\S+\s/.test(text);

/**
 * One file of a target and all its sources of this repository, with counters.
 *
 * @param {{ entry: string, root: string, output: string }} places
 * @returns {Promise<{ counters: number, words: string[] }>}
 */
export async function bundleTarget({ entry, root, output }) {
  let counters = 0;
  const words = new Set();
  const sources = {
    name: 'counters',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const place = relative(root, path).split(sep).join('/');
        const text = readFileSync(path, 'utf8');
        if (!/^(packages|apps)\/.*\/src\//.test(place)) return { contents: text, loader: 'ts' };
        const contents = instrument(
          text,
          path,
          () => counters++,
          (word) => isWord(word) && words.add(word),
        );
        return { contents, loader: 'ts' };
      });
    },
  };
  await build({
    entryPoints: [entry],
    outfile: output,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['@rcss/source'],
    sourcemap: 'inline',
    logLevel: 'error',
    absWorkingDir: root,
    plugins: [sources],
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
  });
  return { counters, words: [...words] };
}
