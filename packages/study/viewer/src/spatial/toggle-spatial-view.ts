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

/** Closes the 3D view if it is open. */
export function closeSpatialView(viewer: Viewer): void {
  if (viewer.spatial === null) return;
  viewer.spatial.close();
  viewer.spatial = null;
  viewer.emit('camera');
}

/**
 * Opens the 3D view on the stage of the canvas. The first call loads its code.
 *
 * @param onLost Called when the browser has ended the view.
 * @param isWanted Whether it is still to be opened when its code is there.
 * @throws Error if its code cannot be loaded, or the browser cannot draw in three dimensions.
 */
export async function loadSpatialView(
  viewer: Viewer,
  actors: HTMLCanvasElement,
  onLost: () => void = () => {},
  isWanted: () => boolean = () => true,
): Promise<void> {
  const module = await loadScript<SpatialModule>('viewer-3d.js', '#spatial');
  if (!isWanted()) return;
  viewer.spatial ??= module.openSpatialView(viewer, actors, () => {
    closeSpatialView(viewer);
    onLost();
  });
  viewer.emit('camera');
}

/** Opens the 3D view, or closes it. A notice says why it cannot be opened. */
export async function toggleSpatialView(viewer: Viewer, actors: HTMLCanvasElement): Promise<void> {
  if (viewer.spatial !== null) return closeSpatialView(viewer);
  try {
    await loadSpatialView(viewer, actors, () =>
      viewer.notify('The browser has ended the 3D view. Open it again.'),
    );
  } catch (error) {
    viewer.notify((error as Error).message);
  }
}
