import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const MODULE = fileURLToPath(new URL('./inherited-files.ts', import.meta.url));
const PROGRAM = `
  import { closeInheritedFiles } from ${JSON.stringify(MODULE)};
  import { execSync } from 'node:child_process';
  closeInheritedFiles();
  console.log(execSync('readlink /proc/self/fd/* || true', { encoding: 'utf8' }));
  process.send('done', () => process.disconnect());
`;

test.runIf(process.platform === 'linux')(
  'a program that is started does not get the files of the process before, and the channel stays',
  async () => {
    // The file with number 60 is beyond those that Node.js keeps back.
    const stdio = [
      'ignore',
      'pipe',
      'inherit',
      'ipc',
      ...Array(56).fill('ignore'),
      openSync(fileURLToPath(import.meta.url), 'r'),
    ];
    const child = spawn(
      process.execPath,
      ['--conditions=@rcss/source', '--import', 'tsx', '--input-type=module', '-e', PROGRAM],
      { stdio },
    );
    let output = '';
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    const messages: unknown[] = [];
    child.on('message', (message) => messages.push(message));
    await once(child, 'close');
    expect([output.includes('inherited-files'), messages]).toEqual([false, ['done']]);
  },
);
