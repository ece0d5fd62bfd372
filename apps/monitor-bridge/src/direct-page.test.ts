import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildScript,
  CHROMIUM,
  launchChromium,
  readCycle,
  readViewer,
  waitUntil,
} from '../../../packages/viewer/test/browser.js';
import { connectPlayer, startTestServer } from '../../server/test/harness.js';
import { type Bridge, startBridge } from './bridge.js';

describe.skipIf(CHROMIUM === undefined)('the page with ?connect= in Chromium', () => {
  let browser: Browser;
  let bridge: Bridge;
  beforeAll(async () => {
    // The bridge only serves the page: nothing listens on the port of its own server.
    bridge = await startBridge({
      server: { host: '127.0.0.1', port: 9 },
      webPort: 0,
      pageScript: await buildScript(),
    });
    browser = await launchChromium();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await bridge?.stop();
  });

  it('shows the match of a server without the bridge, and sends commands of the referee', async () => {
    const server = await startTestServer({
      server: { coach_w_referee: true },
      rcss: { http_port: 0, http_origins: new URL(bridge.url).origin },
    });
    await connectPlayer(server, 'Foxes');
    await connectPlayer(server, 'Herons');
    const connect = `${server.httpUrl!.replace('http', 'ws')}rooms/main/monitor`;
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(`${bridge.url}?connect=${encodeURIComponent(connect)}`);
    await waitUntil('the frames arrive', async () => (await readCycle(page)) >= 0);
    expect(server.server.clients.monitors).toHaveLength(1);
    expect(await readViewer(page, (v) => v.source?.status.text)).toMatch(/^Connected to 127/);
    await waitUntil('the teams are shown', () =>
      readViewer(
        page,
        (v) => v.viewer.frame?.left.name === 'Foxes' && v.viewer.frame.right.name === 'Herons',
      ),
    );
    await readViewer(page, (v) => v.source?.sendCommand({ type: 'kick_off' }));
    await waitUntil('the kickoff', () => server.server.match.world.playMode === 'kick_off_l');
    expect(problems).toEqual([]);
  }, 60_000);
});
