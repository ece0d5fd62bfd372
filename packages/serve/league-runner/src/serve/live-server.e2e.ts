import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLine, createTestHeader } from '../../test/result-lines.js';
import { resolveDocument } from '../documents/load-document.js';
import { RESULT_FILE } from '../runs/result-file.js';
import { STATUS_FILE } from '../runs/status-file.js';
import { LiveRun } from './live-run.js';
import { type LiveServer, openLiveServer } from './live-server.js';
import { PATHS } from './paths.js';

const TOKEN = 'a-token-of-this-test';
const LOADED = resolveDocument(
  {
    version: 1,
    teams: [
      { name: 'A', start: 'demo' },
      { name: 'B', start: 'demo' },
    ],
    format: { type: 'series', matches: 3 },
  },
  '/',
);

let folder: string;
let run: LiveRun;
let server: LiveServer;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rcss league é-'));
  run = new LiveRun(folder, LOADED, 'cup.yaml');
});
afterEach(async () => {
  await server?.close();
  rmSync(folder, { recursive: true });
});

async function open(token = '', hasPublicResults = false): Promise<void> {
  const scripts = {
    league: 'league',
    screen: 'screen',
    submit: 'submit',
    verify: {} as never,
    viewer: { page: 'viewer', clips: '', spatial: '', words: '', values: '', study: '' },
  };
  const places = { folders: [folder], bucket: null };
  server = await openLiveServer({
    host: '127.0.0.1',
    port: 0,
    token,
    run,
    places,
    scripts,
    hasPublicResults,
  });
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Sends a request with exactly this path and these headers. */
function get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    request({ hostname, port, path, headers, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        body += part;
      });
      response.on('end', () => resolve({ status: response.statusCode!, body, headers: response.headers }));
    })
      .on('error', reject)
      .end();
  });
}

function writeResults(...fixtures: readonly number[]): void {
  const lines = fixtures.map((i) => {
    const logs = join(folder, 'matches', `league-1-${i}`);
    mkdirSync(logs, { recursive: true });
    writeFileSync(join(logs, 'match.rcg.gz'), 'a game log');
    writeFileSync(join(logs, 'left.log'), 'output of <left>');
    const [left, right] = i % 2 === 1 ? ['A', 'B'] : ['B', 'A'];
    return createLine({ fixture: `league-1-${i}`, left: left!, right: right!, logs, scoreL: i });
  });
  const text = [createTestHeader(LOADED), ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
  writeFileSync(join(folder, RESULT_FILE), text);
  run.poll();
}

describe('the server of a run', () => {
  test('has a feed of the results of all, of a team and of a pairing, with texts that are escaped', async () => {
    await open();
    writeResults(1, 2, 3);
    const { body, headers } = await get('/feed.atom?team=A&opponent=B');
    expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    expect(body.match(/<entry>/g)).toHaveLength(3);
    expect(body).toContain('<title>A 3 : 0 B</title>');
    expect(body).toContain('/feed.atom?team=A&amp;opponent=B"/>');
    expect((await get('/feed.atom?team=A&opponent=C')).body).not.toContain('<entry>');
    expect((await get('/feed.atom?team=%3Cb%3E%00')).body).toContain('Spring cup: &lt;b&gt;\ufffd');
  });

  test('public results need no token, and link nothing that needs one; logs, machines and outputs need it', async () => {
    await open(TOKEN, true);
    writeResults(1, 2);
    const problems = [{ side: 'left' as const, message: 'secret output' }];
    const other = createLine({ fixture: 'league-1-3', left: 'A', right: 'B', logs: folder, problems });
    const cut = '{"type":"match","logs":"/cut","teams":{}';
    appendFileSync(join(folder, RESULT_FILE), `${JSON.stringify({ ...other, host: 'secret-host' })}\n${cut}`);
    const match = { fixture: 'league-1-3', left: 'A', right: 'B', startedAt: '', cycle: 7 };
    const place = { host: 'secret-host', port: 6000, address: '10.0.0.7' };
    const status = {
      ...{ form: 1, run: '', host: 'secret-host', process: 1, where: 'by the workers of secret-host' },
      ...{ writtenAt: new Date().toISOString(), secondsLeft: 90, waiting: 0 },
      running: [{ ...match, ...place }],
      failures: [{ fixture: 'league-1-3', message: 'secret output' }],
    };
    writeFileSync(join(folder, STATUS_FILE), JSON.stringify(status));
    run.poll();
    const page = (await get('/')).body;
    expect(page).toContain('The run goes on, about 90 s left');
    const paths = ['/', '/sections.json', '/screen', '/slides.json'];
    for (const [, path = ''] of page.matchAll(/href="(\/[^"]*)"/g)) paths.push(path);
    expect(paths).toEqual(expect.arrayContaining(['/results.csv', '/results.jsonl', '/status.json']));
    const feed = (await get('/feed.atom')).body;
    const { pathname, search } = new URL(/<link href="([^"]*)"/.exec(feed)![1]!.replaceAll('&amp;', '&'));
    expect(`${pathname}${search}`).toBe('/?team=A&opponent=B');
    for (const path of [...paths, `${pathname}${search}`]) {
      const { status: code, body } = await get(path);
      expect([path, code]).toEqual([path, 200]);
      for (const secret of ['secret', folder, '/matches/', '/watch/', '10.0.0.7'])
        expect(body, path).not.toContain(secret);
    }
    expect((await get('/results.jsonl')).body.split('\n')).toHaveLength(5);
    for (const path of ['/matches/league-1-1', '/matches/league-1-1/files/left.log', '/watch/x'])
      expect([path, (await get(path)).status]).toEqual([path, 401]);
    const own = { authorization: `Bearer ${TOKEN}` };
    expect((await get('/status.json', own)).body).toContain('secret-host');
    expect((await get('/results.jsonl', own)).body).toContain(cut);
    expect((await get('/', own)).body).toContain('href="/matches/league-1-1"');
  });

  test('shows that there are no results, and the results when they are there', async () => {
    await open();
    expect((await get('/')).body).toContain('The run has no results yet');
    writeResults(1, 2);
    const { body, headers } = await get('/');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(body).toContain('2 of 3 matches');
    expect(body).toContain('<a href="/matches/league-1-2">league-1-2</a>');
    expect(body).not.toContain('page=2');
    const sections = JSON.parse((await get('/sections.json?team=A')).body) as { id: string }[];
    expect(sections.map(({ id }) => id)).toEqual([
      'summary',
      'next',
      'running',
      'bracket',
      'tables',
      'charts',
      'match-list',
      'decisions',
      'problems',
    ]);
    expect(JSON.parse((await get('/status.json')).body)).toMatchObject({
      form: 1,
      finished: false,
      progress: { recorded: 2, total: 3 },
      now: null,
    });
    expect((await get('/results.csv')).body.split('\r\n')).toHaveLength(4);
    expect((await get('/results.jsonl')).body.split('\n')).toHaveLength(4);
  });

  test('shows the matches that are played; one without a server cannot be watched', async () => {
    await open();
    writeResults(1);
    const match = { left: '<A>', right: 'B', startedAt: '', host: 'here', port: null, cycle: 77 };
    const status = {
      form: 1,
      where: '2 at a time on this machine',
      writtenAt: new Date().toISOString(),
      secondsLeft: 90,
      running: [
        { ...match, fixture: 'league-1-2' },
        { ...match, fixture: 'league-1-3', port: 6000, address: null },
      ],
      waiting: 0,
      failures: [],
    };
    writeFileSync(join(folder, STATUS_FILE), JSON.stringify(status));
    run.poll();
    const { body } = await get('/');
    expect(body).toContain('The run goes on, 2 at a time on this machine, about 90 s left at this speed.');
    expect(body).toContain('&lt;A&gt; – B');
    expect(await get('/watch/league-1-2')).toMatchObject({
      status: 404,
      body: expect.stringContaining('in one process'),
    });
    expect(await get('/watch/league-1-3')).toMatchObject({
      status: 404,
      body: expect.stringContaining('is played on here, which has no address for spectators'),
    });
    expect(body).toContain('on its machine only');
    expect(body).not.toContain('/watch/');
    expect(await get('/watch/league-1-1')).toMatchObject({
      status: 303,
      headers: expect.objectContaining({ location: '/matches/league-1-1' }),
    });
    // The run was ended by force.
    const old = { ...status, writtenAt: '2026-01-01T00:00:00.000Z' };
    writeFileSync(join(folder, STATUS_FILE), JSON.stringify(old));
    run.poll();
    expect((await get('/')).body).toContain('The run does not go on at the moment.');
  });

  test('a new result causes an event', async () => {
    await open();
    writeResults(1);
    const { hostname, port } = new URL(server.url);
    const events: string[] = [];
    const sent = request({ hostname, port, path: '/events', agent: false }, (response) => {
      response.setEncoding('utf8').on('data', (text: string) => events.push(text));
    }).end();
    sent.on('error', () => {});
    await expect.poll(() => events.length).toBe(1);
    const version = run.version;
    appendFileSync(
      join(folder, RESULT_FILE),
      `${JSON.stringify(createLine({ fixture: 'league-1-2', left: 'B', right: 'A' }))}\n`,
    );
    await expect.poll(() => events.join('')).toContain(`data: ${version + 1}`);
    sent.destroy();
  });

  test('opens the game log of a match in the viewer, and sends its files', async () => {
    await open();
    writeResults(1);
    const { body, headers } = await get('/matches/league-1-1');
    expect(body).toContain('"log":"/matches/league-1-1/files/match.rcg.gz"');
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect((await get('/matches/league-1-1/files')).body).toContain('left.log');
    const log = await get('/matches/league-1-1/files/left.log');
    expect(log).toMatchObject({ status: 200, body: 'output of <left>' });
    expect(log.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(log.headers['x-content-type-options']).toBe('nosniff');
  });

  test('sends no file outside of the folder of a match', async () => {
    await open();
    writeResults(1, 2);
    symlinkSync(join(folder, RESULT_FILE), join(folder, 'matches/league-1-1/link.log'));
    for (const name of [
      encodeURIComponent('../../results.jsonl'),
      '../../results.jsonl',
      'link.log',
      'no.log',
      '%00',
    ])
      expect((await get(`/matches/league-1-1/files/${name}`)).status, name).toBeGreaterThanOrEqual(400);
    expect((await get('/matches/league-1-1/files')).body).not.toContain('link.log');
    // A line that a worker could have written.
    const line = createLine({ fixture: 'league-1-3', left: 'A', right: 'B', logs: '/etc' });
    appendFileSync(join(folder, RESULT_FILE), `${JSON.stringify(line)}\n`);
    run.poll();
    for (const path of ['/matches/league-1-3', '/matches/league-1-3/files/hostname'])
      expect(await get(path), path).toMatchObject({
        status: 404,
        body: expect.stringContaining('not at a place that this server reads'),
      });
  });

  test('a connection that sends bodies, or many requests without waiting, is closed', async () => {
    await open();
    const { hostname, port, host } = new URL(server.url);
    const talk = (text: string, enough: RegExp) =>
      new Promise<string>((resolve) => {
        const socket = connect(Number(port), hostname, () => socket.write(text));
        let received = '';
        socket.on('data', (bytes) => {
          received += String(bytes);
          if (enough.test(received)) socket.destroy();
        });
        socket.on('error', () => {});
        socket.on('close', () => resolve(received));
      });
    const post = `POST / HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n`;
    expect(await talk(post, /answered here/)).toMatch(/^HTTP\/1\.1 405 [\s\S]*connection: close/i);
    const get = `GET ${PATHS.health} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
    const answers = await talk(get.repeat(30), /(HTTP\/1\.1 [\s\S]*){30}/);
    expect(answers.split('HTTP/1.1').length - 1).toBeLessThan(30);
  });

  test('refuses other host names and pages of other origins', async () => {
    await open();
    expect((await get('/', { host: 'league.example' })).status).toBe(403);
    expect((await get('/events', { origin: 'http://league.example' })).status).toBe(403);
  });

  test('needs the token, which a browser gets once by the address', async () => {
    await open(TOKEN);
    writeResults(1);
    for (const path of [
      '/',
      '/status.json',
      '/events',
      '/matches/league-1-1/files',
      '/viewer.js',
      '/nothing',
    ])
      expect((await get(path)).status, path).toBe(401);
    expect((await get('/?token=another-token-of-this')).status).toBe(401);
    expect((await get('/', { cookie: 'rcss_league=another-token' })).status).toBe(401);
    expect((await get('/', { cookie: 'rcss_league=%E0%A4%A' })).status).toBe(400);
    expect((await get('/healthz')).status).toBe(200);
    expect((await get('/', { authorization: `Bearer ${TOKEN}` })).status).toBe(200);
    const { status, headers } = await get(`/?token=${TOKEN}&team=A`);
    expect(status).toBe(303);
    expect(headers['location']).toBe('/?team=A');
    const cookie = headers['set-cookie']![0]!;
    expect(cookie).toContain('HttpOnly; SameSite=Strict');
    expect((await get('/', { cookie: cookie.split(';')[0]! })).status).toBe(200);
  });
});
