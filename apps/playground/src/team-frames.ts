import WASM_URL from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import type { TeamKind, TeamStart } from './messages.js';
import { readModules } from './module-texts.js';
import POLICY_URL from './policies/policy-worker.ts?single-script';
import SCRIPT from './team-frame.ts?inline-script';
import TEAM_URL from './team-worker.ts?worker-modules';
import BASE_URL from './teams/base-worker.ts?worker-modules';

/** Besides this policy, the one of the page holds in a frame. Only a learned policy runs WebAssembly. */
const POLICY = `default-src 'none'; script-src '${SCRIPT.hash}' blob:`;
const POLICIES: Readonly<Record<TeamKind, string>> = {
  code: `${POLICY}; worker-src blob:`,
  base: `${POLICY}; worker-src blob:`,
  policy: `${POLICY} 'wasm-unsafe-eval'; worker-src blob:`,
};

const createDocument = (kind: TeamKind): string =>
  `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICIES[kind]}"><script>${SCRIPT.text}</script>`;

async function request(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: status ${response.status}`);
  return response;
}

const readText = async (address: string): Promise<string> => (await request(address)).text();

/** The modules of the workers, and the functions that start them. */
const WORKERS: Readonly<Record<TeamKind, readonly [url: string, start: string]>> = {
  code: [TEAM_URL, 'startTeamWorker'],
  base: [BASE_URL, 'startBaseWorker'],
  policy: [POLICY_URL, 'startPolicyWorker'],
};

/** Loads what a worker runs. */
async function load(kind: TeamKind): Promise<TeamStart> {
  const [url, start] = WORKERS[kind];
  const modules = readModules(new URL(url, location.href).href, readText);
  const wasm = kind === 'policy' ? request(WASM_URL).then((response) => response.arrayBuffer()) : null;
  return { modules: await modules, start, wasm: await wasm };
}

/** The frames in which the code of teams runs. Each has an opaque origin of its own. */
export class TeamFrames {
  readonly #frames = new Map<number, HTMLIFrameElement>();
  readonly #starts = new Map<TeamKind, Promise<TeamStart>>();

  /**
   * Starts a team.
   *
   * @param kind What its worker runs.
   * @param port The team answers the engine at it.
   * @throws {Error} if the modules of the worker cannot be loaded
   */
  async start(team: number, kind: TeamKind, port: MessagePort): Promise<void> {
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.srcdoc = createDocument(kind);
    frame.hidden = true;
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
    this.#frames.set(team, frame);
    document.body.append(frame);
    const start = await this.#read(kind);
    await loaded;
    // An opaque origin has no name. A frame that was removed meanwhile has no window.
    frame.contentWindow?.postMessage(start, '*', [port]);
  }

  /** Ends a team with all that it started. */
  end(team: number): void {
    this.#frames.get(team)?.remove();
    this.#frames.delete(team);
  }

  /** Ends all teams. */
  clear(): void {
    for (const team of [...this.#frames.keys()]) this.end(team);
  }

  async #read(kind: TeamKind): Promise<TeamStart> {
    try {
      const start = this.#starts.get(kind) ?? load(kind);
      this.#starts.set(kind, start);
      return await start;
    } catch (error) {
      // The next team tries again.
      this.#starts.delete(kind);
      throw error;
    }
  }
}
