import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { TournamentDocument } from '@rcss/tournament/documents';
import { Header } from 'tar';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fillDisk } from '../../../match-server/test/full-disk.js';
import { createLine } from '../../test/result-lines.js';
import { type LoadedDocument, resolveDocument } from '../documents/load-document.js';
import { canSandbox } from '../isolation/sandbox-command.js';
import { type CheckRequest, NOTHING_MEASURED } from '../jobs/team-check.js';
import type { MatchPool } from '../pool/match-pool.js';
import { createHeader } from '../runs/run-header.js';
import { LiveRun } from '../serve/live-run.js';
import { openLiveServer } from '../serve/live-server.js';
import { describeSubmission, followSubmission, listFiles, readFile, readResults } from './submit-client.js';
import { listTokenTeams, makeTeamToken, revokeTeamToken } from './tokens.js';
import { type Submission, type UploadOptions, Uploads } from './uploads.js';

let folder: string;
let closers: (() => Promise<void>)[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rcss-uploads-'));
  closers = [];
});
afterEach(async () => {
  for (const close of closers.reverse()) await close();
  rmSync(folder, { recursive: true });
});

/** An archive of a team; the text makes it another one. */
function pack(text: string): Buffer {
  const body = Buffer.from(`#!/bin/sh\n# ${text}\n`);
  const header = new Header({ path: 'reds/start.sh', type: 'File', mode: 0o755, size: body.length });
  header.encode();
  return gzipSync(Buffer.concat([header.block!, body, Buffer.alloc(512 - body.length), Buffer.alloc(1024)]));
}

async function* stream(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

const requests: CheckRequest[] = [];
/** A pool whose checks find an error if the archive says so. */
const POOL = {
  async perform({ given: request }: { given: CheckRequest }) {
    requests.push(request);
    const text = readFileSync(join((request.team.team as { start: string }).start, 'start.sh'), 'utf8');
    const players = Array.from({ length: 11 }, (_, i) => ({ unum: i + 1, isGoalie: i === 0, version: 19 }));
    const failure = text.includes('broken') ? `Reds left at once in ${folder}/uploads/Reds` : null;
    return {
      ...NOTHING_MEASURED,
      name: 'Reds',
      players,
      startSeconds: 1,
      cycles: 200,
      dashCount: 9,
      failure,
    };
  },
} as unknown as MatchPool;

function load(isolation: TournamentDocument['isolation'] = { level: 'sandbox' }): LoadedDocument {
  const teams = [
    { name: 'Reds', file: 'uploads/Reds/team.json' },
    { name: 'Blues', start: 'demo' },
  ];
  const document: TournamentDocument = {
    ...{ version: 1, teams, format: { type: 'series', matches: 2 } },
    ...(isolation === undefined ? {} : { isolation }),
  };
  return resolveDocument(document, folder);
}

function open(options: Partial<UploadOptions> = {}): Uploads {
  const replaced: string[] = [];
  const uploads = new Uploads({
    ...{ folder: join(folder, 'uploads'), loaded: load(), documentFolder: folder, pool: POOL, deadlines: [] },
    onReplaced: (team) => void replaced.push(team),
    ...options,
  });
  closers.push(() => uploads.close());
  return uploads;
}

/** Opens the pages of the run in the folder. */
async function serve(uploads: Uploads): ReturnType<typeof openLiveServer> {
  const viewer = { page: 'viewer', clips: '', spatial: '', words: '', values: '', study: '' };
  const scripts = { league: 'league', screen: 'screen', submit: 'submit', viewer, verify: {} as never };
  const server = await openLiveServer({
    ...{ host: '127.0.0.1', port: 0, token: 'the token of the pages', scripts, uploads },
    ...{ run: new LiveRun(folder, load(), 'cup'), places: { folders: [folder], bucket: null } },
  });
  closers.push(() => server.close());
  return server;
}

async function submit(uploads: Uploads, text: string): Promise<Submission> {
  const { digest } = await uploads.receive('Reds', stream(pack(text)));
  for (;;) {
    const own = uploads.list('Reds').find((submission) => submission.digest === digest)!;
    if (own.state !== 'checking') return own;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const readTeam = (): unknown => JSON.parse(readFileSync(join(folder, 'uploads/Reds/team.json'), 'utf8'));

describe.runIf(process.platform === 'linux' && canSandbox())('submissions', () => {
  test('one that is ready plays; one that fails replaces nothing, and its reason has no path of the server', async () => {
    makeTeamToken(join(folder, 'uploads'), 'Reds');
    expect(readTeam()).toMatchObject({ name: 'Reds', start: 'demo' });
    const uploads = open();
    const good = await submit(uploads, 'good');
    expect(good).toMatchObject({ state: 'playing', findings: [] });
    const team = readTeam();
    expect(team).toEqual({ name: 'Reds', start: `./${good.digest}`, version: `upload ${good.digest}` });
    expect(requests.at(-1)!.team).toMatchObject({ isolation: { level: 'sandbox' }, name: 'Reds' });
    const bad = await submit(uploads, 'broken');
    expect(bad.state).toBe('refused');
    expect(bad.findings).toEqual(['error: Reds left at once in …/Reds']);
    expect(readTeam()).toEqual(team);
    await expect(uploads.receive('Reds', stream(pack('good')))).rejects.toThrow('plays already');
    await expect(uploads.receive('Reds', stream(Buffer.from('no archive')))).rejects.toThrow(
      'not a tar archive',
    );
    expect(
      open()
        .list('Reds')
        .map(({ state }) => state),
    ).toEqual(['playing', 'refused']);
    expect(load().teams.get('Reds')!.version).toBe(`upload ${good.digest}`);
  });

  test('what is there before a deadline plays from it on, the latest of a team; nothing is taken after the last one', async () => {
    makeTeamToken(join(folder, 'uploads'), 'Reds');
    const soon = Date.now() + 3_600_000;
    const uploads = open({ deadlines: [soon] });
    const first = await submit(uploads, 'first');
    const plan = `It plays from ${new Date(soon).toISOString()} on.`;
    expect(first).toMatchObject({ state: 'accepted', findings: [plan] });
    const second = await submit(uploads, 'second');
    expect(readTeam()).toMatchObject({ start: 'demo' });
    await uploads.close();
    // As a server that starts after the deadline.
    const received = Date.parse(second.receivedAt);
    const later = open({ deadlines: [received] });
    expect(later.list('Reds').map(({ state }) => state)).toEqual(['replaced', 'playing']);
    expect(readTeam()).toMatchObject({ version: `upload ${second.digest}` });
    await expect(
      open({ deadlines: [received - 1000] }).receive('Reds', stream(pack('late'))),
    ).rejects.toThrow('the last deadline was');
  });

  test('the files of the ten latest ones are kept, and those of the one that plays', async () => {
    makeTeamToken(join(folder, 'uploads'), 'Reds');
    const uploads = open();
    const { digest } = await submit(uploads, 'plays');
    const broken: string[] = [];
    for (let i = 0; i < 12; i++) broken.push((await submit(uploads, `broken ${i}`)).digest);
    expect(uploads.list('Reds')).toHaveLength(11);
    expect(
      [digest, broken[0]!, broken[11]!].map((name) => existsSync(join(folder, 'uploads/Reds', name))),
    ).toEqual([...[true, false, true]]);
  });

  test.each(['submissions.json', 'team.json'])(
    'a full disk for %s ends neither the service nor the checks after it; what a kill has left is removed',
    async (name) => {
      makeTeamToken(join(folder, 'uploads'), 'Reds');
      mkdirSync(join(folder, 'uploads/Reds/incoming-killed'));
      const uploads = open();
      expect(existsSync(join(folder, 'uploads/Reds/incoming-killed'))).toBe(false);
      const free = fillDisk(join(folder, 'uploads/Reds', name));
      try {
        expect(await submit(uploads, 'first')).toMatchObject({
          state: name === 'team.json' ? 'accepted' : 'playing',
        });
      } finally {
        free();
      }
      const second = await submit(uploads, 'second');
      expect(second.state).toBe('playing');
      expect(readTeam()).toMatchObject({ version: `upload ${second.digest}` });
      expect(open().list('Reds')).toEqual(uploads.list('Reds'));
      const freeAll = fillDisk(folder);
      try {
        await expect(uploads.receive('Reds', stream(pack('third')))).rejects.toThrow(
          /^the server cannot write the files: ENOSPC$/,
        );
      } finally {
        freeAll();
      }
    },
  );

  test('by HTTP, a team reads its results and of each match its own files only', async () => {
    const token = makeTeamToken(join(folder, 'uploads'), 'Reds');
    const logs = join(folder, 'matches/m2');
    mkdirSync(logs, { recursive: true });
    const shared = ['match.rcg.gz', 'match.rcl', 'match.rec.gz'];
    const files = [...shared, 'left.log', 'left.debug.jsonl', 'right.log', 'right.debug.jsonl', 'server.log'];
    for (const name of files) writeFileSync(join(logs, name), `text of ${name}`);
    const problems = [
      { side: 'left', message: 'Blues was slow' },
      { side: 'right', message: 'Reds was slow' },
    ] as const;
    const [first, second] = ['league-1-1', 'league-1-2'];
    const header = createHeader(load(), 'cup');
    const lines = [
      createLine({ fixture: first, left: 'Blues', right: 'Greens', logs: 'matches/m2' }),
      createLine({ fixture: second, left: 'Blues', right: 'Reds', problems, logs: 'matches/m2', host: 'h' }),
    ];
    writeFileSync(
      join(folder, 'results.jsonl'),
      [header, ...lines].map((line) => `${JSON.stringify(line)}\n`).join(''),
    );
    const server = await serve(open());
    const target = { url: server.url, team: 'Reds', token };
    const results = await readResults(target, 1);
    expect(results).toMatchObject({ team: 'Reds', count: 1, pageCount: 1, ratings: [] });
    expect(results.lines.map(({ fixture }) => fixture)).toEqual([second]);
    expect(results.lines[0]!.problems).toEqual([problems[1]]);
    expect(JSON.stringify(results)).not.toContain('matches/m2');
    const names = (await listFiles(target, second)).map(({ name }) => name);
    expect(names).toEqual([...shared, 'right.debug.jsonl', 'right.log']);
    expect(await (await readFile(target, second, 'right.log')).text()).toBe('text of right.log');
    for (const name of ['left.log', 'server.log', '../../results.jsonl', 'left.debug.jsonl'])
      await expect(readFile(target, second, name)).rejects.toThrow('no such file of it');
    await expect(listFiles(target, 'other')).rejects.toThrow('The team has no such match');
    await expect(listFiles({ ...target, token: 'x' }, second)).rejects.toThrow('its token is wrong');
    await expect(listFiles(target, first)).rejects.toThrow('The team has no such match');
    await expect(readFile(target, first, 'match.rcg.gz')).rejects.toThrow('The team has no such match');
  });

  test('by HTTP: with the token of the team only, and a revoked one is refused', async () => {
    const token = makeTeamToken(join(folder, 'uploads'), 'Reds');
    const uploads = open();
    const server = await serve(uploads);
    const send = (own: string, text: string) =>
      followSubmission(
        { url: server.url, team: 'Reds', token: own },
        new Blob([new Uint8Array(pack(text))]),
        () => {},
      );
    const accepted = await send(token, 'good');
    expect(describeSubmission(accepted)).toBe(`Submission ${accepted.digest}: playing`);
    await expect(send('another token', 'good')).rejects.toThrow('The team or its token is wrong');
    await expect(send(token, 'good')).rejects.toThrow('plays already');
    for (const type of ['application/json', 'text/plain']) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': type };
      const answer = await fetch(new URL('/submit/Reds', server.url), {
        method: 'POST',
        headers,
        body: '{}',
      });
      expect([answer.status, await answer.json()]).toEqual([
        422,
        { problem: 'the archive is missing; send its bytes as application/octet-stream' },
      ]);
    }
    expect(await (await fetch(new URL('/submit', server.url))).text()).toContain('Submit a team');
    expect(await (await fetch(new URL('/league-submit.js', server.url))).text()).toBe('submit');
    expect((await fetch(server.url)).status).toBe(401);
    expect(revokeTeamToken(join(folder, 'uploads'), 'Reds')).toBe(true);
    await expect(send(token, 'other')).rejects.toThrow('The team or its token is wrong');
  });

  test.each(['revoked', 'replaced'])('by HTTP: not if the token is %s while it arrives', async (what) => {
    const tokens = join(folder, 'uploads');
    const token = makeTeamToken(tokens, 'Reds');
    const server = await serve(open());
    const isArriving = () => readdirSync(join(tokens, 'Reds')).some((name) => name.startsWith('incoming-'));
    async function* sendSlowly(): AsyncGenerator<Buffer> {
      const archive = pack('late');
      yield archive.subarray(0, 50);
      while (!isArriving()) await new Promise((resolve) => setImmediate(resolve));
      if (what === 'revoked') revokeTeamToken(tokens, 'Reds');
      else makeTeamToken(tokens, 'Reds');
      yield archive.subarray(50);
    }
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' };
    const request = { method: 'POST', headers, body: sendSlowly(), duplex: 'half' } as never;
    const answer = await fetch(new URL('/submit/Reds', server.url), request);
    expect([answer.status, await answer.json()]).toEqual([
      422,
      { problem: 'the token was replaced or revoked meanwhile' },
    ]);
  });

  test.each([
    [undefined, 'isolation: { level: sandbox } in the document, which has none'],
    [{ level: 'container' as const }, 'containers start teams from images'],
  ])('isolation %o is refused at the start', (isolation, reason) => {
    makeTeamToken(join(folder, 'uploads'), 'Reds');
    const loaded = { ...load(), document: { ...load().document, isolation } } as LoadedDocument;
    expect(() => open({ loaded })).toThrow(reason);
  });
});

test('a token is not stored, a new one replaces it, and names that cannot be folders get none', () => {
  const first = makeTeamToken(folder, 'Reds');
  expect(readFileSync(join(folder, 'tokens.json'), 'utf8')).not.toContain(first);
  expect(makeTeamToken(folder, 'Reds')).not.toBe(first);
  expect(listTokenTeams(folder)).toEqual(['Reds']);
  for (const name of ['..', 'a/b', '', 'x'.repeat(16)])
    expect(() => makeTeamToken(folder, name)).toThrow('cannot submit');
  expect(revokeTeamToken(folder, 'Blues')).toBe(false);
});
