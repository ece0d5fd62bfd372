import { createControlRow, createHint, createTextButton, download, h } from '../dom.js';
import type { MatchSource } from '../source.js';
import { parseSceneFile } from '../trainer/scene-file.js';
import { SceneEditorSource } from '../trainer/scene-source.js';
import type { Viewer } from '../view/viewer.js';
import type { Panel } from './panel.js';

/** Time between two commands to the server: it limits the datagrams of a monitor. */
const SEND_INTERVAL_MS = 12;

/** The panel of the scene editor: drag players and ball, save and load JSON, send to a server in coach mode. */
export class ScenePanel implements Panel {
  readonly title = 'Scene editor';
  readonly body: HTMLElement;
  readonly #viewer: Viewer;
  readonly #start: HTMLButtonElement;
  readonly #editing: HTMLElement;
  readonly #send: HTMLButtonElement;
  readonly #back: HTMLButtonElement;
  readonly #hint = createHint();
  readonly #file = h('input', { type: 'file', accept: '.json', hidden: true });
  /** The match that was shown before. */
  #match: MatchSource | null = null;

  constructor(viewer: Viewer) {
    this.#viewer = viewer;
    this.#start = createTextButton('Edit this moment', () => this.#begin());
    this.#send = createTextButton('Send to the server', () => void this.#sendScene());
    this.#back = createTextButton('Back to the match', () => this.#end());
    this.#file.addEventListener('change', () => void this.#load());
    this.#editing = h(
      'div',
      {},
      createControlRow(
        createTextButton('Save …', () => this.#save()),
        createTextButton('Load …', () => this.#file.click()),
      ),
      createControlRow(this.#send),
      createControlRow(this.#back),
    );
    this.body = h('div', {}, this.#start, this.#editing, this.#hint, this.#file);
    viewer.subscribe((event) => event === 'source' && this.update());
    this.update();
  }

  update(): void {
    const scene = this.#scene;
    this.#start.hidden = scene !== null;
    this.#editing.hidden = scene === null;
    this.#back.hidden = this.#match === null;
    const problem = this.#findSendProblem();
    this.#send.disabled = problem !== '';
    this.#hint.textContent =
      scene === null
        ? 'The editor takes the players and the ball of this moment. Without a match it begins with a formation.'
        : `Drag players and the ball. A file contains a scene of a match document. ${problem}`;
  }

  get #scene(): SceneEditorSource | null {
    const { source } = this.#viewer;
    return source instanceof SceneEditorSource ? source : null;
  }

  #findSendProblem(): string {
    const match = this.#match;
    if (match?.kind !== 'live') return 'To send it to a server, begin from a live match.';
    if (match.rights !== 'open') return 'To send it to the server, unlock the buttons of the referee first.';
    return match.serverParams['coach'] || match.serverParams['coach_w_referee']
      ? ''
      : 'To send it to the server, start the server with server::coach or server::coach_w_referee.';
  }

  #begin(): void {
    const viewer = this.#viewer;
    this.#match = viewer.source;
    viewer.setSource(new SceneEditorSource(viewer.source, viewer.frame), true);
    viewer.isMoveToolOn = true;
    this.update();
  }

  #end(): void {
    const match = this.#match;
    this.#match = null;
    this.#viewer.isMoveToolOn = false;
    this.#viewer.setSource(match);
    this.update();
  }

  #save(): void {
    const scene = this.#scene?.toScene();
    if (scene === undefined) return;
    download(
      new Blob(
        [
          `${JSON.stringify(scene, null, 2)}
`,
        ],
        { type: 'application/json' },
      ),
      'scene.json',
    );
  }

  async #load(): Promise<void> {
    const file = this.#file.files?.[0];
    this.#file.value = '';
    if (file === undefined) return;
    const scene = parseSceneFile(await file.text());
    if (scene.ok) this.#scene?.load(scene.value);
    else this.#viewer.notify(`${file.name}: ${scene.error.message}`);
  }

  async #sendScene(): Promise<void> {
    const match = this.#match;
    const commands = this.#scene?.createCommands() ?? [];
    if (match === null) return;
    for (const command of commands) {
      match.sendCommand(command);
      await new Promise((resolve) => setTimeout(resolve, SEND_INTERVAL_MS));
    }
    this.#viewer.notify(`${commands.length} commands sent; the server moves the players that are connected.`);
  }
}
