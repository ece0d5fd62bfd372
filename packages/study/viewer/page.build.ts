import { fileURLToPath } from 'node:url';
import type { Options } from 'tsup';

/** Returns the build options of a script in `src/page`: one file for browsers, with all that it imports. */
function browserScript(name: string, file: string, outDir: string): Options {
  return {
    entry: { [name]: fileURLToPath(new URL(`./src/page/${file}`, import.meta.url)) },
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
  return browserScript('viewer', 'main.ts', outDir);
}

/** Returns the build options of `rcss-match.js`, the file with the element for other pages. */
export function matchElement(outDir = 'dist'): Options {
  return browserScript('rcss-match', 'rcss-match.ts', outDir);
}

/** Returns the build options of `viewer-clips.js`, which must be next to each of the scripts above: they load it on demand. */
export function clipEncoders(outDir = 'dist/page'): Options {
  return browserScript('viewer-clips', '../clips/encoders.ts', outDir);
}

/** Returns the build options of `viewer-words.js`, the moment in words, which must be next to each of the page's scripts too. */
export function matchWords(outDir = 'dist/page'): Options {
  return browserScript('viewer-words', '../words/open-words.ts', outDir);
}

/** Returns the build options of `viewer-3d.js`, the 3D view, which must be next to each of the page's scripts too. */
export function spatialView(outDir = 'dist/page'): Options {
  return browserScript('viewer-3d', '../spatial/open-spatial-view.ts', outDir);
}

/** Returns the build options of `viewer-study.js`, statistics with their moments, which must be next to each of the page's scripts too. */
export function studyViews(outDir = 'dist/page'): Options {
  return browserScript('viewer-study', '../study/open-study.ts', outDir);
}

/** Returns the build options of `viewer-values.js`, pitch control and values, which must be next to each of the page's scripts too. */
export function valueLayers(outDir = 'dist/page'): Options {
  return browserScript('viewer-values', '../values/open-values.ts', outDir);
}
