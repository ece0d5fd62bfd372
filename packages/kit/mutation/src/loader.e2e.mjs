import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { Loader } from './loader.mjs';
import { root } from './root.mjs';

const folder = mkdtempSync(join(tmpdir(), 'rcss-loader-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('imports of computed names load the module, and those of fixed names the source in memory', async () => {
  const write = (name, text) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const module = write('team.mjs', 'export default 7;');
  write('own.ts', 'export const own: number = 8;');
  const main = write(
    'main.ts',
    `import { pathToFileURL } from 'node:url';
    export async function load(path: string) {
      const { own } = await import('./own.js');
      return [(await import(pathToFileURL(path).href)).default, own];
    }`,
  );
  const loader = new Loader(root);
  await loader.prepare(main);
  expect(await loader.execute(main).load(module)).toEqual([7, 8]);
});
