import type { Viewer } from '../view/viewer.js';
import { loadValues } from './values-module.js';

/** Loads the layers of pitch control and values when an option shows the first of them. A notice says why they cannot be loaded. */
export function addValueLayers(viewer: Viewer, stage: HTMLElement): void {
  let isLoaded = false;
  viewer.subscribe((event) => {
    const { showControl, showPassValues, showValues } = viewer.options;
    if (event !== 'options' || isLoaded || !(showControl || showPassValues || showValues)) return;
    isLoaded = true;
    loadValues().then(
      (values) => values.showValues(viewer, stage),
      ({ message }: Error) => {
        isLoaded = false;
        viewer.notify(message);
      },
    );
  });
}
