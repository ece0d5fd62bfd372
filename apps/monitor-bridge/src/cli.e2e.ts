import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { run } from './cli.js';

async function runMonitor(argv: readonly string[]) {
  const text = { out: '', err: '' };
  const code = await run(argv, 'rcss-monitor', {
    out(part) {
      text.out += part;
    },
    err(part) {
      text.err += part;
    },
  });
  return { code, ...text };
}

it('--help prints options, examples and exit codes; --version prints the version of the package', async () => {
  const help = await runMonitor(['--help']);
  expect(help.code).toBe(0);
  for (const part of ['--server <host:port>', 'Examples:\n  rcss-monitor', 'Exit codes:']) {
    expect(help.out).toContain(part);
  }
  expect(await runMonitor(['--version'])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
  });
});

it('a server with an unknown host name is reported at once', async () => {
  const { code, err } = await runMonitor(['--server', 'no-such-host.invalid', '--web-port', '0']);
  expect(code).toBe(2);
  expect(err).toMatch(/^rcss-monitor: server host 'no-such-host\.invalid' is unknown/);
});

it('an unknown option suggests the nearest one', async () => {
  const { code, err } = await runMonitor(['--web-prot', '0']);
  expect([code, err]).toEqual([2, expect.stringContaining('--web-port')]);
});

it('wrong values are reported with the option, the value and what is allowed', async () => {
  for (const [argv, ...parts] of [
    [['--server', '127.0.0.1:0'], '--server', '127.0.0.1:0', '1 to 65535'],
    [['--web-port', '65536'], '--web-port', '65536', '0 to 65535'],
    [['--keep', '10'], '--keep', "'10'", '256 to 1000000'],
  ] as const) {
    const { code, err } = await runMonitor(argv);
    expect(code).toBe(2);
    for (const part of parts) expect(err).toContain(part);
  }
});

it('options and arguments of the original monitor are refused with what to use instead', async () => {
  expect(await runMonitor(['--server-host', '10.0.0.1'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('use --server HOST:PORT'),
  });
  expect((await runMonitor(['-c'])).err).toContain('connects again by itself');
  expect((await runMonitor(['match.rcg'])).err).toContain('rcss-log web FILE');
});

it('a port of the page that is in use is named', async () => {
  const { startBridge } = await import('@rcss/match-bridge');
  const bridge = await startBridge({ pageScript: '// page', webPort: 0 });
  const port = Number(new URL(bridge.url).port);
  await expect(startBridge({ pageScript: '// page', webPort: port })).rejects.toMatchObject({
    code: 'web-address',
    message: expect.stringContaining(`port 127.0.0.1:${port} is in use`),
  });
  await bridge.stop();
});

it('a bridge that is stopped leaves nothing open: its process ends by itself', async () => {
  const script = `
    import { startBridge } from ${JSON.stringify(new URL('../../../packages/serve/match-bridge/src/index.ts', import.meta.url).href)};
    const bridge = await startBridge({ pageScript: '// page', webPort: 0, server: { host: '127.0.0.1', port: 1 } });
    await bridge.stop();`;
  const child = spawn(
    process.execPath,
    ['--conditions=@rcss/source', '--import', 'tsx', '--input-type=module', '-e', script],
    { cwd: fileURLToPath(new URL('../../..', import.meta.url)), stdio: ['ignore', 'ignore', 'inherit'] },
  );
  expect(await new Promise((resolve) => child.on('exit', resolve))).toBe(0);
});

it('an address that is not one of a room for monitors is refused', async () => {
  for (const url of [
    'ws://127.0.0.1:7000/rooms/main/player',
    'http://127.0.0.1/rooms/main/monitor',
    'ws://:',
  ]) {
    const { code, err } = await runMonitor(['--server', url]);
    expect(code).toBe(2);
    expect(err).toContain('ws://HOST:PORT/rooms/ID/monitor');
  }
});
