/** Pitch control, passes with their values, and the value of the match over time. A script of its own. */
import {
  createDefaultPlayerType,
  DEFAULT_SERVER_PARAMS,
  type PlayerType,
  type ServerParams,
} from '@rcss/params';
import { createStateModel } from '@rcss/stats/values';
import { createPitchControl, type PitchControl } from '@rcss/values';
import type { MatchSource } from '../source.js';
import type { Viewer } from '../view/viewer.js';
import { FieldLayer } from './field-layer.js';
import { ValueCurve } from './value-curve.js';
import type { ValueModels } from './value-models.js';

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

/** Models for the parameters of a source; defaults for those that it does not have. */
function createModels({ serverParams, types }: MatchSource): ValueModels {
  const server = { ...DEFAULT_SERVER_PARAMS, ...serverParams } as unknown as ServerParams;
  const standard = createDefaultPlayerType(server);
  const known = [...types].map(([id, type]) => ({ ...standard, ...type, id }) as unknown as PlayerType);
  const byId = Array.from(
    { length: Math.max(0, ...types.keys()) + 1 },
    (_, id) => known.find((type) => type.id === id) ?? standard,
  );
  const control: PitchControl = createPitchControl(server, byId);
  return { state: createStateModel(server, known), control };
}
