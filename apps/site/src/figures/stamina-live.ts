/** The figure of stamina in a page. */
import { createRange, type MountFigure, showPicture } from './live.js';
import { drawRun, FIRST_RUN, runWithStamina, type StaminaSettings } from './stamina.js';

export const mountFigure: MountFigure = (host) => {
  let settings: StaminaSettings = FIRST_RUN;
  let run = runWithStamina(settings);
  const change = (changes: Partial<StaminaSettings>) => {
    settings = { ...settings, ...changes };
    run = runWithStamina(settings);
    live.redraw();
  };
  const live = showPicture(
    host,
    [
      createRange('Power', { min: 0, max: 100, step: 5 }, settings.power, (power) => change({ power }))
        .element,
      createRange('Cycles of rest in 10', { min: 0, max: 9, step: 1 }, settings.rest, (rest) =>
        change({ rest }),
      ).element,
    ],
    (options) => drawRun(run, options),
  );
  return live.remove;
};
