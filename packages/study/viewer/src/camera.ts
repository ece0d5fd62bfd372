/** Part of the field in view, meters: the pitch with its margin and one meter more (spec 11 §3.11). */
export const VIEW_LENGTH = 116;
export const VIEW_WIDTH = 78;

/** Margins around the field on the screen that panels cover, CSS pixels. */
export interface Insets {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

/**
 * Maps field coordinates to the screen. The camera has a point of the field at the middle of the free area, a scale in pixels
 * per meter, and a number of quarter turns. One quarter turn sets the field upright for a phone, two swap the sides.
 */
export class Camera {
  x = 0;
  y = 0;
  /** Pixels per meter. */
  scale = 8;
  /** Quarter turns, 0..3, clockwise. */
  turns = 0;
  width = 800;
  height = 600;
  readonly insets: Insets = { top: 0, right: 0, bottom: 0, left: 0 };
  /** Zoom as a factor of the scale that shows the whole field. */
  zoom = 1;
  #cos = 1;
  #sin = 0;

  /** Returns the scale at which the whole field fits, pixels per meter. */
  computeFitScale(): number {
    const w = Math.max(60, this.width - this.insets.left - this.insets.right);
    const h = Math.max(60, this.height - this.insets.top - this.insets.bottom);
    const upright = this.turns % 2 === 1;
    return Math.min(w / (upright ? VIEW_WIDTH : VIEW_LENGTH), h / (upright ? VIEW_LENGTH : VIEW_WIDTH));
  }

  /** Sets the size of the screen, CSS pixels. */
  resize(width: number, height: number): void {
    this.width = width;
    this.height = height;
    this.updateScale();
  }

  /** Sets the number of clockwise quarter turns. */
  setTurns(turns: number): void {
    this.turns = ((turns % 4) + 4) % 4;
    this.#cos = [1, 0, -1, 0][this.turns] as number;
    this.#sin = [0, 1, 0, -1][this.turns] as number;
    this.updateScale();
  }

  /** Updates the scale after a change of zoom, size or insets. */
  updateScale(): void {
    this.zoom = Math.min(Math.max(this.zoom, 0.4), 400 / this.computeFitScale());
    this.scale = this.computeFitScale() * this.zoom;
    if (this.zoom <= 1.001) {
      this.x = 0;
      this.y = 0;
    }
  }

  /** Horizontal middle of the free area, CSS pixels. */
  get centerX(): number {
    return (this.width - this.insets.left - this.insets.right) / 2 + this.insets.left;
  }

  /** Vertical middle of the free area, CSS pixels. */
  get centerY(): number {
    return (this.height - this.insets.top - this.insets.bottom) / 2 + this.insets.top;
  }

  /** Returns the horizontal position on the screen, CSS pixels, of a point of the field, meters. */
  toScreenX(x: number, y: number): number {
    return this.centerX + ((x - this.x) * this.#cos - (y - this.y) * this.#sin) * this.scale;
  }

  /** Returns the vertical position on the screen, CSS pixels, of a point of the field, meters. */
  toScreenY(x: number, y: number): number {
    return this.centerY + ((x - this.x) * this.#sin + (y - this.y) * this.#cos) * this.scale;
  }

  /** Converts a direction on the field to one on the screen, radians. */
  toScreenAngle(angle: number): number {
    return angle + (this.turns * Math.PI) / 2;
  }

  /** Returns x on the field, meters, of a point on the screen, CSS pixels. */
  toFieldX(sx: number, sy: number): number {
    const dx = (sx - this.centerX) / this.scale;
    const dy = (sy - this.centerY) / this.scale;
    return this.x + dx * this.#cos + dy * this.#sin;
  }

  /** Returns y on the field, meters, of a point on the screen, CSS pixels. */
  toFieldY(sx: number, sy: number): number {
    const dx = (sx - this.centerX) / this.scale;
    const dy = (sy - this.centerY) / this.scale;
    return this.y - dx * this.#sin + dy * this.#cos;
  }

  /** Zooms by a factor; the point of the field under the pixel (sx, sy) keeps its place on the screen. */
  zoomAt(factor: number, sx: number, sy: number): void {
    const x = this.toFieldX(sx, sy);
    const y = this.toFieldY(sx, sy);
    this.zoom *= factor;
    this.updateScale();
    if (this.zoom > 1.001) {
      this.x += x - this.toFieldX(sx, sy);
      this.y += y - this.toFieldY(sx, sy);
      this.#limitPosition();
    }
  }

  /** Moves the view by pixels. */
  pan(dx: number, dy: number): void {
    const x = this.toFieldX(this.centerX - dx, this.centerY - dy);
    const y = this.toFieldY(this.centerX - dx, this.centerY - dy);
    this.x = x;
    this.y = y;
    this.#limitPosition();
  }

  /** Moves a point of the field, meters, to the middle of the free area. */
  centerOn(x: number, y: number): void {
    this.x = x;
    this.y = y;
    this.#limitPosition();
  }

  /** Moves smoothly towards a point of the field, meters; `dt` is the time since the last call, ms. */
  moveToward(x: number, y: number, dt: number): void {
    const k = 1 - Math.exp(-dt / 220);
    this.x += (x - this.x) * k;
    this.y += (y - this.y) * k;
    this.#limitPosition();
  }

  #limitPosition(): void {
    this.x = Math.min(Math.max(this.x, -62), 62);
    this.y = Math.min(Math.max(this.y, -44), 44);
  }
}
