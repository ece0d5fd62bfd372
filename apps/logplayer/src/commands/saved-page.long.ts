import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import {
  buildScript,
  CHROMIUM,
  readText,
  readViewer,
  waitUntil,
} from '../../../../packages/study/viewer/test/browser.js';
import { useBrowser } from '../../../../packages/study/viewer/test/use-browser.js';
import { findSample } from '../../test/run.js';
import { createStandalonePage } from './web.js';

describe.skipIf(CHROMIUM === undefined)('a saved page in Chromium', () => {
  const browser = useBrowser();
  const folder = mkdtempSync(join(tmpdir(), 'rcss-page-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('shows the match that it contains, without a server, also in three dimensions', async () => {
    const html = createStandalonePage(
      {
        page: browser.script,
        clips: '',
        spatial: await buildScript('viewer-3d'),
        words: '',
        values: '',
        study: '',
      },
      {
        name: 'sample.rcg.gz',
        bytes: readFileSync(findSample('sample-v6')),
        autoPlay: false,
        loop: false,
      },
    );
    writeFileSync(join(folder, 'match.html'), html);
    const page = await browser.openUrl(pathToFileURL(join(folder, 'match.html')).href);
    await waitUntil(
      'the match is shown',
      async () => (await readViewer(page, (v) => v.source?.last ?? 0)) > 10,
    );
    expect(await readText(page, '.where')).toBe('sample.rcg.gz');
    await waitUntil('the title has the score', async () => / : /.test(await page.title()));
    await page.getByRole('button', { name: '3D view' }).click();
    await waitUntil('the 3D view is open', () => readViewer(page, (v) => v.viewer.spatial !== null));
  });
});
