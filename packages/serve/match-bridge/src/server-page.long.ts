import type { RcssViewer } from '@rcss/viewer';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findFreePorts } from '../../../kit/kit/test/free-ports.js';
import {
  buildScript,
  CHROMIUM,
  readCycle,
  readViewer,
  saveScreenshot,
  waitForNotice,
  waitUntil,
} from '../../../study/viewer/test/browser.js';
import { useBrowser } from '../../../study/viewer/test/use-browser.js';
import {
  connectPlayer,
  type Settings,
  startTestServer,
  type TestServer,
} from '../../match-server/test/harness.js';
import { startBridge } from './bridge.js';

/** One player of each team and the ball; the other places of the teams are empty. */
const SCENE = {
  playMode: 'play_on',
  ball: { position: { x: 12, y: -7.5 } },
  players: [
    { side: 'left', unum: 1, position: { x: -20, y: 4.5 }, bodyAngle: 90 },
    { side: 'right', unum: 1, position: { x: 15.25, y: -8 }, bodyAngle: -45 },
  ],
};

/** Limit of a test with a server, a bridge and a page. */
const LIMIT_MS = 180_000;

describe.skipIf(CHROMIUM === undefined)('the page with a server in Chromium', () => {
  const browser = useBrowser();
  let page: Page;
  let server: TestServer;

  /** Runs a test with a page, a bridge and a server with one player of each team. */
  async function watch(
    settings: Settings,
    test: () => Promise<void>,
    bridgeOptions: { readonly debugPort?: number } = {},
  ): Promise<void> {
    server = await startTestServer(settings);
    await connectPlayer(server, 'Foxes');
    await connectPlayer(server, 'Herons');
    const bridge = await startBridge({
      server: { host: '127.0.0.1', port: server.ports.player },
      webPort: 0,
      pageScript: browser.script,
      ...bridgeOptions,
    });
    try {
      page = await browser.openUrl(bridge.url, {}, async (opened) => {
        for (const name of ['viewer-study', 'viewer-values'] as const)
          await opened.route(`**/${name}.js`, async (route) =>
            route.fulfill({ contentType: 'text/javascript', body: await buildScript(name) }),
          );
      });
      await waitUntil('the match is shown', async () => (await readCycle(page)) >= 0);
      await test();
      await page.context().close();
    } finally {
      await bridge.stop();
    }
  }

  it(
    'sends a scene to the server, which puts players, ball and play mode into it',
    () =>
      watch({ server: { coach_w_referee: true } }, async () => {
        await page.keyboard.press('e');
        await page.getByRole('button', { name: 'Scene editor' }).click();
        await page.getByRole('button', { name: 'Edit this moment' }).click();
        await page.locator('input[accept=".json"]').setInputFiles({
          name: 'scene.json',
          mimeType: 'application/json',
          buffer: Buffer.from(JSON.stringify(SCENE)),
        });
        await waitUntil('the scene is loaded', () => readViewer(page, (v) => v.viewer.frame?.ballX === 12));
        await page.getByRole('button', { name: 'Send to the server' }).click();
        await waitForNotice(page, '4 commands sent');
        const { world } = server.server.match;
        await waitUntil('the ball is there', () => world.ball.pos.x === 12 && world.ball.pos.y === -7.5);
        expect(world.playMode).toBe('play_on');
        await page.getByRole('button', { name: 'Back to the match' }).click();
        await waitUntil('the match shows the scene', () =>
          readViewer(page, ({ viewer: { frame } }) => frame?.playMode === 'play_on' && frame.ballX === 12),
        );
        const shown = await readViewer(page, (v) =>
          [0, 11].map((i) => {
            const { x, y, body } = v.viewer.frame!.players[i]!;
            return [x, y, body];
          }),
        );
        expect(shown).toEqual([
          [-20, 4.5, 90],
          [15.25, -8, -45],
        ]);
      }),
    LIMIT_MS,
  );

  it(
    'the button Stop the game stops the clock, and Go on restores the play mode',
    () =>
      watch({ server: { coach_w_referee: true } }, async () => {
        const { world } = server.server.match;
        const command = { type: 'play_mode', mode: 'play_on', x: 0, y: 0, keepBall: true } as const;
        await page.evaluate(
          (sent) => (document.querySelector('rcss-viewer') as RcssViewer).source?.sendCommand(sent),
          command,
        );
        await waitUntil('the match runs', () => world.playMode === 'play_on' && world.time > 2);
        await waitUntil('the page shows it', async () => (await readCycle(page)) > 2);
        await page.keyboard.press('e');
        await page.getByRole('button', { name: 'Stop the game' }).click();
        await page.getByRole('button', { name: 'Go on' }).waitFor();
        await waitUntil('the match is stopped', () => world.playMode === 'before_kick_off');
        const stopped = world.time;
        await waitUntil('the page shows it', () =>
          readViewer(page, (v) => v.viewer.frame?.playMode === 'before_kick_off'),
        );
        expect(world.time).toBe(stopped);
        await page.getByRole('button', { name: 'Go on' }).click();
        await waitUntil('the match goes on', () => world.playMode === 'play_on' && world.time > stopped + 2);
        await page.getByRole('button', { name: 'Stop the game' }).waitFor();
      }),
    LIMIT_MS,
  );

  it(
    'lists the messages of the clients if the server sends them',
    () =>
      watch({ rcss: { send_client_messages: true } }, async () => {
        const client = await connectPlayer(server, 'Foxes');
        client.send('(turn 30)');
        await readViewer(page, (v) => v.viewer.setOption('showTraffic', true));
        await page.keyboard.press('m');
        await page.locator('.list li', { hasText: 'Recv Foxes_2: (turn 30)' }).waitFor();
      }),
    LIMIT_MS,
  );

  it(
    'shows what a player of the server sees, receives and sends, live',
    async () => {
      const debugPort = await findFreePorts('udp');
      const test = async () => {
        const player = await connectPlayer(server, 'Foxes');
        player.send('(move -10 5)(turn 45)');
        await page.keyboard.press('j');
        await readViewer(page, (v) => v.viewer.toggleSelection(1));
        await page.getByText(/^Foxes 2, cycle \d+/).waitFor();
        const messages = page.locator('.messages summary');
        await messages.filter({ hasText: /^see: .*\d+ marks/ }).waitFor();
        await messages
          .filter({ hasText: /^sense_body: stamina 8000/ })
          .first()
          .waitFor();
        // The page shows the messages of the newest cycle only, so the command is sent again and again.
        const sender = setInterval(() => player.send('(turn_neck 1)'), 50);
        try {
          await page.locator('li', { hasText: 'sent (turn_neck 1)' }).first().waitFor();
        } finally {
          clearInterval(sender);
        }
        // Not every cycle has a message see.
        const readEntries = () =>
          readViewer(page, ({ viewer }) =>
            viewer.debug
              .findEntry(viewer.source!, viewer.frame!, viewer.frameIndex, 1)
              .seen.map(({ kind, x, y, truth }) => [kind, Math.hypot(x - truth!.x, y - truth!.y)] as const),
          );
        let entries: Awaited<ReturnType<typeof readEntries>> = [];
        await waitUntil('a cycle with seen objects is shown', async () => {
          entries = await readEntries();
          return entries.length > 5;
        });
        await page.keyboard.press('Space');
        // The errors of seen distances are at most a tenth of them.
        for (const [kind, error] of entries) expect([kind, error < 15]).toEqual([kind, true]);
        await saveScreenshot(page, 'agents-live');
      };
      await watch({ rcss: { debug_channel: `127.0.0.1:${debugPort}` } }, test, { debugPort });
    },
    LIMIT_MS,
  );

  it(
    'a match that goes on without the button can be stopped again',
    () =>
      watch({ server: { coach_w_referee: true } }, async () => {
        const { world } = server.server.match;
        await page.keyboard.press('e');
        await page.getByRole('button', { name: 'Stop the game' }).click();
        await page.getByRole('button', { name: 'Go on' }).waitFor();
        await page
          .getByRole('region', { name: 'Referee' })
          .getByRole('button', { name: 'Kick off', exact: true })
          .click();
        await waitUntil('the kick-off', () => world.playMode === 'kick_off_l');
        await page.getByRole('button', { name: 'Stop the game' }).waitFor();
      }),
    LIMIT_MS,
  );
});
