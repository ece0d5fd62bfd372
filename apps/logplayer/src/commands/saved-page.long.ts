import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CHROMIUM, readText, readViewer, waitUntil } from '../../../../packages/study/viewer/test/browser.js';
import { useBrowser } from '../../../../packages/study/viewer/test/use-browser.js';
import { findSample } from '../../test/run.js';
import { createStandalonePage } from './web.js';

describe.skipIf(CHROMIUM === undefined)('a saved page in Chromium', () => {
  const browser = useBrowser();

  it('shows the match that it contains, without a server', async () => {
    const html = createStandalonePage(
      { page: browser.script, clips: '' },
      {
        name: 'sample.rcg.gz',
        bytes: readFileSync(findSample('sample-v6')),
        autoPlay: false,
        loop: false,
      },
    );
    const page = await browser.openFiles({ '/match.html': { type: 'text/html', body: html } }, '/match.html');
    await waitUntil(
      'the match is shown',
      async () => (await readViewer(page, (v) => v.source?.last ?? 0)) > 10,
    );
    expect(await readText(page, '.where')).toBe('sample.rcg.gz');
    await waitUntil('the title has the score', async () => / : /.test(await page.title()));
  });
});
