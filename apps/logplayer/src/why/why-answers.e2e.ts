import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSite, listenHttp } from '@rcss/log-service/web';
import type { WhyPart } from '@rcss/viewer/page';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { recordPrograms, TURNER } from '../../../../packages/serve/match-server/test/record-programs.js';
import { recordModules, WALKERS } from '../../test/record-modules.js';
import { type TeamVersions, WhyAnswers } from './why-answers.js';

const HOST = '127.0.0.1';
const closers: (() => unknown)[] = [];
let folder: string;
let modules: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rcss-why-'));
  modules = await recordModules(folder, 60);
});
afterAll(async () => {
  for (const close of closers) await close();
  rmSync(folder, { recursive: true });
});

/** Serves answers about a recording; `ask` returns the parts of an answer. */
async function serve(recording: string, teams: TeamVersions) {
  const why = new WhyAnswers(HOST, teams, { limit: 20 });
  const server = createSite(new Map([['/why/0', why.createRoute(recording)]]), HOST);
  const port = await listenHttp(server, 0, HOST);
  closers.push(() => {
    server.close();
    return why.close();
  });
  const { path, token } = why.createOffer('/why/0');
  const post = (body: string, headers: Record<string, string> = {}, signal: AbortSignal | null = null) =>
    fetch(`http://${HOST}:${port}${path}`, {
      method: 'POST',
      body,
      headers: { Authorization: `Bearer ${token}`, ...headers },
      signal,
    });
  const ask = async (question: object): Promise<WhyPart[]> => {
    const text = await (await post(JSON.stringify({ player: 'l3', time: 31, ...question }))).text();
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as WhyPart)
      .filter((part) => !('cycle' in part));
  };
  return { ask, post, why, port };
}

describe('answers about a recording of modules', () => {
  let served: Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => {
    served = await serve(modules, { l: [WALKERS], r: [WALKERS] });
  });

  it('lists all that a player received and sent, as records of the debug channel', async () => {
    const parts = await served.ask({ ask: 'messages' });
    const { messages } = parts.find(({ record }) => record?.time === 31)!.record!;
    expect(messages![0]!.text).toMatch(/^\(sense_body 31 /);
    expect(messages!.at(-1)).toEqual({ direction: 'sent', text: '(dash 60)' });
  });

  it('the demonstration team decides for one player, although the others are not asked', async () => {
    const demo = await serve(modules, { l: ['demo'], r: [WALKERS] });
    const [{ decided }] = (await demo.ask({ ask: 'decide' })) as [WhyPart];
    expect(decided).toMatchObject({ recorded: ['(dash 60)'], records: [{ side: 'l', unum: 3 }] });
    expect(decided!.decided.length).toBeGreaterThan(0);
  });

  it('the same code decides the same, with its record of the cycle', async () => {
    const [{ decided }] = (await served.ask({ ask: 'decide' })) as [WhyPart];
    expect(decided).toMatchObject({
      ...{ recorded: ['(dash 60)'], decided: ['(dash 60)'], others: 0 },
      records: [{ time: 31, side: 'l', unum: 3, texts: [{ level: 1 }] }],
    });
  });

  it('another command gives another future, the same one the recorded match', async () => {
    const question = { ask: 'futures', count: 1, seed: null, cycles: 10 };
    const [same] = (await served.ask(question)) as [WhyPart];
    expect(same).toMatchObject({
      future: 'as in the match: 0:0 at 41, the recorded match',
      summary: expect.stringContaining('next goal: Alpha 0 %'),
    });
    expect(same.ball).toHaveLength(10);
    const [changed] = await served.ask({ ...question, commands: '(turn 90)' });
    expect(changed!.future).toContain('another match from 32 on');
    const seeds = await served.ask({ ...question, count: 3, seed: 7 });
    expect(seeds.map(({ future }) => /^seed \d/.exec(future!)?.[0])).toEqual(['seed 7', 'seed 8', 'seed 9']);
  });

  it('what cannot be answered is said in one line', async () => {
    const futures = { ask: 'futures', count: 1, cycles: 5 };
    expect(await served.ask({ ...futures, commands: '(turn' })).toEqual([
      { error: expect.stringContaining("--change 'l3 (turn': allowed: a player with its commands") },
    ]);
    expect(await served.ask({ ...futures, set: ['server::x=1'] })).toEqual([
      { error: expect.stringContaining('server::x is not a known parameter') },
    ]);
    expect(await served.ask({ ask: 'decide', player: 'l9' })).toEqual([
      { error: 'player l9 is not in the recording' },
    ]);
    const without = await serve(modules, { l: [WALKERS], r: [] });
    expect(await without.ask(futures)).toEqual([
      { error: 'the program of the right team is not known; start this page with --right-start' },
    ]);
  });

  it.each([
    ['a page of another origin', '{}', { Origin: 'http://other.example' }, 403],
    ['a page without an origin of its own', '{}', { Origin: 'null' }, 403],
    ['no token', '{}', { Authorization: '' }, 401],
    ['another token', '{}', { Authorization: 'Bearer 0123456789abcdef' }, 401],
    ['a body that is not JSON', '{', {}, 400],
    ['a question without a player', '{"ask":"decide"}', {}, 400],
    ['a long body', `"${'x'.repeat(9000)}"`, {}, 413],
  ])('refuses %s', async (_, body, headers, status) => {
    const answer = await served.post(body, headers);
    expect(answer.status).toBe(status);
    expect(JSON.parse(await answer.text())).toEqual({ error: expect.any(String) });
  });

  it('a route for questions is not read, and a file is not written', async () => {
    expect((await fetch(`http://${HOST}:${served.port}/why/0`)).status).toBe(405);
    expect((await fetch(`http://${HOST}:${served.port}/`, { method: 'POST' })).status).toBe(405);
  });
});

describe.skipIf(process.platform !== 'linux')('programs of an answer', () => {
  /** The processes whose environment has a text, without this one. */
  const countProcesses = (text: string) =>
    readdirSync('/proc').filter((pid) => {
      try {
        const has = readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`RCSS_TEST_PLACE=${text}`);
        return has && pid !== String(process.pid);
      } catch {
        return false;
      }
    }).length;

  it('end when the page leaves, and when the server ends', async () => {
    const programs = await recordPrograms(join(folder, 'programs'), 40);
    vi.stubEnv('RCSS_TEST_PLACE', folder);
    const { post, why } = await serve(programs, { l: [TURNER], r: [TURNER] });
    const question = JSON.stringify({ ask: 'futures', player: 'l3', time: 15, count: 200, cycles: 20 });
    const leave = new AbortController();
    const answer = await post(question, {}, leave.signal);
    await answer.body!.getReader().read();
    // Between two futures no program runs.
    await expect.poll(() => countProcesses(folder)).toBeGreaterThan(0);
    leave.abort();
    await expect.poll(() => countProcesses(folder)).toBe(0);
    const second = await post(question);
    await second.body!.getReader().read();
    await expect.poll(() => countProcesses(folder)).toBeGreaterThan(0);
    await why.close();
    vi.unstubAllEnvs();
    expect(countProcesses(folder)).toBe(0);
  });
});
