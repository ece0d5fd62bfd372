/** Script of the public screen of a run: shows one slide after the other, and replaces those that have changed. */
import { Rotation } from './rotation.js';

interface Slide {
  readonly id: string;
  readonly html: string;
}

const container = document.querySelector<HTMLElement>('#slides')!;

const rotation = new Rotation(
  (id) => {
    for (const slide of container.children) slide.classList.toggle('shown', slide.id === id);
  },
  Number(container.dataset['seconds']) * 1000,
  { setTimeout: (call, ms) => setTimeout(call, ms), clearTimeout: (timer) => clearTimeout(timer as number) },
);

function setSlides(slides: readonly Slide[]): void {
  const known = new Map([...container.children].map((element) => [element.id, element]));
  const elements = slides.map(({ id, html }) => {
    const element = known.get(id) ?? document.createElement('div');
    element.id = id;
    element.classList.add('slide');
    if (shownHtml.get(id) !== html) element.innerHTML = html;
    return element;
  });
  shownHtml = new Map(slides.map(({ id, html }) => [id, html]));
  container.replaceChildren(...elements);
  rotation.setSlides(slides.map(({ id }) => id));
}

/** Last HTML of each slide. */
let shownHtml = new Map<string, string>();
rotation.setSlides([...container.children].map(({ id }) => id));

async function update(): Promise<void> {
  try {
    const response = await fetch('/slides.json');
    if (response.ok) setSlides((await response.json()) as Slide[]);
  } catch {
    // The slides stay as they are until the connection is back.
  }
}

let isUpdating = false;
let isOutdated = false;

new EventSource('/events').addEventListener('change', () => {
  isOutdated = true;
  if (isUpdating) return;
  isUpdating = true;
  void (async () => {
    while (isOutdated) {
      isOutdated = false;
      await update();
    }
    isUpdating = false;
  })();
});
