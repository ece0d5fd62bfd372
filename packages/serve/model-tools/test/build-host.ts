import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Builds the program of the processes with matches from source and returns its path. */
export async function buildHost(): Promise<string> {
  const outfile = join(mkdtempSync(join(tmpdir(), 'rcss-mcp-host-')), 'host.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('../src/sandbox/host.ts', import.meta.url))],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['@rcss/source'],
    legalComments: 'none',
    outfile,
  });
  return outfile;
}
