import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  type Browser,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type Page,
} from 'playwright-core';
import { build, type Options } from 'tsup';
import {
  FURTHER_SCRIPTS,
  type FurtherScript,
  furtherScript,
  matchElement,
  viewerPage,
} from '../page.build.js';
import type { RcssViewer } from '../src/index.js';
import { PAGE_PATHS, type PageConfig, pageHtml } from '../src/page/html.js';

/** Chromium of the system, or the program that the variable CHROMIUM names; undefined without it. */
export const CHROMIUM: string | undefined = [
  process.env['CHROMIUM'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path !== '' && existsSync(path));
if (CHROMIUM === undefined)
  console.warn('No Chromium found: the tests in a browser are skipped (set CHROMIUM to its path).');

/** Pictures of the pages are kept in this folder when it is set. */
const SCREENSHOT_FOLDER = process.env['PAGE_PICTURES'];

/** Limit of a wait for the page, also on a slow machine that runs other tests. Only a test that fails takes so long. */
const WAIT_LIMIT_MS = 120_000;

/** Origins of the pages: only the second one is a secure context, which some interfaces of the browser need. */
const ORIGIN = 'http://viewer.test';
const SECURE_ORIGIN = 'https://viewer.test';

type PageOptions = BrowserContextOptions & { readonly isSecure?: boolean };

export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM as string,
    timeout: 120_000,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--enable-unsafe-swiftshader',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** Scripts of the viewer that the tests build. */
type ScriptName = 'viewer' | 'rcss-match' | FurtherScript;

function createScriptOptions(name: ScriptName, outDir: string): Options {
  if (name in FURTHER_SCRIPTS) return furtherScript(name as FurtherScript, outDir);
  return name === 'viewer' ? viewerPage(outDir) : matchElement(outDir);
}

/**
 * Builds a script of the viewer and returns its text: `viewer` of the page, `rcss-match` for other pages, or one that loads
 * on demand.
 */
export async function buildScript(name: ScriptName = 'viewer'): Promise<string> {
  const { mkdtempSync, rmSync } = await import('node:fs');
  const { tmpdir } = await import('node:os');
  const { join } = await import('node:path');
  const dir = mkdtempSync(join(tmpdir(), 'rcss-page-'));
  try {
    await build({
      ...createScriptOptions(name, dir),
      config: false,
      silent: true,
    });
    return readFileSync(join(dir, `${name}.js`), 'utf8');
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** Files of a test page by their paths. */
export type Files = Readonly<Record<string, { readonly type: string; readonly body: string | Buffer }>>;

/** A browser with the page of the viewer, and what went wrong in its pages. */
export class PageBrowser {
  /** Errors of the pages and of their consoles. */
  readonly problems: string[] = [];
  #browser: Browser | null = null;
  #script = '';
  /** Built by the first page that requests it. */
  #study: Promise<string> | null = null;

  /** Starts Chromium. `script` is the script of the page; by default it is built. */
  async start(script?: string): Promise<void> {
    this.#script = script ?? (await buildScript());
    this.#browser = await launchChromium();
  }

  /** The script of the page, for servers that serve it. */
  get script(): string {
    return this.#script;
  }

  async close(): Promise<void> {
    await this.#browser?.close();
  }

  /** Closes all pages. */
  async closePages(): Promise<void> {
    for (const context of this.#browser?.contexts() ?? []) await context.close();
  }

  /**
   * Opens the viewer's page with a storage of its own. The requests are answered from memory: the page, its script, and `files`.
   * `prepare` runs before the page is loaded.
   */
  async open(
    config: PageConfig,
    options: PageOptions & {
      files?: Files;
      hash?: string;
      prepare?: (page: Page) => Promise<void>;
    } = {},
  ): Promise<Page> {
    const { files = {}, hash = '', prepare, ...contextOptions } = options;
    return this.openFiles(
      {
        '/': { type: 'text/html', body: pageHtml({ story: false, ...config }, 'Match') },
        '/viewer.js': { type: 'text/javascript', body: this.#script },
        ...files,
      },
      `/${hash}`,
      contextOptions,
      prepare,
    );
  }

  /** Opens a page of `files` at `path`. */
  openFiles(
    files: Files,
    path: string,
    { isSecure = false, ...options }: PageOptions = {},
    prepare?: (page: Page) => Promise<void>,
  ): Promise<Page> {
    const origin = isSecure ? SECURE_ORIGIN : ORIGIN;
    return this.openUrl(origin + path, options, async (page) => {
      await page.route(`${origin}/**`, async (route) => {
        const path = new URL(route.request().url()).pathname;
        const file = files[path];
        if (file === undefined && path === PAGE_PATHS.study) {
          this.#study ??= buildScript('viewer-study');
          return route.fulfill({ contentType: 'text/javascript', body: await this.#study });
        }
        return file === undefined
          ? route.fulfill({ status: 404, body: 'Not found' })
          : route.fulfill({ contentType: file.type, body: file.body });
      });
      await prepare?.(page);
    });
  }

  /** Opens a page of a server, with a storage of its own. */
  async openUrl(
    url: string,
    options: BrowserContextOptions = {},
    prepare?: (page: Page) => Promise<void>,
  ): Promise<Page> {
    if (this.#browser === null) throw new Error('the browser is not started');
    const context = await this.#browser.newContext({
      viewport: { width: 1400, height: 900 },
      // Requests come from the pages themselves.
      serviceWorkers: 'block',
      ...options,
    });
    context.setDefaultTimeout(WAIT_LIMIT_MS);
    const page = await context.newPage();
    page.on('pageerror', (error) => this.problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !/WebSocket|ERR_|404/.test(message.text()))
        this.problems.push(message.text());
    });
    await page.addInitScript(recordNotices);
    await prepare?.(page);
    await page.goto(url);
    return page;
  }
}

/** Reads a value of the viewer's element in the page. */
export function readViewer<T>(page: Page, read: (viewer: RcssViewer) => T): Promise<T> {
  return page.evaluate(`(${read.toString()})(document.querySelector('rcss-viewer'))`) as Promise<T>;
}

/** Cycle that the page shows; -1 if it shows none, also while its parts are exchanged. */
export const readCycle = (page: Page): Promise<number> =>
  readViewer(page, (v: RcssViewer | null) => v?.viewer?.frame?.time ?? -1);

export async function readText(page: Page, selector: string): Promise<string> {
  return (await page.locator(selector).first().textContent()) ?? '';
}

/** Waits until the next two pictures are drawn. */
export async function waitForPicture(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** Waits until a condition holds; after the limit it fails with the description of the condition. */
export async function waitUntil(
  what: string,
  holds: () => boolean | Promise<boolean>,
  limitMs: number = WAIT_LIMIT_MS,
): Promise<void> {
  const end = Date.now() + limitMs;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`not within ${limitMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Waits until the log of the viewer is read to its end, and until it is drawn in its final layout. */
export async function waitForLog(page: Page): Promise<void> {
  await waitUntil('the log is read', () =>
    readViewer(page, (v: RcssViewer | null) => v?.viewer?.frame != null && v.source?.isGrowing === false),
  );
  await waitForPicture(page);
}

/** Sets the size of the window, CSS pixels, and waits until the page is laid out and drawn in that size. */
export async function resizePage(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await waitUntil(`the page has ${width} × ${height} pixels`, () =>
    page.evaluate(([w, h]) => innerWidth === w && innerHeight === h, [width, height] as const),
  );
  // Observers of sizes run after the first picture; the second one shows what they changed.
  await waitForPicture(page);
}

/** Runs in the page before its scripts: keeps the texts of notices and pop-ups, which the viewer removes after seconds. */
function recordNotices(): void {
  const notices: string[] = [];
  Object.assign(globalThis, { notices });
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (options: ShadowRootInit): ShadowRoot {
    const root = attachShadow.call(this, options);
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
        if (node instanceof Element && node.matches('.notice, .popup'))
          notices.push((node.textContent ?? '').replace(/\s+/g, ' '));
    }).observe(root, { childList: true, subtree: true });
    return root;
  };
}

/** Waits until a notice or a pop-up with this text has been shown since the page was loaded; it may be gone already. */
export function waitForNotice(page: Page, text: string | RegExp): Promise<void> {
  return waitUntil(`a notice with ${text}`, async () => {
    const notices = await page.evaluate(() => (globalThis as unknown as { notices: string[] }).notices);
    return notices.some((notice) => (typeof text === 'string' ? notice.includes(text) : text.test(notice)));
  });
}

/** Stores a picture of the page if the variable PAGE_PICTURES names a folder. */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  if (SCREENSHOT_FOLDER === undefined) return;
  mkdirSync(SCREENSHOT_FOLDER, { recursive: true });
  await page.screenshot({ path: `${SCREENSHOT_FOLDER}/${name}.png` });
}

/** Fingers on a page with a touch screen. */
export class Fingers {
  readonly #session: CDPSession;

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static async on(page: Page): Promise<Fingers> {
    return new Fingers(await page.context().newCDPSession(page));
  }

  /** Puts fingers down at points, CSS pixels. */
  down(...points: readonly Point[]): Promise<void> {
    return this.#send('touchStart', points);
  }

  move(...points: readonly Point[]): Promise<void> {
    return this.#send('touchMove', points);
  }

  up(): Promise<void> {
    return this.#send('touchEnd', []);
  }

  /** Moves one finger from one point to another in steps and lifts it, without a pause that would make it a long touch. */
  async swipe(from: Point, to: Point, stepCount: number): Promise<void> {
    const moves = Array.from({ length: stepCount }, (_, i) => {
      const share = (i + 1) / stepCount;
      return { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) };
    });
    await Promise.all([this.down(from), ...moves.map((point) => this.move(point)), this.up()]);
  }

  async #send(type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]): Promise<void> {
    await this.#session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(({ x, y }, id) => ({ x, y, id })),
    });
  }
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Least width and height of a control for a finger, CSS pixels. */
const FINGER_PX = 44;

/**
 * Returns the controls of the page that are shown and smaller than a finger, in shadow roots too, with their sizes. A field has the size
 * of its label. A link within a line of text is as high as the line.
 */
export function findSmallControls(page: Page): Promise<readonly string[]> {
  return page.evaluate((least) => {
    const collect = (root: ParentNode): HTMLElement[] =>
      [...root.querySelectorAll<HTMLElement>('*')].flatMap((element) => [
        ...(element.matches('button, a[href], select, input, textarea, summary, [role=button]')
          ? [element]
          : []),
        ...(element.shadowRoot === null ? [] : collect(element.shadowRoot)),
      ]);
    const isInText = (element: HTMLElement): boolean =>
      element.matches('a, button.link') &&
      [...element.parentElement!.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && /\w/.test(node.textContent ?? ''),
      );
    return collect(document)
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((element) => getComputedStyle(element).pointerEvents !== 'none' && !isInText(element))
      .filter((element) => getComputedStyle(element).clipPath === 'none')
      .flatMap((element) => {
        const boxes = [element, ...((element as HTMLInputElement).labels ?? [])].map((part) =>
          part.getBoundingClientRect(),
        );
        const width = Math.max(...boxes.map((box) => box.width));
        const height = Math.max(...boxes.map((box) => box.height));
        if (width === 0 || (width > least - 0.5 && height > least - 0.5)) return [];
        const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40);
        return [
          `${element.tagName.toLowerCase()}.${element.className} "${name}": ${width.toFixed(0)} × ${height.toFixed(0)}`,
        ];
      });
  }, FINGER_PX);
}

/** A violation of an accessibility rule: the rule, and the elements. */
export type Violation = readonly [rule: string, elements: readonly string[]];

/** What axe-core checks: a part of the page, all of it by default, and rules, all by default. */
export interface CheckOptions {
  /** Selector of the part. */
  readonly part?: string;
  /** Selector of the part within the shadow root of `part`. */
  readonly shadowPart?: string;
  readonly rules?: readonly string[];
}

/** Checks the page with axe-core; returns the violations of WCAG 2.2 AA and of the best practices. */
export async function findViolations(page: Page, options: CheckOptions = {}): Promise<readonly Violation[]> {
  const file = createRequire(import.meta.url).resolve('axe-core');
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(readFileSync(file, 'utf8'));
  return page.evaluate(async ({ part = 'html', shadowPart, rules }) => {
    const { axe } = globalThis as unknown as typeof import('axe-core') & { axe: typeof import('axe-core') };
    const context = shadowPart === undefined ? part : { fromShadowDom: [part, shadowPart] };
    const { violations } = await axe.run(context as string, {
      resultTypes: ['violations'],
      ...(rules === undefined ? {} : { runOnly: [...rules] }),
    });
    return violations.map(
      ({ id, nodes }) =>
        [id, nodes.map((node) => `${node.target.flat().join(' ')}: ${node.any[0]?.message ?? ''}`)] as const,
    );
  }, options);
}
