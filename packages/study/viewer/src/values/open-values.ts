/** Pitch control, passes with their values, and the value of the match over time. A script of its own. */
import { createStateModel } from '@rcss/stats/action-values';
import { createPitchControl } from '@rcss/values';
import { readMatchParams } from '../analysis/match-params.js';
import type { MatchSource } from '../source.js';
import type { Viewer } from '../view/viewer.js';
import { FieldLayer } from './field-layer.js';
import { ValueCurve } from './value-curve.js';
import type { ValueModels } from './value-models.js';

export { findBallMoment } from './ball-moment.js';

/** Draws the layers that the options show: on the stage, and the curve below the controls. */
export function showValues(viewer: Viewer, stage: HTMLElement): void {
  const layer = new FieldLayer(viewer);
  // Above the field and its maps, below the players.
  stage.querySelector('.sr')!.before(layer.canvas);
  const curve = new ValueCurve(viewer);
  stage.parentNode!.querySelector('.bar')!.append(curve.element);
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
    if (event === 'playback' || event === 'selection') return;
    const known = findModels();
    layer.update(known);
    curve.update(known, event !== 'frame');
  });
  layer.update(findModels());
  curve.update(models, true);
}

/** Models for the parameters of a source. */
function createModels(source: MatchSource): ValueModels {
  const params = readMatchParams(source);
  const { server, types } = params;
  const known = types.filter(({ id }) => source.types.has(id));
  return { params, state: createStateModel(server, known), control: createPitchControl(server, types) };
}
