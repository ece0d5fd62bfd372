import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test.skipIf(process.platform === 'win32')('SIGUSR1 opens no inspector of a program', () => {
  const script = `
    import { url } from 'node:inspector';
    import { once } from 'node:events';
    import { runMain } from ${JSON.stringify(new URL('./main-program.ts', import.meta.url).href)};
    await runMain('rcss', async () => {
      // Without a listener, the signal opens the inspector, at any time.
      const isIgnored = process.listenerCount('SIGUSR1') > 0;
      if (isIgnored) {
        // A listener of a signal does not keep a process alive.
        const alive = setInterval(() => {}, 2 ** 30);
        const received = once(process, 'SIGUSR1');
        process.kill(process.pid, 'SIGUSR1');
        await received;
        clearInterval(alive);
      }
      process.stdout.write(isIgnored + ' ' + url());
      return 0;
    });`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--conditions=@rcss/source', '--input-type=module', '--eval', script],
    { encoding: 'utf8', cwd: import.meta.dirname },
  );
  expect([stdout, stderr]).toEqual(['true undefined', '']);
});
