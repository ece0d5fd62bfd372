import { loadScript } from '../clips/load-script.js';
import type { SpatialView } from '../view/spatial-view.js';
import type { Viewer } from '../view/viewer.js';

/** The module `viewer-3d.js`. */
interface SpatialModule {
  /**
   * Shows the 3D view below the canvas `actors`, which keeps the focus. `onLost` is called when the browser ends the view.
   *
   * @throws Error if the browser cannot draw in three dimensions.
   */
  openSpatialView(viewer: Viewer, actors: HTMLCanvasElement, onLost: () => void): SpatialView;
}

/** Opens the 3D view on the stage of the canvas, or closes it. The first call loads its code. A notice says why it cannot be opened. */
export async function toggleSpatialView(viewer: Viewer, actors: HTMLCanvasElement): Promise<void> {
  const close = (): void => {
    viewer.spatial?.close();
    viewer.spatial = null;
    viewer.emit('camera');
  };
  if (viewer.spatial !== null) {
    close();
    return;
  }
  try {
    const { openSpatialView } = await loadScript<SpatialModule>('viewer-3d.js', '#spatial');
    viewer.spatial ??= openSpatialView(viewer, actors, () => {
      close();
      viewer.notify('The browser has ended the 3D view. Open it again.');
    });
    viewer.emit('camera');
  } catch (error) {
    viewer.notify((error as Error).message);
  }
}
