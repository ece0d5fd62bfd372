import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHROMIUM } from '../../../../packages/study/viewer/test/browser.js';
import { useBrowser } from '../../../../packages/study/viewer/test/use-browser.js';
import { createTempFolder, findSample, run } from '../../test/run.js';

describe.skipIf(CHROMIUM === undefined)('a page of plots in Chromium', () => {
  const browser = useBrowser();

  it('saves each plot as an SVG or PNG file', async () => {
    const file = join(createTempFolder(), 'plots.html');
    await run(['plot', '-p', 'formation', '-o', file, findSample('sample-v6')]);
    const page = await browser.openFiles(
      { '/plots.html': { type: 'text/html', body: readFileSync(file) } },
      '/plots.html',
    );
    const save = async (index: number, name: string) => {
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name }).nth(index).click();
      const download = await saved;
      return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
    };
    expect(await page.locator('figure').count()).toBe(2);
    const png = await save(1, 'Save as PNG');
    expect(png.name).toMatch(/sample-v6.*-2\.png$/);
    expect(png.bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
    expect(png.bytes.readUInt32BE(16)).toBe(1800);
    const svg = await save(0, 'Save as SVG');
    expect(svg.name).toMatch(/sample-v6.*-1\.svg$/);
    expect(svg.bytes.toString()).toMatch(/^<svg [\s\S]*Formation of North-1[\s\S]*<\/svg>/);
  });
});
