import { readModules } from '@rcss/team-frames/module-texts';
import { openFrame } from '@rcss/team-frames/open-frame';
import WASM_URL from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import type { TeamKind, TeamStart } from './messages.js';
import POLICY_URL from './policies/policy-worker.ts?single-script';
import SCRIPT from './team-frame.ts?inline-script';
import TEAM_URL from './team-worker.ts?worker-modules';
import BASE_URL from './teams/base-worker.ts?worker-modules';

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
    this.#frames.set(team, frame);
    // Only a learned policy runs WebAssembly.
    const sources = kind === 'policy' ? " 'wasm-unsafe-eval'" : '';
    await openFrame(frame, SCRIPT, () => this.#read(kind), port, sources);
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
