import { fileURLToPath } from 'node:url';
import type { Options } from 'tsup';

const main: string = fileURLToPath(new URL('./src/page/main.ts', import.meta.url));

/**
 * Returns the build options of the page's script, one file for browsers: `page/viewer.js` in the output folder. Programs that
 * serve the page add it to their own build, so that their package contains the script.
 */
export function viewerPage(outDir = 'dist/page'): Options {
  return {
    entry: { viewer: main },
    outDir,
    format: ['esm'],
    target: 'es2022',
    platform: 'browser',
    dts: false,
    sourcemap: false,
    minify: true,
    clean: false,
    splitting: false,
    noExternal: [/./],
    outExtension: () => ({ js: '.js' }),
    esbuildOptions(esbuild) {
      esbuild.conditions = ['@rcss/source', 'browser', ...(esbuild.conditions ?? [])];
    },
  };
}
