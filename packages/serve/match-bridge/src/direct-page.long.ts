import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CHROMIUM,
  readCycle,
  readViewer,
  saveScreenshot,
  waitUntil,
} from '../../../study/viewer/test/browser.js';
import { useBrowser } from '../../../study/viewer/test/use-browser.js';
import { connectPlayer, startTestServer } from '../../match-server/test/harness.js';
import { type Bridge, startBridge } from './bridge.js';

describe.skipIf(CHROMIUM === undefined)('the page with ?connect= in Chromium', () => {
  const browser = useBrowser();
  let bridge: Bridge;
  beforeAll(async () => {
    // The bridge only serves the page: nothing listens on the port of its own server.
    bridge = await startBridge({
      server: { host: '127.0.0.1', port: 9 },
      webPort: 0,
      pageScript: browser.script,
    });
  });
  afterAll(() => bridge?.stop());

  it('shows the match of a server without the bridge, and sends commands of the referee', async () => {
    const server = await startTestServer({
      server: { coach_w_referee: true },
      rcss: { http_port: 0, http_origins: new URL(bridge.url).origin },
    });
    await connectPlayer(server, 'Foxes');
    await connectPlayer(server, 'Herons');
    const connect = `${server.httpUrl!.replace('http', 'ws')}rooms/main/monitor`;
    const page = await browser.openUrl(`${bridge.url}?connect=${encodeURIComponent(connect)}`);
    await waitUntil('the frames arrive', async () => (await readCycle(page)) >= 0);
    expect(server.server.clients.monitors).toHaveLength(1);
    expect(await readViewer(page, (v) => v.source?.status.text)).toMatch(/^Connected to main · 127/);
    await waitUntil('the teams are shown', () =>
      readViewer(
        page,
        (v) => v.viewer.frame?.left.name === 'Foxes' && v.viewer.frame.right.name === 'Herons',
      ),
    );
    await readViewer(page, (v) => v.source?.sendCommand({ type: 'kick_off' }));
    await waitUntil('the kickoff', () => server.server.match.world.playMode === 'kick_off_l');
  }, 180_000);

  it('a wall shows a bridge and a room of other addresses', async () => {
    const origin = new URL(bridge.url).origin;
    const server = await startTestServer({ rcss: { http_port: 0, http_origins: origin } });
    await connectPlayer(server, 'Foxes');
    await connectPlayer(server, 'Herons');
    const other = await startBridge({
      server: { host: '127.0.0.1', port: server.ports.player },
      webPort: 0,
      pageScript: browser.script,
      allowedOrigins: [origin],
    });
    try {
      const addresses = [other.url, `${server.httpUrl!.replace('http', 'ws')}rooms/main/monitor`];
      const query = addresses.map((address) => `wall=${encodeURIComponent(address)}`).join('&');
      const page = await browser.openUrl(`${bridge.url}?${query}`);
      await waitUntil('both show the teams', async () => {
        const scores = await page.locator('rcss-match .score').allTextContents();
        return scores.length === 2 && scores.every((score) => /Foxes.*0.*0.*Herons/.test(score));
      });
      await saveScreenshot(page, 'wall-live');
      await page.context().close();
    } finally {
      await other.stop();
    }
  }, 180_000);
});
