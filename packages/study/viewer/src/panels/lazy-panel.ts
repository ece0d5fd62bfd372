import { h } from '../dom.js';
import type { Panel } from './panel.js';

/** The content of a panel whose code is loaded when the panel is opened first. */
export interface PanelContent {
  readonly element: HTMLElement;
  readonly isWide?: boolean;
  update(): void;
}

/** Creates a panel whose content is created when it is opened first; it shows why the content cannot be loaded. */
export function createLazyPanel(title: string, load: () => Promise<PanelContent>): Panel {
  const body = h('div', {}, 'Loading …');
  let content: PanelContent | null = null;
  let isLoading = false;
  return {
    title,
    body,
    get wide() {
      return content?.isWide === true;
    },
    update() {
      content?.update();
      if (content !== null || isLoading) return;
      isLoading = true;
      load()
        .then((loaded) => {
          content = loaded;
          body.replaceChildren(content.element);
          content.update();
        })
        .catch(({ message }: Error) => {
          isLoading = false;
          body.textContent = message;
        });
    },
  };
}
