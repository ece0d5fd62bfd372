import { chromium } from 'playwright-core';

const [url, out, w = '1400', h = '900', js = '', wait = '4000', scale = '1'] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
const page = await browser.newPage({ viewport: { width: +w, height: +h }, deviceScaleFactor: +scale });
page.on('console', (m) => console.log('console', m.type(), m.text()));
page.on('pageerror', (e) => console.log('pageerror', e.message, e.stack));
await page.goto(url);
await page.waitForTimeout(2500);
if (js) console.log(JSON.stringify(await page.evaluate(js)));
await page.waitForTimeout(+wait);
await page.screenshot({ path: out });
console.log(JSON.stringify(await page.evaluate(() => document.querySelector('rcss-viewer').pictureTimes())));
await browser.close();
