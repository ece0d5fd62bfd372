import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildHost } from '../test/build-host.js';
import { type HttpEndpoint, serveHttp } from './http-server.js';
import { DEFAULT_LIMITS } from './limits.js';
import { createMcpServer } from './server.js';
import { Simulator } from './simulator.js';
import { createStdioTransport } from './stdio-transport.js';

let simulator: Simulator;
let endpoint: HttpEndpoint;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rcss-mcp-'));
  simulator = new Simulator(folder, { ...DEFAULT_LIMITS, processes: 1 }, await buildHost());
  endpoint = await serveHttp(simulator, { host: '127.0.0.1', token: '' }, 0);
});
afterAll(() => endpoint.close());

const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
const call = (id: unknown, params: unknown) => ({ jsonrpc: '2.0', id, method: 'tools/call', params });

/** Messages that are refused: the text, the code of the error, the identifier of the answer, and a part of its text. */
const REFUSED: readonly [text: string, code: number, id: unknown, part: string][] = [
  ['nonsense', -32700, null, 'The message is not JSON'],
  ['{"jsonrpc":"2.0",', -32700, null, 'The message is not JSON'],
  [`${'['.repeat(300_000)}${']'.repeat(300_000)}`, -32700, null, 'a document with at most 100 levels'],
  ['7', -32600, null, '7 is not a message of JSON-RPC 2.0'],
  ['null', -32600, null, 'null is not a message'],
  ['{}', -32600, null, 'jsonrpc: nothing is not "2.0"'],
  ['{"jsonrpc":"1.0","id":4,"method":"ping"}', -32600, 4, 'jsonrpc: "1.0" is not "2.0"'],
  ['{"jsonrpc":"2.0","id":4,"method":5}', -32600, 4, 'method: 5 is not a text'],
  ['{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600, null, 'id: null is neither'],
  ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600, null, 'id: 1.5 is neither'],
  ['{"jsonrpc":"2.0","id":"a","method":"ping","params":[1]}', -32602, 'a', 'params: [1] is not an object'],
  ['{"jsonrpc":"2.0","id":5}', -32600, 5, 'neither a request'],
  [JSON.stringify(call(6, { name: 'explain', arguments: 5 })), -32602, 6, 'params.arguments: 5'],
  [JSON.stringify(call(6, { name: 'explain', arguments: ['x'] })), -32602, 6, 'params.arguments: ["x"]'],
  [JSON.stringify(call(6, { name: 7 })), -32602, 6, 'params.name: 7'],
  [JSON.stringify({ jsonrpc: '2.0', id: 6, method: 'tools/call' }), -32602, 6, 'params: nothing'],
  [
    JSON.stringify({ jsonrpc: '2.0', id: 6, method: 'resources/read', params: {} }),
    -32602,
    6,
    'params.uri: nothing',
  ],
];

const TITLED = REFUSED.map((row) => [row[0].slice(0, 60), ...row] as const);

interface Answer {
  readonly id: unknown;
  readonly error?: { readonly code: number; readonly message: string };
  readonly result?: { readonly isError?: boolean; readonly content: readonly { readonly text: string }[] };
}

describe('on standard input', () => {
  /** Sends lines; returns as many answers. */
  async function send(lines: readonly string[]): Promise<Answer[]> {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const server = createMcpServer(simulator);
    await server.connect(createStdioTransport(input, output));
    for (const line of lines) input.write(`${line}\n`);
    let text = '';
    for await (const part of output) {
      text += part;
      if (text.split('\n').length > lines.length) break;
    }
    await server.close();
    return text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Answer);
  }

  test.each(TITLED)('%s is answered with an error', async (_title, line, code, id, part) => {
    const [answer] = await send([line]);
    expect([answer!.error!.code, answer!.id]).toEqual([code, id]);
    expect(answer!.error!.message).toContain(part);
    expect(answer!.error!.message).not.toContain('\n');
  });

  test('lines in parts, with empty ones between, after a wrong one and one that is too long', async () => {
    const ping = '{"jsonrpc":"2.0","id":"é","method":"ping"}';
    const answers = await send(['x', 'y'.repeat(10_000_001), `\r\n${ping}\r`]);
    expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([
      [null, -32700],
      [null, -32600],
      ['é', undefined],
    ]);
  });

  test('a request with the identifier of one that runs is refused', async () => {
    const long = { name: 'play_match', arguments: { left: 'chasers', right: 'random', cycles: 20 } };
    const answers = await send([1, 1, '1'].map((id) => JSON.stringify(call(id, long))));
    expect(answers[0]!.error).toMatchObject({ code: -32600, message: expect.stringContaining('id: 1') });
    expect(answers.slice(1).map(({ id, error }) => [id, error])).toEqual([
      [1, undefined],
      ['1', undefined],
    ]);
  });
});

describe('over HTTP', () => {
  const post = (body: string, headers = {}) =>
    fetch(endpoint.url, { method: 'POST', headers: { ...HEADERS, ...headers }, body });

  test.each(TITLED)('%s is answered with an error', async (_title, body, code, id, part) => {
    const response = await post(body);
    const answer = (await response.json()) as Answer;
    expect([response.status, answer.error!.code, answer.id]).toEqual([code === -32602 ? 200 : 400, code, id]);
    expect(answer.error!.message).toContain(part.replace('The message is', 'The body is'));
  });

  test('an empty body is not JSON, and a large one is too large', async () => {
    expect([(await post('')).status, (await post(' '.repeat(1_000_001))).status]).toEqual([400, 413]);
  });

  test.runIf(process.platform === 'linux')(
    'a client that leaves frees its place for others',
    { timeout: 60_000 },
    async () => {
      const begun = await post(JSON.stringify(INITIALIZE));
      const session = { 'mcp-session-id': begun.headers.get('mcp-session-id')! };
      await begun.text();
      const code = 'for (;;);';
      await (
        await post(
          JSON.stringify(call(1, { name: 'write_team', arguments: { file: 'loop.ts', code } })),
          session,
        )
      ).text();
      const abort = new AbortController();
      const left = fetch(endpoint.url, {
        method: 'POST',
        headers: { ...HEADERS, ...session },
        body: JSON.stringify(call(2, { name: 'check_team', arguments: { team: 'loop.ts' } })),
        signal: abort.signal,
      }).then((response) => response.text());
      const list = `/proc/${process.pid}/task/${process.pid}/children`;
      const isBusy = () =>
        readFileSync(list, 'latin1')
          .split(' ')
          .some(
            (pid) =>
              pid !== '' &&
              existsSync(`/proc/${pid}`) &&
              readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('host.mjs'),
          );
      await expect.poll(isBusy).toBe(true);
      abort.abort();
      await expect(left).rejects.toThrow();
      const client = new Client({ name: 'test', version: '1' });
      await client.connect(new StreamableHTTPClientTransport(new URL(endpoint.url)) as Transport);
      // Before the limit for a call without progress.
      const args = { left: 'chasers', right: 'random', cycles: 20 };
      const { isError } = await client.callTool({ name: 'play_match', arguments: args });
      expect(isError).toBeUndefined();
      await client.close();
    },
  );
});

describe('arguments that have one meaning', () => {
  test.each([
    ['null for all', 'explain', null, '!explain: wrong arguments.\ntopic is missing'],
    [
      'digits for a number',
      'play_match',
      { left: 'chasers', right: 'random', cycles: '20', seed: '7' },
      'Match m',
    ],
    [
      'null for an optional one',
      'play_match',
      { left: 'chasers', right: 'random', cycles: 20, seed: null },
      'Match m',
    ],
    ['a text for a truth value', 'describe_moment', { match: 'm1', cycle: '10', table: 'true' }, 'Cycle 10'],
    [
      'JSON for a list',
      'what_if',
      { match: 'm1', cycle: '10', side: 'left', unum: '3', n: '1', plans: '[{"action":"hold"}]' },
      '!at cycle 10, left 3 does not have',
    ],
    [
      'a text that is not a number',
      'play_match',
      { cycles: 'many' },
      '!play_match: wrong arguments.\ncycles: "many" is not of the type number',
    ],
    [
      'digits out of range',
      'play_match',
      { cycles: '0' },
      '!play_match: wrong arguments.\ncycles: 0 is too small',
    ],
    [
      'digits of another system',
      'play_match',
      { cycles: '0x10' },
      '!play_match: wrong arguments.\ncycles: "0x10" is not',
    ],
    ['an empty text', 'play_match', { cycles: '' }, '!play_match: wrong arguments.\ncycles: "" is not'],
    [
      'a number for a text',
      'explain',
      { topic: 7 },
      '!explain: wrong arguments.\ntopic: 7 is not of the type string',
    ],
  ] as [string, string, Record<string, unknown> | null, string][])('%s', async (_name, name, args, start) => {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(endpoint.url)) as Transport);
    const { content, isError } = await client.callTool({ name, arguments: args as Record<string, unknown> });
    const [{ text }] = content as [{ text: string }];
    expect(`${isError === true ? '!' : ''}${text}`.slice(0, start.length)).toBe(start);
    await client.close();
  });
});

test('tools that replace files say so', async () => {
  const [here, there] = InMemoryTransport.createLinkedPair();
  await createMcpServer(simulator).connect(there);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(here);
  const { tools } = await client.listTools();
  const destructive = tools.filter(({ annotations }) => annotations?.destructiveHint === true);
  expect(destructive.map(({ name }) => name).sort()).toEqual(['snapshot', 'write_team']);
});
