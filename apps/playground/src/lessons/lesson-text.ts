/** The Markdown of lessons: paragraphs, lists, `code`, *emphasis* and **strong** text. All else is shown as it is written. */

import { createElement } from '../controls/elements.js';

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*/g;

/** Returns the parts of one line. */
export function renderLessonLine(text: string): readonly (Node | string)[] {
  const parts: (Node | string)[] = [];
  let at = 0;
  for (const match of text.matchAll(INLINE)) {
    const [all, code, strong, emphasis] = match;
    const tag = code !== undefined ? 'code' : strong !== undefined ? 'strong' : 'em';
    parts.push(text.slice(at, match.index), createElement(tag, {}, code ?? strong ?? emphasis ?? ''));
    at = match.index + all.length;
  }
  return [...parts, text.slice(at)];
}

/** Returns elements of a text; nothing in it becomes HTML. */
export function renderLessonText(text: string): readonly HTMLElement[] {
  return text
    .split(/\n\s*\n/)
    .filter((block) => block.trim() !== '')
    .map((block) => {
      const lines = block.split('\n');
      if (!lines.every((line) => line.startsWith('- ')))
        return createElement('p', {}, ...renderLessonLine(lines.join(' ')));
      return createElement(
        'ul',
        {},
        ...lines.map((line) => createElement('li', {}, ...renderLessonLine(line.slice(2)))),
      );
    });
}
