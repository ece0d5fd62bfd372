import type { Viewer } from '../view/viewer.js';

/** Width in CSS pixels below which the layout is that of a phone held upright; the second one if the height is small. */
export const MIN_WIDE_PX = 760;
const MIN_WIDE_SHORT_PX = 600;
/** Width from which on the time line and all buttons are in one row: with icons alone, and with words. */
const MIN_ONE_ROW_PX = 1360;
const MIN_ONE_ROW_WORDS_PX = 1700;
/** Width from which on icons have words. */
const MIN_WORDS_PX = 1200;
/** Height below which bars are flat. */
const MIN_HIGH_PX = 500;
/** Width beside a panel from which on the whole field is shown there; a smaller one is covered. */
const MIN_FIELD_PX = 340;
/** Largest scale of texts and controls; screens larger than 1920 by 1080 have a scale above 1. */
const MAX_SCALE = 3;

/** Parts of the element whose size or place {@link fitStage} reads or sets. */
export interface StageParts {
  readonly element: HTMLElement;
  readonly stage: HTMLElement;
  readonly zoomBox: HTMLElement;
  /** Place of the open panel; undefined if none is shown. */
  readonly panel: DOMRect | undefined;
}

/** Chooses the layout and the scale of texts for the size of the element, and fits the field into the space beside an open panel. */
export function fitStage(viewer: Viewer, { element, stage, zoomBox, panel }: StageParts): void {
  viewer.textScale = Math.min(
    MAX_SCALE,
    Math.max(1, Math.min(element.clientWidth / 1920, element.clientHeight / 1080)),
  );
  element.style.setProperty('--scale', String(viewer.textScale));
  const width = element.clientWidth / viewer.textScale;
  const short = element.clientHeight < MIN_HIGH_PX;
  const narrow = width < (short ? MIN_WIDE_SHORT_PX : MIN_WIDE_PX);
  element.toggleAttribute('narrow', narrow);
  const medium = !narrow && width < MIN_ONE_ROW_PX;
  const words = !short && width >= MIN_WORDS_PX;
  element.toggleAttribute('medium', medium);
  element.toggleAttribute('words', words);
  element.toggleAttribute('rows', medium || (words && width < MIN_ONE_ROW_WORDS_PX));
  // Fingers need larger buttons.
  const isCompact = narrow ? !short : medium && !words && matchMedia('(pointer: coarse)').matches;
  element.toggleAttribute('compact', isCompact);
  element.toggleAttribute('short', short);
  const { clientWidth, clientHeight } = stage;
  const { insets } = viewer.camera;
  const panelWidth = panel?.width ?? 0;
  const isBeside = !narrow && width - panelWidth / viewer.textScale >= MIN_FIELD_PX;
  insets.right = isBeside ? panelWidth : 0;
  zoomBox.style.right = insets.right > 0 ? `${insets.right / viewer.textScale + 12}px` : '';
  insets.bottom = narrow ? (panel?.height ?? 0) : 0;
  // Texts over the field are in the middle of its visible part.
  const free = clientWidth > 0 ? 1 - insets.right / clientWidth : 1;
  stage.style.setProperty('--free', `${100 * free}%`);
  stage.style.setProperty('--middle', `${50 * free}%`);
  stage.style.setProperty('--covered', `${insets.bottom / viewer.textScale}px`);
  viewer.resize(clientWidth, clientHeight, devicePixelRatio || 1);
}
