import { fileURLToPath } from 'node:url';
import type { Options } from 'tsup';

/** Messages of the schema library in some fifty languages would be half of the page; nobody reads them there. */
const withoutLocales: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'without-locales',
  setup(build) {
    build.onLoad({ filter: /[\\/]zod[\\/].*[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: 'export {};',
    }));
  },
};

const main: string = fileURLToPath(new URL('./src/page/main.ts', import.meta.url));

/**
 * Build of the page's script as one file for browsers, `page/viewer.js` in the output folder. Programs that serve the page add it to
 * their own build, so that what they ship is complete.
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
    esbuildPlugins: [withoutLocales],
    outExtension: () => ({ js: '.js' }),
    esbuildOptions(esbuild) {
      esbuild.conditions = ['@rcss/source', 'browser', ...(esbuild.conditions ?? [])];
    },
  };
}
