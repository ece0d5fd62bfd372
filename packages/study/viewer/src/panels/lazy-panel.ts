import { h } from '../dom.js';
import type { Panel, PanelContent } from './panel.js';
import { loadStudy, type StudyModule } from './study-module.js';

/** Creates a panel whose content is created when it is opened first; it shows why the content cannot be loaded. */
export function createLazyPanel(title: string, create: (study: StudyModule) => PanelContent): Panel {
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
      loadStudy()
        .then((study) => {
          content = create(study);
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
