import type { Side } from '@rcss/core';
import type { Picture } from '../scene.js';

/** A 3D view that is shown on the stage of a viewer. */
export interface SpatialView {
  /** Shows the match from behind a goal, as the screen has it; for replays. */
  goBehindGoal(side: Side): void;
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
