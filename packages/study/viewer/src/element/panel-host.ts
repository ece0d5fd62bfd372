import { createIconButton, createTextButton, h, ICONS } from '../dom.js';
import type { PanelActions } from '../panels/create-panels.js';
import type { Panel, PanelName } from '../panels/panel.js';
import { loadStudy, type StudyHost } from '../panels/study-module.js';
import type { Viewer } from '../view/viewer.js';

/** What the panels need from the element. */
export interface PanelHostActions extends Omit<PanelActions, keyof StudyHost> {
  /** Called when a panel has been shown or removed: the field has another size. */
  fitStage(): void;
  /** Moves the focus to the field. */
  focusField(): void;
}

/** Opens one panel at a time beside the field. The code of the panels is loaded when the first one is opened. */
export class PanelHost {
  readonly #viewer: Viewer;
  readonly #stage: HTMLElement;
  readonly #actions: PanelHostActions;
  readonly #tabs = new Map<PanelName, HTMLButtonElement>();
  /** Null until the first panel is opened. */
  #panels: Readonly<Record<PanelName, Panel>> | null = null;
  /** The panel that is open or is being loaded; empty for none. */
  #openPanel: PanelName | '' = '';
  /** Whether the open panel was opened by a key on its button. */
  #isOpenedByKey = false;
  #box: HTMLElement | null = null;

  /** Appends the open panel to `stage`. */
  constructor(viewer: Viewer, stage: HTMLElement, actions: PanelHostActions) {
    this.#viewer = viewer;
    this.#stage = stage;
    this.#actions = actions;
    this.studyHost = this.#createStudyHost(stage);
    viewer.subscribe((event) => {
      if (event === 'frame' && this.#openPanel !== '') this.#panels?.[this.#openPanel].update();
    });
  }

  /** Shows a study over the match: the text of a file, or of a link. */
  async openStudy(text: string): Promise<void> {
    try {
      await (await loadStudy()).openStudy(this.#viewer, this.studyHost, text);
    } catch (error) {
      this.#viewer.notify((error as Error).message);
    }
  }

  /** Shows the match as a broadcast does. */
  async startBroadcast(language: string): Promise<void> {
    try {
      (await loadStudy()).startBroadcast(this.#viewer, this.#stage, language);
    } catch (error) {
      this.#viewer.notify((error as Error).message);
    }
  }

  /** What the views of the statistics and of studies need. */
  readonly studyHost: StudyHost;

  #createStudyHost = (stage: HTMLElement): StudyHost => ({
    stage,
    open: (name) => this.open(name),
    setWide: (isWide) => {
      if (this.#openPanel !== 'statistics' || this.#box?.classList.contains('wide') === isWide) return;
      this.#box?.classList.toggle('wide', isWide);
      this.#actions.fitStage();
    },
  });

  /** The panel that is open or is being loaded; empty for none. */
  get openPanel(): PanelName | '' {
    return this.#openPanel;
  }

  /** Place of the open panel on the screen, CSS pixels; undefined if none is shown. */
  get bounds(): DOMRect | undefined {
    return this.#box?.getBoundingClientRect();
  }

  /** Creates the button that opens and closes a panel, with a word for wide screens and a further class. */
  createTab(name: PanelName, icon: string, label: string, word: string, extra = ''): HTMLButtonElement {
    const button = createIconButton(icon, label, () => void this.toggle(name), {
      'aria-expanded': 'false',
      'data-word': word,
      class: `icon ${extra}`,
    });
    // A key on the button opens the panel from there; the focus then returns there. After a click, Space plays.
    button.addEventListener('click', ({ detail }) => {
      this.#isOpenedByKey = detail === 0;
      if (detail > 0 && this.#openPanel === '') this.#actions.focusField();
    });
    this.#tabs.set(name, button);
    return button;
  }

  /** Opens a panel, or closes it if it is open. The first call loads the panels. Resolves when the panel is shown. */
  async toggle(name: PanelName): Promise<void> {
    const again = this.#openPanel === name;
    this.close();
    if (again) return;
    this.#openPanel = name;
    this.#tabs.get(name)?.setAttribute('aria-expanded', 'true');
    let panels: Readonly<Record<PanelName, Panel>>;
    try {
      panels = this.#panels ?? (await this.#load());
    } catch {
      if (this.#openPanel !== name) return;
      this.close();
      this.#viewer.notify('The panel cannot be loaded. Load the page again.');
      return;
    }
    // Another panel may have been opened meanwhile, or this one twice.
    if (this.#openPanel === name && this.#box === null) this.#show(name, panels[name]);
  }

  /** Opens a panel, unless it is open. */
  open(name: PanelName): void {
    if (this.#openPanel !== name) void this.toggle(name);
  }

  /** Closes the open panel, if there is one. */
  close(): void {
    if (this.#openPanel === '') return;
    const tab = this.#tabs.get(this.#openPanel);
    tab?.setAttribute('aria-expanded', 'false');
    if (this.#box?.contains((this.#stage.getRootNode() as ShadowRoot).activeElement)) {
      if (this.#isOpenedByKey && tab !== undefined) tab.focus({ preventScroll: true });
      else this.#actions.focusField();
    }
    this.#isOpenedByKey = false;
    this.#box?.remove();
    this.#box = null;
    this.#openPanel = '';
    this.#actions.fitStage();
  }

  async #load(): Promise<Readonly<Record<PanelName, Panel>>> {
    const { createPanels } = await import('../panels/create-panels.js');
    // Assigned without a further wait, so that only one of several calls creates them.
    this.#panels ??= createPanels(this.#viewer, { ...this.#actions, ...this.studyHost });
    return this.#panels;
  }

  #show(name: PanelName, panel: Panel): void {
    const close = createIconButton(ICONS.close, 'Close (Esc)', () => this.close());
    this.#box = h(
      'aside',
      { class: panel.wide ? 'panel wide' : 'panel', 'aria-label': panel.title, part: 'panel' },
      h('header', {}, h('h2', {}, panel.title), this.#createLink(name), close),
      h('div', { class: 'body', tabIndex: 0, role: 'region', 'aria-label': panel.title }, panel.body),
    );
    this.#stage.append(this.#box);
    panel.update();
    this.#actions.fitStage();
    // Not the button, which the space bar would press: it plays.
    this.#box.querySelector<HTMLElement>('.body')!.focus();
  }

  /** Creates the button in the header of a panel that leads to a related panel; null for panels without one. */
  #createLink(name: PanelName): HTMLButtonElement | null {
    const link = (to: PanelName, text: string): HTMLButtonElement =>
      createTextButton(text, () => void this.toggle(to));
    if (name === 'players') return link('types', 'Types');
    if (name === 'messages') return link('why', 'Why?');
    return name === 'referee' ? link('scene', 'Scene editor') : null;
  }
}
