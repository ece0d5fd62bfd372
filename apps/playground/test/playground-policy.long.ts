import { readFileSync } from 'node:fs';
import { createPolicyTeam, loadOnnxPolicy } from '@rcss/env/team';
import { openLog } from '@rcss/logs';
import { compileTeam } from '@rcss/team-frames/compile';
import { type LoadTeam, TeamHost } from '@rcss/team-frames/team-host';
import type { TeamWorkerLike } from '@rcss/team-frames/team-link';
import { importModule } from '@rcss/team-frames/team-modules';
import * as runtime from 'onnxruntime-web';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CHROMIUM, saveScreenshot } from '../../../packages/study/viewer/test/browser.js';
import type { TeamReply, TeamRequest } from '../src/messages.js';
import { runMatch } from '../src/run-match.js';
import { firstTeam, LIMIT_MS, run, runToEnd, usePlayground, waitForStatus } from './use-playground.js';

const CYCLES = 300;
const SEED = 5;

/** A recurrent policy (GRU) of PyTorch for `empty-goal`. */
const MODEL = readFileSync(new URL('../../../packages/play/env/test/shooter.onnx', import.meta.url));

/** A policy document for 3 against 3: each player goes to the ball, and shoots if it can. */
function createDocument(inputs: number): string {
  const row = new Array<number>(inputs).fill(0);
  // none, go to ball, …, shoot, …
  const bias = Array.from({ length: 14 }, (_, i) => (i === 8 ? 2 : i === 1 ? 1 : 0));
  const header = {
    format: 'rcss-policy',
    version: 1,
    scenario: '3v3',
    observation: {},
    action: { type: 'macro' },
  };
  return JSON.stringify({ ...header, layers: [{ weights: bias.map(() => row), bias }] });
}

const loadCode: LoadTeam = async ({ code }, console) => {
  const exports: { default?: Awaited<ReturnType<LoadTeam>> } = {};
  new Function('exports', 'require', 'console', code ?? '')(exports, importModule, console);
  return exports.default as Awaited<ReturnType<LoadTeam>>;
};

const loadModel: LoadTeam = async ({ policy }) =>
  createPolicyTeam(
    await loadOnnxPolicy(policy?.bytes ?? new Uint8Array(), runtime, policy?.name),
    policy?.name,
  );

/** A worker in this thread. */
class LocalWorker implements TeamWorkerLike {
  readonly #host: TeamHost;
  onmessage: TeamWorkerLike['onmessage'] = null;

  constructor(load: LoadTeam) {
    this.#host = new TeamHost(load);
  }

  postMessage(request: TeamRequest): void {
    void this.#host.answer(request).then((data: TeamReply) => {
      this.onmessage?.({ data } as MessageEvent<TeamReply>);
    });
  }

  terminate(): void {}
}

/** Plays the match of the page in Node, with the model in onnxruntime-web there. */
async function playInNode(): Promise<string> {
  const compiled = compileTeam(firstTeam);
  if (!compiled.ok) throw new Error(compiled.message);
  const policy = { name: 'shooter.onnx', bytes: Uint8Array.from(MODEL) };
  const end = await runMatch(
    {
      left: { name: 'Mine', code: compiled.code },
      right: { name: 'Blues', code: null, policy },
      seed: SEED,
      cycles: CYCLES,
      limitMs: LIMIT_MS,
    },
    {
      createWorker: (kind) => new LocalWorker(kind === 'code' ? loadCode : loadModel),
      onLog() {},
      onLines() {},
      isStopped: () => false,
    },
  );
  if (end === null) throw new Error('the match was stopped');
  return end.digest;
}

describe.skipIf(CHROMIUM === undefined)('policies in the playground', () => {
  const playground = usePlayground();

  const openPage = () => playground.openTeam(firstTeam, { seed: SEED, cycles: CYCLES });

  /** Runs the match and returns its result, or why a team failed. */
  async function runMatchOf(page: Page): Promise<string> {
    await run(page);
    await waitForStatus(page, /Digest|^Blues|^Mine/);
    return (await page.locator('#status').textContent()) ?? '';
  }

  const open = (page: Page, name: string, bytes: Uint8Array) =>
    page
      .locator('#file')
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) });

  /** Drops a file on the editor. */
  async function drop(page: Page, name: string, text: string): Promise<void> {
    const dataTransfer = await page.evaluateHandle(
      ([file, content]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([content], file));
        return transfer;
      },
      [name, text] as const,
    );
    await page.dispatchEvent('.cm-content', 'drop', { dataTransfer });
  }

  it('nothing of them is loaded until one is opened; a model plays as in Node, to the same state', async () => {
    const before = playground.server.requests.length;
    const page = await openPage();
    await runToEnd(page);
    const isOfPolicies = (path: string) => /policy|\.wasm/.test(path);
    expect(playground.server.requests.slice(before).filter(isOfPolicies)).toEqual([]);
    await open(page, 'shooter.onnx', MODEL);
    await waitForStatus(page, 'shooter.onnx plays as Blues: 1 player of scenario empty-goal. Run the match.');
    const digest = await playInNode();
    expect(await runMatchOf(page)).toContain(`Digest ${digest}.`);
    expect(playground.server.requests.slice(before).filter((path) => path.endsWith('.wasm'))).toHaveLength(1);
    await saveScreenshot(page, 'playground-policy');
    // The chasers play again, and the program of the models stays.
    await page.locator('#opponents').selectOption('the chasers');
    await runToEnd(page);
    await page.locator('#opponents').selectOption('shooter.onnx');
    expect(await runMatchOf(page)).toContain(`Digest ${digest}.`);
    expect(playground.server.requests.slice(before).filter((path) => path.endsWith('.wasm'))).toHaveLength(1);
  });

  it('a policy document that is dropped plays with the number of players of its scenario', async () => {
    const page = await openPage();
    await drop(page, '3v3.json', createDocument(68));
    await waitForStatus(page, '3v3.json plays as Blues: 3 players of scenario 3v3');
    expect(await page.locator('.cm-content').textContent()).toContain('defineTeam');
    await runToEnd(page);
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#download').click()]);
    const log = openLog(readFileSync(await download.path()));
    if (!log.ok) throw new Error(log.error.message);
    const { players } = log.value.frame(log.value.frameCount - 1);
    expect(players.map(({ state }) => state !== 0)).toEqual(Array.from({ length: 22 }, (_, i) => i % 11 < 3));
  });

  it('a file that is not a policy, and one that does not fit, say what was expected', async () => {
    const page = await openPage();
    await open(page, 'half.onnx', MODEL.subarray(0, 100));
    await waitForStatus(page, 'half.onnx: is not a model of ONNX');
    await drop(page, 'team.json', '{"a": 1}');
    await waitForStatus(page, 'team.json.format: undefined is not "rcss-policy"');
    // Another list of choices than the network was made for.
    const other = Buffer.from(MODEL.toString('latin1').replace('"macro"', '"r2d"  '), 'latin1');
    await open(page, 'other.onnx', other);
    await waitForStatus(page, 'other.onnx plays as Blues');
    await run(page);
    await waitForStatus(page, /other\.onnx: the output action has the shape 1 × 12 instead of 1 × \d+/);
    // Layers of another size.
    await drop(page, 'small.json', createDocument(7));
    await waitForStatus(
      page,
      /small\.json\.layers\[0\]\.weights\[0\]: 7 numbers, but the observation has \d+/,
    );
  });
});
