import type { StatEvent } from '@rcss/stats/analysis';
import { loadValues, type ValuesModule } from '../values/values-module.js';
import type { Viewer } from '../view/viewer.js';

/** Whether a player gave the ball away with the event, so that it could have passed to another one. */
export function hasAlternatives({ type, unum }: Pick<StatEvent, 'type' | 'unum'>): boolean {
  return type !== 'set_play' && unum > 0;
}

/** Stops at the moment before a ball was lost and shows what else its player could have done: the passes, with value and risk by the model. */
export function showAlternatives(viewer: Viewer, event: StatEvent, index: number): void {
  loadValues().then(
    (values) => seekAlternatives(viewer, event, index, values),
    ({ message }: Error) => viewer.notify(message),
  );
}

function seekAlternatives(viewer: Viewer, event: StatEvent, index: number, values: ValuesModule): void {
  const { source } = viewer;
  const moment = source === null ? null : values.findBallMoment(source, event, index);
  if (moment === null) {
    viewer.notify(`What if: player ${event.unum} did not have the ball to itself before this moment.`);
    return;
  }
  viewer.controlPlayback((playback, shown) => {
    playback.pause();
    playback.seek(moment, shown);
  });
  viewer.setOption('showPassValues', true);
  viewer.notify(
    'What if: the arrows are the other passes, with value and risk as the model estimates them; pale ones are not open.',
  );
}
