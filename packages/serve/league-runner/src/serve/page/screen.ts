/** Script of the public screen of a run: shows one slide after the other, and replaces those that have changed. */
import { watchPath } from '../paths.js';
import type { Screen } from '../screen-page.js';
import { followRun } from './follow-run.js';
import { Rotation } from './rotation.js';

/** Time for which a match is shown, slides. */
const MATCH_SLIDES = 5;
/** Time for which a goal on another field is shown, ms. */
const GOAL_MS = 8000;

const container = document.querySelector<HTMLElement>('#slides')!;
const side = document.querySelector<HTMLElement>('#side')!;
const goal = document.querySelector<HTMLElement>('#goal')!;

const rotation = new Rotation(show, {
  setTimeout: (call, ms) => setTimeout(call, ms),
  clearTimeout: (timer) => clearTimeout(timer as number),
});

function show(id: string): void {
  for (const slide of container.children) {
    slide.classList.toggle('shown', slide.id === id);
    const stage = slide.querySelector<HTMLElement>('[data-match]');
    if (slide.id !== id) stage?.replaceChildren();
    else if (stage?.childElementCount === 0) {
      const frame = document.createElement('iframe');
      frame.title = stage.dataset['title']!;
      frame.src = stage.dataset['match']!;
      stage.append(frame);
    }
  }
}

function setSlides(slides: Screen['slides']): void {
  const known = new Map([...container.children].map((element) => [element.id, element]));
  const ids = new Set(slides.map(({ id }) => id));
  for (const [id, element] of known) if (!ids.has(id)) element.remove();
  for (const [i, { id, html, isMatch = false }] of slides.entries()) {
    const element = known.get(id) ?? document.createElement('div');
    element.id = id;
    element.classList.add('slide');
    element.classList.toggle('match', isMatch);
    if (shownHtml.get(id) !== html) element.innerHTML = html;
    // A match that is moved in the page begins again.
    if (container.children[i] !== element) container.insertBefore(element, container.children[i] ?? null);
  }
  shownHtml = new Map(slides.map(({ id, html }) => [id, html]));
  rotate();
}

/** Letters are smaller where long names would be cut. */
function fitLetters(): void {
  for (const element of document.querySelectorAll<HTMLElement>('#side, .slide .body')) {
    element.style.fontSize = '';
    const { scrollHeight, clientHeight } = element;
    if (scrollHeight > clientHeight) element.style.fontSize = `${(0.95 * clientHeight) / scrollHeight}em`;
  }
}
addEventListener('resize', fitLetters);

function rotate(): void {
  const ms = Number(container.dataset['seconds']) * 1000;
  rotation.setSlides(
    [...container.children].map(({ id, classList }) => ({
      id,
      ms: classList.contains('match') ? MATCH_SLIDES * ms : ms,
    })),
  );
}

/** Last HTML of each slide; that of the page is the first one. */
let shownHtml = new Map([...container.children].map(({ id, innerHTML }) => [id, innerHTML]));
rotate();

/** Last scores of the matches beside the stage, by fixture. */
const scores = new Map<string, string>();
/** When the last goal was said, ms; a later one stays. */
const said = { at: 0 };

/** Replaces what is beside the matches. A goal on another field than the one that is shown is said over the slide. */
function setSide(html: string): void {
  side.innerHTML = html;
  const shown = container.querySelector<HTMLElement>('.shown [data-match]')?.dataset['match'];
  for (const { dataset } of side.querySelectorAll<HTMLElement>('[data-score]')) {
    const { fixture = '', score = '' } = dataset;
    const before = scores.get(fixture) ?? score;
    scores.set(fixture, score);
    if (before === score || shown?.startsWith(`${watchPath(fixture)}?`)) continue;
    goal.textContent = `Goal: ${score}`;
    goal.hidden = false;
    said.at = Date.now();
    setTimeout(() => {
      goal.hidden = Date.now() >= said.at + GOAL_MS;
    }, GOAL_MS);
  }
}
setSide(side.innerHTML);

function countDown(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-until]')) {
    const seconds = Math.max(0, Math.ceil((Date.parse(element.dataset['until']!) - Date.now()) / 1000));
    const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    const text = parts.map((part) => String(part).padStart(2, '0')).join(':');
    element.textContent = text.replace(/^00:/, '');
  }
}
countDown();
fitLetters();
setInterval(countDown, 500);

// The slides stay as they are while the connection is lost.
followRun(async () => {
  const response = await fetch('/slides.json');
  if (!response.ok) return;
  const screen = (await response.json()) as Screen;
  setSlides(screen.slides);
  setSide(screen.side);
  countDown();
  fitLetters();
});
