import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, readText, readViewer, waitUntil } from '../../../study/viewer/test/browser.js';
import { useBrowser } from '../../../study/viewer/test/use-browser.js';
import { RecordedServer, readRecordedDatagrams } from '../test/recorded-server.js';
import { type Bridge, startBridge } from './bridge.js';

/** What the original server sends after a registration: parameters and player types. */
const INITIAL = readRecordedDatagrams('01-handshake/monitor-v5.expect.jsonl').filter((text) =>
  /^\((?:server_param|player_param|player_type) /.test(text),
);
/** 61 shows with their messages: a foul, a caught ball, the second half and a goal. */
const STREAM = readRecordedDatagrams('07-monitor/stream-v5.expect.jsonl.gz');

describe.skipIf(CHROMIUM === undefined)('the protocol of the original server in Chromium', () => {
  const browser = useBrowser({ keepsPages: true });
  let server: RecordedServer;
  let bridge: Bridge;
  let page: Page;

  beforeAll(async () => {
    server = new RecordedServer(INITIAL);
    const port = await server.start();
    bridge = await startBridge({
      server: { host: '127.0.0.1', port },
      webPort: 0,
      pageScript: browser.script,
    });
    page = await browser.openUrl(bridge.url);
    await waitUntil('the monitor is registered', () => server.hasMonitor);
    // A page that connects late gets the newest frames only.
    await waitUntil('the page is connected', () => readViewer(page, (v) => (v.source?.title ?? '') !== ''));
    await server.send(STREAM);
  }, 180_000);
  afterAll(async () => {
    await bridge?.stop();
    server?.stop();
  });

  it('shows every recorded frame, with the score, the parameters and the player types', async () => {
    await waitUntil('all frames arrive', () => readViewer(page, (v) => v.source?.last === 60));
    await waitUntil('the score is shown', async () =>
      /Alpha\s*0\s*:\s*1\s*Beta/.test(await readText(page, '.score')),
    );
    const { types, seed, kickableMargin } = await readViewer(page, ({ source }) => ({
      types: [...(source?.types.keys() ?? [])],
      seed: source?.playerParams['random_seed'],
      kickableMargin: source?.types.get(1)?.['kickable_margin'],
    }));
    expect({ types, seed, kickableMargin }).toEqual({ types: [0, 1], seed: 7, kickableMargin: 0.7 });
    const frame = await readViewer(page, (v) => v.source?.getFrame(3) ?? null);
    expect(frame).toMatchObject({ time: 3, playMode: 'play_on' });
    expect(
      [frame?.ballX, frame?.ballY, frame?.ballVx, frame?.ballVy].map((value) => value?.toFixed(4)),
    ).toEqual(['1.2426', '0.4523', '1.1681', '0.4251']);
    expect(await readViewer(page, (v) => v.source?.getFrame(60)?.players[2])).toMatchObject({
      typeId: 2,
      attentionSide: 'l',
      attentionUnum: 2,
    });
  });

  it('lists the goal and the messages, and shows the team graphic', async () => {
    await page.keyboard.press('m');
    for (const text of ['Goal for Beta', 'Alpha 2: hello', 'Referee: goalie catch ball, Beta'])
      await page.locator('.list li', { hasText: text }).first().waitFor();
    expect(await readViewer(page, (v) => v.source?.tiles.map(({ side, x, y }) => [side, x, y]))).toEqual([
      ['l', 1, 2],
    ]);
  });

  it('sends the commands of the referee in the form of the protocol', async () => {
    await readViewer(page, (v) => v.source?.sendCommand({ type: 'drop_ball', x: 10, y: -5 }));
    await readViewer(page, (v) =>
      v.source?.sendCommand({ type: 'card', color: 'yellow', side: 'r', unum: 3 }),
    );
    await waitUntil('the commands arrive', () => server.received.includes('(dispcard -1 3 yellow)'));
    expect(server.received).toContain('(dispfoul 160 -80 0)');
  });
});
