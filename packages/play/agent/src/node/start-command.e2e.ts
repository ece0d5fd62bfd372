import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test.runIf(process.platform === 'linux')(
  'a program that decides does not get the files of the shell that started this one',
  async () => {
    const module = join(import.meta.dirname, 'start-command.ts');
    const code = `import { startCommand } from ${JSON.stringify(module)};
      const onBytes = (bytes) => process.stdout.write(bytes);
      startCommand('readlink /proc/self/fd/*')({ onBytes, onEnd: () => {} });`;
    const file = openSync(module, 'r');
    const node = ['--conditions=@rcss/source', '--import', 'tsx', '--input-type=module', '-e', code];
    const stdio = ['ignore', 'pipe', 'inherit', ...Array(57).fill('ignore'), file] as const;
    const child = spawn(process.execPath, node, { stdio: [...stdio] });
    let files = '';
    child.stdout!.setEncoding('utf8').on('data', (text: string) => (files += text));
    await once(child, 'close');
    closeSync(file);
    expect([files !== '', files.includes('start-command.ts')]).toEqual([true, false]);
  },
);
