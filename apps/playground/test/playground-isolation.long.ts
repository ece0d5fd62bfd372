import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { CHROMIUM } from '../../../packages/study/viewer/test/browser.js';
import { LESSONS } from '../src/lessons/lessons.js';
import { ATTACK_NAMES, writeAttacks } from './attacks.js';
import { firstTeam, run, runToEnd, usePlayground, waitForStatus } from './use-playground.js';

/** A team whose code runs a statement before the match, and writes the value of an expression to the console. */
const writeTeam = (expression: string) => `import { defineTeam } from '@rcss/agent';
const team = defineTeam({ play: (player) => player.scan() });
const result = ${expression};
export default async (context) => { console.log('result', await result); return team(context); };
`;

describe.skipIf(CHROMIUM === undefined)('the code of a team in the playground', () => {
  const playground = usePlayground();

  afterEach(() => {
    // A browser reports each refused request as an error of the page.
    playground.browser.problems.splice(0);
  });

  /** Runs the code of the editor and returns the value that it writes. */
  async function readResult(page: Page): Promise<unknown> {
    await run(page);
    await waitForStatus(page, /Digest|: /);
    expect(await page.locator('#status').textContent()).toContain('Digest');
    const text = (await page.locator('#console').textContent()) ?? '';
    return JSON.parse(/result (.*)$/.exec(text)?.[1] ?? 'null');
  }

  it('reaches no storage, no network and no script of the site', async () => {
    const [script = ''] = await loadPage();
    const attacks = writeAttacks(playground.server.address, script);
    const page = await playground.openTeam(writeTeam(attacks));
    // The same attacks succeed in a worker of the origin of the page.
    const opened = await page.evaluate((expression) => {
      const text = `${expression}.then((names) => postMessage(names), (error) => postMessage(String(error)))`;
      const worker = new Worker(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })));
      return new Promise((resolve) => {
        worker.onmessage = ({ data }) => {
          // Its connections to the database end with it.
          worker.terminate();
          resolve(data);
        };
      });
    }, attacks);
    expect(opened).toEqual(ATTACK_NAMES);
    await clearStorage(page);
    const requestCount = playground.server.requests.length;
    expect(await readResult(page)).toEqual([]);
    expect(playground.server.requests.slice(requestCount).filter((path) => path.includes('secret'))).toEqual(
      [],
    );
    expect(await listStorage(page)).toEqual([]);
  });

  it('has an opaque origin, no storage of texts, no document and no compiler of text', async () => {
    const page = await playground.openTeam(
      writeTeam(
        `(() => { try { return [origin, typeof localStorage, typeof document, new Function('return 1')()]; } catch (error) { return [origin, typeof localStorage, typeof document, error.name]; } })()`,
      ),
    );
    expect(await readResult(page)).toEqual(['null', 'undefined', 'undefined', 'EvalError']);
    // The frame is removed after the match.
    expect(await page.locator('iframe').count()).toBe(0);
  });

  it('reaches no other page by a channel', async () => {
    const page = await playground.openTeam(
      writeTeam(`(() => { new BroadcastChannel('attack').postMessage('team'); return 1; })()`),
    );
    await page.evaluate(() => {
      const received: unknown[] = [];
      Object.assign(window, { received });
      new BroadcastChannel('attack').onmessage = ({ data }) => received.push(data);
    });
    expect(await readResult(page)).toBe(1);
    const other = await page.context().newPage();
    await other.goto(`${playground.server.address}log.html`);
    await other.evaluate(() => new BroadcastChannel('attack').postMessage('page'));
    const readReceived = () => page.evaluate(() => (window as unknown as { received: unknown[] }).received);
    // It is sent after the message of the team.
    await expect.poll(readReceived).toContain('page');
    expect(await readReceived()).toEqual(['page']);
  });

  it('cannot send what the engine does not understand', async () => {
    const page = await playground.openTeam(
      writeTeam(
        `(() => { const { postMessage } = MessagePort.prototype; MessagePort.prototype.postMessage = function () { postMessage.call(this, { type: 'created', players: {} }); }; return 1; })()`,
      ),
    );
    await run(page);
    await waitForStatus(page, 'Mine: the code of the team sent a wrong reply: the players is not a list');
    await page.locator('.cm-content').fill(firstTeam);
    await runToEnd(page);
  });

  it('is ended with all its workers if it has an endless loop', async () => {
    const page = await playground.openTeam(
      `import { defineTeam } from '@rcss/agent';
new Worker(URL.createObjectURL(new Blob(['for (;;);'])));
export default defineTeam({ play: () => { for (;;); } });
`,
    );
    await run(page);
    await waitForStatus(page, 'no decision within 3000 ms');
    await expect.poll(() => page.workers().length).toBe(1);
    expect(await page.locator('iframe').count()).toBe(0);
    await page.locator('.cm-content').fill(firstTeam);
    await runToEnd(page);
  });

  it('is ended if it takes too much memory, and the page works on', async () => {
    const page = await playground.openTeam(
      `import { defineTeam } from '@rcss/agent';
const kept = [];
export default defineTeam({ play: () => { for (;;) kept.push(new Array(1_000_000).fill({})); } });
`,
    );
    await run(page);
    await waitForStatus(page, 'takes too much memory');
    await page.locator('.cm-content').fill(firstTeam);
    await runToEnd(page);
  });

  it('plays a lesson as before', async () => {
    const [lesson] = LESSONS;
    const page = await playground.openTeam(lesson!.start, { lesson: lesson!.id });
    await run(page);
    await waitForStatus(page, 'Not passed: ');
    await page.locator('#solution').click();
    await run(page);
    await waitForStatus(page, /^Passed: /);
  });

  /** Returns the paths of the workers of the engine that a page loads, in the folder of the pages. */
  async function loadPage(): Promise<string[]> {
    const page = await playground.openTeam(firstTeam);
    await runToEnd(page);
    const names = playground.server.requests.filter((path) => path.includes('/engine-worker-'));
    await playground.browser.closePages();
    return names.map((path) =>
      new URL(path, playground.server.address).href.slice(playground.server.address.length),
    );
  }

  /** Returns what the browser keeps for the site, apart from the drafts of the page. */
  const listStorage = (page: Page): Promise<string[]> =>
    page.evaluate(async () => {
      const databases = (await indexedDB.databases()).map(({ name }) => `database ${name}`);
      const kept = (await caches.keys()).map((name) => `cache ${name}`);
      const files: string[] = [];
      const root = (await navigator.storage.getDirectory()) as unknown as { keys(): AsyncIterable<string> };
      for await (const name of root.keys()) files.push(`file ${name}`);
      return [...databases, ...kept, ...files];
    });

  /** Removes what {@link listStorage} lists. */
  async function clearStorage(page: Page): Promise<void> {
    expect(await listStorage(page)).toEqual(['database attack', 'cache attack', 'file attack']);
    await page.evaluate(async () => {
      await new Promise((resolve) => {
        indexedDB.deleteDatabase('attack').onsuccess = resolve;
      });
      await caches.delete('attack');
      await (await navigator.storage.getDirectory()).removeEntry('attack');
    });
    expect(await listStorage(page)).toEqual([]);
  }
});
