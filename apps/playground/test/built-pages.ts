/** Builds the pages once for all files of tests. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the built pages of the playground. */
    playgroundPages: string;
  }
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Builds the pages; the names of their files begin with `prefix`. Returns the folder. */
export async function buildPages(prefix: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'rcss playground-'));
  const name = `assets/${prefix}[name]-[hash]`;
  const output = {
    entryFileNames: `${name}.js`,
    chunkFileNames: `${name}.js`,
    assetFileNames: `${name}[extname]`,
  };
  const options = { outDir: folder, emptyOutDir: true, rollupOptions: { output } };
  await build({ root: ROOT, logLevel: 'error', build: options });
  return folder;
}

/** Called by the test runner before the first file; returns what it calls after the last one. */
export default async function provideBuiltPages(project: TestProject): Promise<() => void> {
  const folder = await buildPages('');
  project.provide('playgroundPages', folder);
  return () => rmSync(folder, { recursive: true });
}
