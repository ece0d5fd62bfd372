/** The figure of kick noise in a page. */
import {
  BALL_PLACES,
  drawKicks,
  FIRST_KICKS,
  FLIGHT_CYCLES,
  KICK_COUNT,
  type KickedBallPlace,
  type KickSettings,
  sampleKicks,
} from './kick-noise.js';
import {
  createButton,
  createCheckbox,
  createChoice,
  createRange,
  type MountFigure,
  prefersReducedMotion,
  showPicture,
} from './live.js';

/** Time of a cycle in the animation, milliseconds: half of that of a match. */
const CYCLE_MS = 50;

export const mountFigure: MountFigure = (host) => {
  let settings: KickSettings = FIRST_KICKS;
  let sample = sampleKicks(settings);
  let cycle = FLIGHT_CYCLES;
  let frame = 0;

  const change = (changes: Partial<KickSettings>) => {
    cancelAnimationFrame(frame);
    settings = { ...settings, ...changes };
    sample = sampleKicks(settings);
    cycle = FLIGHT_CYCLES;
    live.redraw();
  };
  const kickAgain = () => {
    change({ seed: settings.seed + 1 });
    if (!prefersReducedMotion()) play();
  };
  const play = () => {
    const startedAt = performance.now();
    const show = (now: number) => {
      cycle = Math.max(0, Math.min(FLIGHT_CYCLES, Math.floor((now - startedAt) / CYCLE_MS)));
      live.redraw();
      if (cycle < FLIGHT_CYCLES) frame = requestAnimationFrame(show);
    };
    frame = requestAnimationFrame(show);
  };

  const places = Object.entries(BALL_PLACES).map(
    ([place, { name }]) => [place as KickedBallPlace, name] as const,
  );
  const live = showPicture(
    host,
    [
      createButton(`Kick ${KICK_COUNT} times`, kickAgain),
      createRange('Power', { min: 10, max: 100, step: 5 }, settings.power, (power) => change({ power }))
        .element,
      createChoice('Ball', places, settings.place, (place) => change({ place })),
      createCheckbox('movement noise of the ball', settings.hasMovementNoise, (hasMovementNoise) =>
        change({ hasMovementNoise }),
      ),
    ],
    (options) => drawKicks(sample, options, cycle),
  );
  return () => {
    cancelAnimationFrame(frame);
    live.remove();
  };
};
