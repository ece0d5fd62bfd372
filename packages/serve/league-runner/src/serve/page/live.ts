/** Script of the page of a run: replaces the sections that have changed. */
import { followRun } from './follow-run.js';

interface Section {
  readonly id: string;
  readonly html: string;
}

const connection = document.querySelector<HTMLElement>('#connection')!;
/** Last HTML of each section. */
const shown = new Map<string, string>();

function showConnection(state: 'live' | 'lost'): void {
  if (connection.dataset['state'] === state) return;
  connection.dataset['state'] = state;
  connection.textContent = state === 'live' ? 'Live' : 'Connection lost';
}

/** Replaces the content of a section; focus, positions of scrolled tables and open details stay. */
function replace(element: HTMLElement, html: string): void {
  const active = document.activeElement;
  const focused = active !== null && element.contains(active) ? describeElement(element, active) : null;
  const scrolled = [...element.querySelectorAll('.wide')].map(({ scrollLeft }) => scrollLeft);
  const open = new Set(
    [...element.querySelectorAll('details[open] > summary')].map(({ textContent }) => textContent),
  );
  element.innerHTML = html;
  element.querySelectorAll('.wide').forEach((table, i) => {
    table.scrollLeft = scrolled[i] ?? 0;
  });
  for (const details of element.querySelectorAll('details'))
    details.open = open.has(details.querySelector('summary')?.textContent ?? '');
  if (focused !== null) focused()?.focus({ preventScroll: true });
}

/** Returns a function that finds the element again: a link by its address, others by their place. */
function describeElement(section: HTMLElement, active: Element): () => HTMLElement | undefined {
  const href = active.getAttribute('href');
  const find = (): HTMLElement[] => [...section.querySelectorAll<HTMLElement>('a, summary, .wide')];
  const place = find().indexOf(active as HTMLElement);
  if (href === null) return () => find()[place];
  return () => find().find((element) => element.getAttribute('href') === href);
}

async function update(): Promise<void> {
  const response = await fetch(`/sections.json${location.search}`);
  if (!response.ok) throw new Error(String(response.status));
  for (const { id, html } of (await response.json()) as Section[]) {
    const element = document.getElementById(id);
    if (element === null || shown.get(id) === html) continue;
    shown.set(id, html);
    replace(element, html);
  }
}

const requestUpdate = followRun(update, showConnection);

const filter = document.querySelector<HTMLFormElement>('#filter')!;
// The button is for browsers without scripts.
filter.querySelector('button')!.hidden = true;
filter.addEventListener('change', () => {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(filter)) if (value !== '') query.set(name, String(value));
  history.replaceState(null, '', query.size === 0 ? '/' : `/?${query}`);
  requestUpdate();
});
