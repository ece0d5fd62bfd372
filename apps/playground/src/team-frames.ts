import type { TeamStart } from './messages.js';
import { type ModuleText, readModules } from './module-texts.js';
import SCRIPT from './team-frame.ts?inline-script';
import TEAM_URL from './team-worker.ts?worker-modules';

/** Besides this policy, the one of the page holds in a frame. */
const POLICY = `default-src 'none'; script-src '${SCRIPT.hash}' blob:; worker-src blob:`;
const DOCUMENT = `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><script>${SCRIPT.text}</script>`;

async function readText(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: status ${response.status}`);
  return response.text();
}

/** The frames in which the code of teams runs. Each has an opaque origin of its own. */
export class TeamFrames {
  readonly #frames = new Map<number, HTMLIFrameElement>();
  #modules: Promise<readonly ModuleText[]> | null = null;

  /**
   * Starts a team.
   *
   * @param port The team answers the engine at it.
   * @throws {Error} if the modules of the worker cannot be loaded
   */
  async start(team: number, port: MessagePort): Promise<void> {
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.srcdoc = DOCUMENT;
    frame.hidden = true;
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
    this.#frames.set(team, frame);
    document.body.append(frame);
    const modules = await this.#readModules();
    await loaded;
    const start: TeamStart = { modules };
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

  async #readModules(): Promise<readonly ModuleText[]> {
    try {
      this.#modules ??= readModules(new URL(TEAM_URL, location.href).href, readText);
      return await this.#modules;
    } catch (error) {
      // The next team tries again.
      this.#modules = null;
      throw error;
    }
  }
}
