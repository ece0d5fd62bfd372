import { loadScript } from '../clips/load-script.js';
import type { Viewer } from '../view/viewer.js';

/** The module `viewer-values.js`. */
interface ValuesModule {
  /** Draws the layers of the values that the options show, from now on. */
  showValues(viewer: Viewer, stage: HTMLElement): void;
}

/** Loads the layers of pitch control and values when an option shows the first of them. A notice says why they cannot be loaded. */
export function addValueLayers(viewer: Viewer, stage: HTMLElement): void {
  let isLoaded = false;
  viewer.subscribe((event) => {
    const { showControl, showPassValues, showValues } = viewer.options;
    if (event !== 'options' || isLoaded || !(showControl || showPassValues || showValues)) return;
    isLoaded = true;
    loadScript<ValuesModule>('viewer-values.js', '#values').then(
      (values) => values.showValues(viewer, stage),
      ({ message }: Error) => {
        isLoaded = false;
        viewer.notify(message);
      },
    );
  });
}
