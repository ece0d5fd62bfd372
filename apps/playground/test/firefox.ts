import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';

/** Firefox of the system, or the program that the variable FIREFOX names; undefined without it. */
export const FIREFOX: string | undefined = [
  process.env['FIREFOX'] ?? '',
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
].find((path) => path !== '' && existsSync(path));
if (FIREFOX === undefined)
  console.warn('No Firefox found: the tests in Firefox are skipped (set FIREFOX to its path).');

/** Limit of the start, ms, also on a slow machine. Only a test that fails takes so long. */
const START_LIMIT_MS = 90_000;
/** Limit of an answer of Firefox, ms. It has been seen to hang. */
const ANSWER_LIMIT_MS = 60_000;

interface Reply {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly level?: string; readonly text?: string };
  readonly result?: Record<string, unknown>;
  readonly error?: string;
  readonly message?: string;
}

/** A page in Firefox, driven by WebDriver BiDi: Playwright drives only a Firefox of its own. */
export class FirefoxPage {
  /** Errors in the console of the page. */
  readonly problems: string[] = [];
  readonly #process: ChildProcess;
  readonly #profile: string;
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  #context = '';
  #calls = 0;

  private constructor(process: ChildProcess, profile: string, socket: WebSocket) {
    this.#process = process;
    this.#profile = profile;
    this.#socket = socket;
    socket.on('message', (data) => this.#receive(JSON.parse(String(data)) as Reply));
    socket.on('close', () => {
      for (const answer of this.#waiting.values()) answer({ error: 'the connection to Firefox is closed' });
    });
  }

  /** Starts Firefox and opens an address. */
  static async open(address: string): Promise<FirefoxPage> {
    const profile = mkdtempSync(join(tmpdir(), 'rcss-firefox-'));
    const options = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
    const process = spawn(FIREFOX as string, options, { stdio: ['ignore', 'ignore', 'pipe'] });
    try {
      const socket = new WebSocket(`${await readEndpoint(process)}/session`, { perMessageDeflate: false });
      await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
      const page = new FirefoxPage(process, profile, socket);
      await page.#call('session.new', { capabilities: {} });
      await page.#call('session.subscribe', { events: ['log.entryAdded'] });
      const tab = await page.#call('browsingContext.create', { type: 'tab' });
      page.#context = tab['context'] as string;
      await page.#call('browsingContext.navigate', {
        context: page.#context,
        url: address,
        wait: 'complete',
      });
      return page;
    } catch (error) {
      await stop(process, profile);
      throw error;
    }
  }

  /** Returns the value of an expression in the page: a string, number, boolean or null. */
  async evaluate(expression: string): Promise<unknown> {
    const target = { context: this.#context };
    const reply = await this.#call('script.evaluate', { expression, target, awaitPromise: true });
    const { value = null } = reply['result'] as { readonly value?: unknown };
    return value;
  }

  /** Waits until an expression in the page is true. */
  async waitFor(expression: string, limitMs: number): Promise<void> {
    const end = Date.now() + limitMs;
    while ((await this.evaluate(expression)) !== true) {
      if (Date.now() > end) throw new Error(`not true after ${limitMs} ms: ${expression}`);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }

  async close(): Promise<void> {
    this.#socket.terminate();
    await stop(this.#process, this.#profile);
  }

  #call(method: string, params: object): Promise<Record<string, unknown>> {
    this.#calls += 1;
    const id = this.#calls;
    return new Promise((resolve, reject) => {
      const answer = ({ result, error, message = '' }: Reply) => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        if (result === undefined) reject(new Error(`${method}: ${error} ${message}`));
        else resolve(result);
      };
      const timer = setTimeout(
        () => answer({ error: `no answer within ${ANSWER_LIMIT_MS} ms` }),
        ANSWER_LIMIT_MS,
      );
      this.#waiting.set(id, answer);
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }

  #receive({ id, method, params, ...reply }: Reply): void {
    if (id !== undefined) this.#waiting.get(id)?.(reply);
    else if (method === 'log.entryAdded' && params?.level === 'error') this.problems.push(params.text ?? '');
  }
}

/** Reads the address that Firefox prints. */
function readEndpoint(process: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const timer = setTimeout(() => reject(new Error(`Firefox did not start: ${text}`)), START_LIMIT_MS);
    process.once('exit', (code) => reject(new Error(`Firefox ended with exit code ${code}: ${text}`)));
    process.stderr?.on('data', (chunk) => {
      text += String(chunk);
      const address = /WebDriver BiDi listening on (ws:\S+)/.exec(text)?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    });
  });
}

async function stop(process: ChildProcess, profile: string): Promise<void> {
  if (process.exitCode === null && process.signalCode === null) {
    const ended = new Promise((resolve) => process.once('exit', resolve));
    process.kill('SIGKILL');
    await ended;
  }
  // Processes of Firefox may still write for a moment.
  rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
}
