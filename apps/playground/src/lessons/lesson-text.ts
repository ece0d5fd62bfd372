/** The Markdown of lessons: paragraphs, lists, `code`, *emphasis* and **strong** text. All else is shown as it is written. */

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*/g;

function createInline(text: string): readonly (Node | string)[] {
  const parts: (Node | string)[] = [];
  let at = 0;
  for (const match of text.matchAll(INLINE)) {
    const [all, code, strong, emphasis] = match;
    const element = document.createElement(
      code !== undefined ? 'code' : strong !== undefined ? 'strong' : 'em',
    );
    element.textContent = code ?? strong ?? emphasis ?? '';
    parts.push(text.slice(at, match.index), element);
    at = match.index + all.length;
  }
  return [...parts, text.slice(at)];
}

function createElement(name: string, text: string): HTMLElement {
  const element = document.createElement(name);
  element.append(...createInline(text));
  return element;
}

/** Returns elements of a text; nothing in it becomes HTML. */
export function renderLessonText(text: string): readonly HTMLElement[] {
  return text
    .split(/\n\s*\n/)
    .filter((block) => block.trim() !== '')
    .map((block) => {
      const lines = block.split('\n');
      if (!lines.every((line) => line.startsWith('- '))) return createElement('p', lines.join(' '));
      const list = document.createElement('ul');
      list.append(...lines.map((line) => createElement('li', line.slice(2))));
      return list;
    });
}

/** Returns the parts of one line. */
export const renderLessonLine = (text: string): readonly (Node | string)[] => createInline(text);
