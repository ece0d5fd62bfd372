/** The real clients over both transports, against the built program: the client of the SDK and the official inspector's command line. */
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const PROGRAM = fileURLToPath(new URL('../bin/rcss-mcp.js', import.meta.url));
const INSPECTOR = createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector/cli/build/cli.js');
const TOKEN = 'token-of-this-test';
const folder = mkdtempSync(join(tmpdir(), 'rcss-mcp-'));
const execute = promisify(execFile);

let url = '';
let server: ReturnType<typeof spawn>;
beforeAll(async () => {
  server = spawn(process.execPath, [PROGRAM, '--folder', folder, '--http', '0', '--token', TOKEN], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  url = await new Promise((resolve, reject) => {
    let text = '';
    server.stderr?.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      const found = /Address: (\S+)/.exec(text);
      if (found) resolve(found[1]!);
    });
    server.once('exit', () => reject(new Error(text)));
  });
});
afterAll(() => {
  server.kill();
});

const headers = { Authorization: `Bearer ${TOKEN}` };
const TRANSPORTS: Record<string, () => Transport> = {
  stdio: () => new StdioClientTransport({ command: process.execPath, args: [PROGRAM, '--folder', folder] }),
  'streamable HTTP': () =>
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }) as Transport,
};

describe.each(Object.keys(TRANSPORTS))('the client of the SDK over %s', (name) => {
  test('lists the tools, plays a match with progress and reads its report', async () => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(TRANSPORTS[name]!());
    expect((await client.listTools()).tools.length).toBeGreaterThan(10);
    let reports = 0;
    const played = await client.callTool(
      { name: 'play_match', arguments: { left: 'chasers', right: 'random', cycles: 400 } },
      undefined,
      { timeout: 300_000, onprogress: () => (reports += 1) },
    );
    const [{ text }] = played.content as [{ text: string }];
    const match = /^Match (m\d+): /.exec(text)?.[1];
    expect(match).toBeDefined();
    expect(reports).toBeGreaterThan(0);
    const { contents } = await client.readResource({ uri: `rcss://report/${match}` });
    expect((contents[0] as { text: string }).text).toContain('possession');
    await client.close();
  });
});

test.runIf(process.platform === 'linux')(
  'when the client closes, the processes with matches end',
  { timeout: 60_000 },
  async () => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const transport = TRANSPORTS['stdio']!() as StdioClientTransport;
    await client.connect(transport);
    const code = 'for (;;);';
    await client.callTool({ name: 'write_team', arguments: { file: 'endless.ts', code } });
    const calls = () => client.callTool({ name: 'check_team', arguments: { team: 'endless.ts' } });
    // Three calls have two processes; the third waits. One more process ends them if the program is killed.
    const results = Promise.allSettled([calls(), calls(), calls()]);
    const program = `/proc/${transport.pid}/task/${transport.pid}/children`;
    const listChildren = () => readFileSync(program, 'latin1').trim().split(' ').filter(Boolean);
    await expect.poll(() => listChildren().length, { timeout: 20_000 }).toBe(3);
    const children = listChildren();
    await client.close();
    await results;
    await expect
      .poll(() => children.filter((pid) => existsSync(`/proc/${pid}`)), { timeout: 10_000 })
      .toEqual([]);
  },
);

const TARGETS: Record<string, () => string[]> = {
  stdio: () => [process.execPath, PROGRAM, '--folder', folder],
  http: () => [url, '--transport', 'http', '--header', `Authorization: ${headers.Authorization}`],
};

describe.each(Object.keys(TARGETS))('the command line of the inspector over %s', (name) => {
  const inspect = async (...args: string[]): Promise<unknown> => {
    const { stdout } = await execute(process.execPath, [INSPECTOR, '--cli', ...TARGETS[name]!(), ...args]);
    return JSON.parse(stdout) as unknown;
  };

  test('lists tools and resources', async () => {
    const { tools } = (await inspect('--method', 'tools/list')) as { tools: { name: string }[] };
    expect(tools.map((tool) => tool.name)).toContain('what_if');
    const { resources } = (await inspect('--method', 'resources/list')) as { resources: { uri: string }[] };
    expect(resources.map(({ uri }) => uri)).toContain('rcss://document/06-referee');
  });

  test('calls a tool', async () => {
    const { content } = (await inspect(
      ...['--method', 'tools/call', '--tool-name', 'explain', '--tool-arg', 'topic=stamina_max'],
    )) as { content: { text: string }[] };
    expect(content[0]!.text).toContain('server::stamina_max');
  });
});

test.each([
  ['no token', {}, 401],
  ['a wrong token', { authorization: 'Bearer wrong' }, 401],
  ['a page of another origin', { authorization: headers.Authorization, origin: 'http://example.com' }, 403],
])('a request with %s is refused', async (_, given, status) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...given },
    body: '{}',
  });
  expect(response.status).toBe(status);
});
