/** Part of the field in view: pitch with its margin and a metre more (spec 11 §3.11). */
export const VIEW_LENGTH = 116;
export const VIEW_WIDTH = 78;

/** Free room around the field on the screen, CSS pixels, that panels cover. */
export interface Insets {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

/**
 * Where the camera is: a point of the field in the middle of the free room, pixels per metre, and a turn by quarters. A quarter turn
 * puts the field upright on a phone, a half turn swaps the sides.
 */
export class Camera {
  x = 0;
  y = 0;
  /** Pixels per metre. */
  scale = 8;
  /** 0..3 quarter turns, clockwise. */
  turns = 0;
  width = 800;
  height = 600;
  readonly insets: Insets = { top: 0, right: 0, bottom: 0, left: 0 };
  /** Zoom as a factor of the scale that shows the whole field. */
  zoom = 1;
  #cos = 1;
  #sin = 0;

  /** Scale at which the whole field fits. */
  fitScale(): number {
    const w = Math.max(60, this.width - this.insets.left - this.insets.right);
    const h = Math.max(60, this.height - this.insets.top - this.insets.bottom);
    const upright = this.turns % 2 === 1;
    return Math.min(w / (upright ? VIEW_WIDTH : VIEW_LENGTH), h / (upright ? VIEW_LENGTH : VIEW_WIDTH));
  }

  resize(width: number, height: number): void {
    this.width = width;
    this.height = height;
    this.update();
  }

  turn(turns: number): void {
    this.turns = ((turns % 4) + 4) % 4;
    this.#cos = [1, 0, -1, 0][this.turns] as number;
    this.#sin = [0, 1, 0, -1][this.turns] as number;
    this.update();
  }

  /** Recompute the scale after zoom, size or insets changed. */
  update(): void {
    this.zoom = Math.min(Math.max(this.zoom, 0.4), 400 / this.fitScale());
    this.scale = this.fitScale() * this.zoom;
    if (this.zoom <= 1.001) {
      this.x = 0;
      this.y = 0;
    }
  }

  get centreX(): number {
    return (this.width - this.insets.left - this.insets.right) / 2 + this.insets.left;
  }

  get centreY(): number {
    return (this.height - this.insets.top - this.insets.bottom) / 2 + this.insets.top;
  }

  screenX(x: number, y: number): number {
    return this.centreX + ((x - this.x) * this.#cos - (y - this.y) * this.#sin) * this.scale;
  }

  screenY(x: number, y: number): number {
    return this.centreY + ((x - this.x) * this.#sin + (y - this.y) * this.#cos) * this.scale;
  }

  /** Angle on the screen of a direction on the field, radians. */
  screenAngle(angle: number): number {
    return angle + (this.turns * Math.PI) / 2;
  }

  fieldX(sx: number, sy: number): number {
    const dx = (sx - this.centreX) / this.scale;
    const dy = (sy - this.centreY) / this.scale;
    return this.x + dx * this.#cos + dy * this.#sin;
  }

  fieldY(sx: number, sy: number): number {
    const dx = (sx - this.centreX) / this.scale;
    const dy = (sy - this.centreY) / this.scale;
    return this.y - dx * this.#sin + dy * this.#cos;
  }

  /** Zoom by a factor so that the field's point under (sx, sy) stays there. */
  zoomAt(factor: number, sx: number, sy: number): void {
    const x = this.fieldX(sx, sy);
    const y = this.fieldY(sx, sy);
    this.zoom *= factor;
    this.update();
    if (this.zoom > 1.001) {
      this.x += x - this.fieldX(sx, sy);
      this.y += y - this.fieldY(sx, sy);
      this.#keepInside();
    }
  }

  /** Move by pixels. */
  pan(dx: number, dy: number): void {
    const x = this.fieldX(this.centreX - dx, this.centreY - dy);
    const y = this.fieldY(this.centreX - dx, this.centreY - dy);
    this.x = x;
    this.y = y;
    this.#keepInside();
  }

  lookAt(x: number, y: number): void {
    this.x = x;
    this.y = y;
    this.#keepInside();
  }

  /** Glide towards a point; `dt` milliseconds. */
  follow(x: number, y: number, dt: number): void {
    const k = 1 - Math.exp(-dt / 220);
    this.x += (x - this.x) * k;
    this.y += (y - this.y) * k;
    this.#keepInside();
  }

  #keepInside(): void {
    this.x = Math.min(Math.max(this.x, -62), 62);
    this.y = Math.min(Math.max(this.y, -44), 44);
  }
}
