/** Pitch control, passes with their values, and the value of the match over time. A script of its own. */
import type { Frame } from '@rcss/core';
import { createStateModel } from '@rcss/stats/action-values';
import { createPitchControl } from '@rcss/values';
import { readMatchParams } from '../analysis/match-params.js';
import type { PanelContent } from '../panels/panel.js';
import type { MatchSource } from '../source.js';
import type { Viewer } from '../view/viewer.js';
import { FieldLayer, formatPass } from './field-layer.js';
import { findPasses } from './find-passes.js';
import { ValueCurve } from './value-curve.js';
import type { ValueModels } from './value-models.js';

export { findBallMoment } from './ball-moment.js';

/** Decisive moments below the controls, and in a story. */
const MAX_MOMENTS = 10;
const STORY_MOMENTS = 5;
const MAX_ALTERNATIVES = 6;

const sharedModels = new WeakMap<MatchSource, ValueModels>();

/** Describes the passes of a player, 0 to 21, the best ones first; null if it does not have the ball. */
export function describeAlternatives(
  source: MatchSource,
  frame: Frame,
  player: number,
): readonly string[] | null {
  const models = sharedModels.get(source) ?? createModels(source);
  sharedModels.set(source, models);
  const found = findPasses(frame, models);
  if (found === null || frame.players.indexOf(found.passer) !== player) return null;
  return found.passes
    .slice(0, MAX_ALTERNATIVES)
    .map(
      (pass) =>
        `pass to ${pass.unum}: value ${formatPass(pass).replace(' · ', ', risk ')}${pass.open ? '' : ', not open'}`,
    );
}

/** Draws the layers that the options show: on the stage, and the curve below the controls. */
export function showValues(viewer: Viewer, stage: HTMLElement): void {
  const layer = new FieldLayer(viewer);
  // Above the field and its maps, below the players.
  stage.querySelector('.sr')!.before(layer.canvas);
  const curve = new ValueCurve(viewer, () => viewer.options.showValues, MAX_MOMENTS);
  stage.parentNode!.querySelector('.bar')!.append(curve.element);
  followMatch(viewer, (models, isAtOnce) => {
    layer.update(models);
    curve.update(models, isAtOnce);
  });
}

/** Creates the curve of a story: the value of the match, the chances of a win, and the five decisive moments. It computes while it is on the page. */
export function createCurve(viewer: Viewer): PanelContent {
  const curve: ValueCurve = new ValueCurve(viewer, () => curve.element.isConnected, STORY_MOMENTS);
  curve.element.querySelector('details')!.open = true;
  const update = followMatch(viewer, (models, isAtOnce) => curve.update(models, isAtOnce));
  return { element: curve.element, update };
}

/** Calls `update` with the models of the match at each change, and returns what calls it at once. */
function followMatch(
  viewer: Viewer,
  update: (models: ValueModels | null, isAtOnce: boolean) => void,
): () => void {
  let source: MatchSource | null = null;
  let models: ValueModels | null = null;
  const findModels = (): ValueModels | null => {
    if (viewer.source !== source) models = null;
    source = viewer.source;
    if (source !== null) models ??= createModels(source);
    return models;
  };
  viewer.subscribe((event) => {
    if (event === 'source') models = null;
    if (event !== 'playback' && event !== 'selection') update(findModels(), event !== 'frame');
  });
  update(findModels(), true);
  return () => update(findModels(), true);
}

/** Models for the parameters of a source. */
function createModels(source: MatchSource): ValueModels {
  const params = readMatchParams(source);
  const { server, types } = params;
  const known = types.filter(({ id }) => source.types.has(id));
  return { params, state: createStateModel(server, known), control: createPitchControl(server, types) };
}
