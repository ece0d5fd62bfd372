/** A range of numbers, both ends included. A value is drawn from it with equal probability. */
export type Range = readonly [low: number, high: number];

/** A rectangle of the field, meters, field frame. */
export interface Area {
  readonly x: Range;
  readonly y: Range;
}
