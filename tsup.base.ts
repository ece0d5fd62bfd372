import { defineConfig, type Options } from 'tsup';

/** Build of a library package: ESM with types, one entry per exported door. */
export function library(options: Options = {}): ReturnType<typeof defineConfig> {
  return defineConfig({
    entry: ['src/index.ts'],
    format: ['esm'],
    target: 'node20',
    platform: 'neutral',
    dts: true,
    sourcemap: true,
    clean: true,
    ...options,
  });
}

/**
 * Build of an app: every workspace package is bundled in from its source, so that an app starts fast and
 * can be built without building the packages first.
 */
export function app(options: Options = {}): ReturnType<typeof defineConfig> {
  return defineConfig({
    entry: ['src/main.ts'],
    format: ['esm'],
    target: 'node20',
    platform: 'node',
    dts: false,
    sourcemap: true,
    clean: true,
    splitting: false,
    noExternal: [/^@rcss\//],
    esbuildOptions(esbuild) {
      esbuild.conditions = ['@rcss/source', ...(esbuild.conditions ?? [])];
    },
    ...options,
  });
}
