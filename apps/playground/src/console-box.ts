import { createElement } from './controls/elements.js';
import type { ConsoleLine } from './messages.js';

/** Lines that the console keeps. */
const MAX_CONSOLE_LINES = 500;

/** Appends lines of teams to the console of the page; `dropped` is the number of lines that were left out. */
export function appendLines(box: HTMLElement, lines: readonly ConsoleLine[], dropped: number): void {
  const rows = lines
    .slice(-MAX_CONSOLE_LINES)
    .map(({ team, cycle, unum, level, text }) =>
      createElement(
        'div',
        { className: level },
        createElement('span', { className: 'where' }, `${cycle} ${team}${unum > 0 ? ` ${unum}` : ''}  `),
        text,
      ),
    );
  if (dropped > 0)
    rows.push(
      createElement('div', { className: 'warn' }, `${dropped} more lines of this cycle are left out`),
    );
  const isAtEnd = box.scrollTop + box.clientHeight > box.scrollHeight - 30;
  box.append(...rows);
  while (box.childElementCount > MAX_CONSOLE_LINES) box.firstElementChild?.remove();
  if (isAtEnd) box.scrollTop = box.scrollHeight;
}
