import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test.skipIf(process.platform === 'win32')('SIGUSR1 opens no inspector of a program', () => {
  const script = `
    import { url } from 'node:inspector';
    import { setTimeout } from 'node:timers/promises';
    import { runMain } from ${JSON.stringify(new URL('./main-program.ts', import.meta.url).href)};
    await runMain('rcss', async () => {
      process.kill(process.pid, 'SIGUSR1');
      await setTimeout(500);
      process.stdout.write(String(url()));
      return 0;
    });`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--conditions=@rcss/source', '--input-type=module', '--eval', script],
    { encoding: 'utf8', cwd: import.meta.dirname },
  );
  expect([stdout, stderr]).toEqual(['undefined', '']);
});
