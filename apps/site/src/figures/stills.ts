/** The still pictures of the figures, for pages without JavaScript and for GitHub. */
import { type DrawOptions, STILL_PALETTE, STILL_WIDTH, type SvgDrawing } from './drawing.js';
import { drawKicks, FIRST_KICKS, sampleKicks } from './kick-noise.js';
import { drawRun, FIRST_RUN, runWithStamina } from './stamina.js';
import { drawView, FIRST_VIEW, seeScene } from './vision.js';

const OPTIONS: DrawOptions = { width: STILL_WIDTH, palette: STILL_PALETTE, isTextBeside: false };

/** Each drawn figure with its first settings, by name. */
export const STILLS: Readonly<Record<string, () => SvgDrawing>> = {
  'kick-noise': () => drawKicks(sampleKicks(FIRST_KICKS), OPTIONS),
  stamina: () => drawRun(runWithStamina(FIRST_RUN), OPTIONS),
  vision: () => drawView(seeScene(FIRST_VIEW), OPTIONS),
};
