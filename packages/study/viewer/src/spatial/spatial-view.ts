/** What the page and the 3D view, which is loaded on demand, exchange. */

import type { Picture } from '../scene.js';
import type { Viewer } from '../view/viewer.js';

/** A 3D view that is shown on the stage of a viewer. */
export interface SpatialView {
  /** Draws the scene of the viewer; `dt` is the time since the last picture, ms. */
  draw(dt: number): void;
  /**
   * Draws a scene into a canvas of this size, pixels. The canvas is used again for the next picture; `dt` is the time since the picture
   * before, ms, 0 for the first one.
   */
  paint(scene: Picture, index: number, width: number, height: number, dt: number): HTMLCanvasElement;
  /** Handles a key; returns whether it belongs to the view. */
  handleKey(event: KeyboardEvent): boolean;
  /** Removes the view from the stage. */
  close(): void;
}

/** The module `viewer-3d.js`. */
export interface SpatialModule {
  /**
   * Shows the 3D view below the canvas `actors`, which keeps the focus. `onLost` is called when the browser ends the view.
   *
   * @throws Error if the browser cannot draw in three dimensions.
   */
  openSpatialView(viewer: Viewer, actors: HTMLCanvasElement, onLost: () => void): SpatialView;
}
