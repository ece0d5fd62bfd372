/** The figure of vision in a page: the player looks to the pointer. */
import type { ViewWidth } from '@rcss/core';
import { createChoice, createRange, createSvgElement, type MountFigure, showPicture } from './live.js';
import {
  directionTo,
  drawView,
  FIRST_VIEW,
  seeScene,
  VIEW_WIDTHS,
  VISION_LEGEND,
  type VisionSettings,
} from './vision.js';

export const mountFigure: MountFigure = (host) => {
  let settings: VisionSettings = FIRST_VIEW;
  const message = createSvgElement('code');
  const change = (changes: Partial<VisionSettings>) => {
    settings = { ...settings, ...changes };
    live.redraw();
  };
  const direction = createRange(
    'Direction',
    { min: -180, max: 180, step: 1, unit: '°' },
    settings.direction,
    (degrees) => change({ direction: degrees }),
  );
  const live = showPicture(
    host,
    [
      direction.element,
      createChoice(
        'View',
        VIEW_WIDTHS.map((width): readonly [ViewWidth, string] => [width, width]),
        settings.width,
        (width) => change({ width }),
      ),
    ],
    (options) => {
      const scene = seeScene(settings);
      message.textContent = scene.message;
      return drawView(scene, options);
    },
    VISION_LEGEND,
  );
  const details = createSvgElement('details', 'figure-message');
  const text = createSvgElement('p');
  text.append(message);
  details.append(createSvgElement('summary', '', 'The see message'), text);
  host.append(details);

  const { picture } = live;
  picture.classList.add('figure-follows-pointer');
  const follow = (event: PointerEvent) => {
    const box = picture.getBoundingClientRect();
    const degrees = directionTo(box.width, event.clientX - box.left, event.clientY - box.top);
    direction.set(degrees);
    change({ direction: degrees });
  };
  picture.addEventListener('pointerdown', follow);
  picture.addEventListener('pointermove', follow);
  return live.remove;
};
