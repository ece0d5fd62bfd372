import { describe, expect, it } from 'vitest';
import { CHROMIUM } from '../../../packages/study/viewer/test/browser.js';
import { firstTeam, run, runToEnd, usePlayground, waitForStatus } from './use-playground.js';

describe.skipIf(CHROMIUM === undefined)('errors of teams and of the network in the playground', () => {
  const playground = usePlayground();

  it('an endless loop ends after the limit, and the page works on', async () => {
    const page = await playground.openTeam(
      `import { defineTeam } from '@rcss/agent';\nexport default defineTeam({ play: () => { for (;;); } });\n`,
    );
    await run(page);
    await waitForStatus(page, 'no decision within 3000 ms');
    await page.locator('.cm-content').fill(firstTeam);
    await runToEnd(page);
  });

  it('an exception is shown with its line, in the status and in the editor', async () => {
    const page = await playground.openTeam(
      `import { defineTeam } from '@rcss/agent';\n\nfunction play(player) {\n  return player.world.none.x;\n}\nexport default defineTeam({ play });\n`,
    );
    await run(page);
    await waitForStatus(page, /Mine, player \d+, (cycle \d+, )?line 4: TypeError/);
    await page.locator('.cm-lint-marker-error').waitFor();
  });

  it('errors of syntax, wrong modules and missing exports are shown', async () => {
    const page = await playground.openTeam('const a = 1;\nconst b = (;\n');
    await run(page);
    await waitForStatus(page, /line 2: .*Unexpected token/);
    await page.locator('.cm-content').fill(`import fs from 'node:fs';\nexport default fs;\n`);
    await run(page);
    await waitForStatus(page, 'there is no module "node:fs"');
    await page.locator('.cm-content').fill('export const a = 1;\n');
    await run(page);
    await waitForStatus(page, 'the code has no default export');
  });

  it('a million lines of the console leave a working page', async () => {
    const code = firstTeam.replace(
      'function decide(player: AgentPlayer) {',
      'function decide(player: AgentPlayer) {\n  if (player.world.time < 100) for (let i = 0; i < 1000; i++) console.log("line", i);\n',
    );
    const page = await playground.openTeam(code);
    await runToEnd(page);
    expect(await page.locator('#console > div').count()).toBeLessThanOrEqual(500);
    expect(await page.locator('#console').textContent()).toMatch(/\d+ more lines of this cycle are left out/);
  });

  it('without a connection, Run says what is missing and can be pressed again; the code stays', async () => {
    const page = await playground.openTeam(firstTeam);
    await page.context().setOffline(true);
    for (let attempt = 0; attempt < 2; attempt++) {
      await run(page);
      await waitForStatus(page, /cannot be loaded|failed/);
      expect(await page.locator('#status').textContent()).toContain('your code is kept in this browser');
      expect(await page.locator('#run').isEnabled()).toBe(true);
    }
    // The browser reports the requests that failed.
    playground.browser.problems.splice(0);
    await page.context().setOffline(false);
    await page.reload();
    await page.locator('.cm-content').waitFor();
    await runToEnd(page);
  });

  it.each(['engine-worker', 'team-worker'])(
    'after a new deployment without the old files, Run says so and can be pressed again (%s)',
    async (name) => {
      const page = await playground.openTeam(firstTeam);
      playground.server.hide(name);
      try {
        await run(page);
        await waitForStatus(page, 'your code is kept in this browser');
        expect(await page.locator('#run').isEnabled()).toBe(true);
        playground.browser.problems.splice(0);
      } finally {
        playground.server.hide(null);
      }
    },
  );
});
