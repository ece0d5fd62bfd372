import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Options } from 'tsup';

/** The tables of parameters, commands and figures. */
const TABLES =
  /[\\/](?:engine[\\/](?:params|core)|study[\\/]stats)[\\/]src[\\/][a-z]+-(?:params|type|table|rows)\.ts$/;

/**
 * Plugin of esbuild that leaves out the texts for people of the tables of parameters and commands: 24 kB that no page shows. The
 * tables keep them, because references, schemas and help are made of them.
 */
export const withoutTableTexts: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'without-table-texts',
  setup(build) {
    build.onLoad({ filter: TABLES }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(/\b(?:doc|note): '(?:[^'\\]|\\.)*',?/g, ''),
      loader: 'ts',
    }));
  },
};

/** Returns the build options of a script in `src`: one file for browsers, with all that it imports. */
function browserScript(name: string, file: string, outDir: string): Options {
  return {
    entry: { [name]: fileURLToPath(new URL(`./src/${file}`, import.meta.url)) },
    outDir,
    format: ['esm'],
    target: 'es2022',
    platform: 'browser',
    sourcemap: false,
    minify: true,
    clean: false,
    splitting: false,
    noExternal: [/./],
    outExtension: () => ({ js: '.js' }),
    esbuildPlugins: [withoutTableTexts],
    esbuildOptions(esbuild) {
      esbuild.conditions = ['@rcss/source', 'browser', ...(esbuild.conditions ?? [])];
    },
  };
}

/**
 * Returns the build options of the page's script, one file for browsers: `page/viewer.js` in the output folder. Programs that
 * serve the page add it to their own build, so that their package contains the script.
 */
export function viewerPage(outDir = 'dist/page'): Options {
  return browserScript('viewer', 'page/main.ts', outDir);
}

/** Returns the build options of `rcss-match.js`, the file with the element for other pages. */
export function matchElement(outDir = 'dist'): Options {
  return browserScript('rcss-match', 'page/rcss-match.ts', outDir);
}

/** Scripts that pages load on demand: their names, and their sources in `src`. */
export const FURTHER_SCRIPTS = {
  'viewer-clips': 'clips/encoders.ts',
  'viewer-words': 'words/open-words.ts',
  'viewer-3d': 'spatial/open-spatial-view.ts',
  'viewer-study': 'entries/open-study.ts',
  'viewer-values': 'values/open-values.ts',
} as const;

/** A name in {@link FURTHER_SCRIPTS}. */
export type FurtherScript = keyof typeof FURTHER_SCRIPTS;

/** Returns the build options of a script that pages load on demand. */
export function furtherScript(name: FurtherScript, outDir = 'dist/page'): Options {
  return browserScript(name, FURTHER_SCRIPTS[name], outDir);
}

/** Returns the build options of all scripts that pages load on demand; they must be next to each of the page's scripts. */
export function furtherScripts(outDir = 'dist/page'): Options[] {
  return (Object.keys(FURTHER_SCRIPTS) as FurtherScript[]).map((name) => furtherScript(name, outDir));
}
