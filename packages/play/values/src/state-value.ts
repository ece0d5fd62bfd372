/** The value of a state: the chance of the next goal, by a small network on features of the state. */
import type { Frame, Side } from '@rcss/core';
import { exp } from '@rcss/core/math';
import { createServerParams, type PlayerType } from '@rcss/params';
import { createFeatureWriter, FEATURE_COUNT, type FeatureWriter } from './features.js';
import type { MotionParams } from './runs.js';
import { DEFAULT_MODEL, type ValueModel, ValueNetwork } from './value-model.js';

/** Values of states; see {@link createStateValue}. */
export interface StateValue {
  /** Cycles in which the next goal counts. */
  readonly horizon: number;
  /**
   * Returns the value of a state for a side, -1 to 1: the chance that it scores the next goal within the horizon, less the chance that
   * the other side does. The value for the other side is the negative of it.
   *
   * @param types Player types of the match, by id.
   */
  value(frame: Frame, types: readonly PlayerType[], side: Side): number;
  /** Writes the chances that the next goal within the horizon is one of the left side, one of the right side, or that there is none. */
  probabilities(frame: Frame, types: readonly PlayerType[], out: Float64Array): void;
}

/**
 * Returns the value of states by a model. Both sides are computed with the same network and averaged, so that a state and its mirror image
 * have opposite values.
 *
 * @param model The model of this package by default.
 * @param params Parameters of the server; the standard ones by default.
 * @throws {RangeError} if the model does not fit the features of this package
 * @example
 * const { value } = createStateValue();
 * console.log(value(frame, types, 'l'));
 */
export function createStateValue(
  model: ValueModel = DEFAULT_MODEL,
  params: MotionParams = createServerParams(),
): StateValue {
  const network = new ValueNetwork(model);
  const left = new Float64Array(FEATURE_COUNT);
  const right = new Float64Array(FEATURE_COUNT);
  const ofLeft = new Float64Array(3);
  const ofRight = new Float64Array(3);
  const shares = new Float64Array(3);
  let writer: FeatureWriter | undefined;
  let known: readonly PlayerType[] | undefined;

  function probabilities(frame: Frame, types: readonly PlayerType[], out: Float64Array): void {
    if (writer === undefined || known !== types) {
      writer = createFeatureWriter(params, types);
      known = types;
    }
    writer.writeBoth(frame, left, right);
    network.evaluate(left, ofLeft);
    network.evaluate(right, ofRight);
    mixChances(ofLeft, ofRight, out);
  }
  return {
    horizon: model.horizon,
    probabilities,
    value(frame, types, side) {
      probabilities(frame, types, shares);
      const value = (shares[0] as number) - (shares[1] as number);
      return side === 'l' ? value : -value;
    },
  };
}

/** Writes the chances of left, right and none from the log odds as the left and as the right side see them: own, other, none. */
export function mixChances(ofLeft: Float64Array, ofRight: Float64Array, out: Float64Array): void {
  const l = ((ofLeft[0] as number) + (ofRight[1] as number)) / 2;
  const r = ((ofLeft[1] as number) + (ofRight[0] as number)) / 2;
  const none = ((ofLeft[2] as number) + (ofRight[2] as number)) / 2;
  const most = Math.max(l, r, none);
  const el = exp(l - most);
  const er = exp(r - most);
  const en = exp(none - most);
  const sum = el + er + en;
  out[0] = el / sum;
  out[1] = er / sum;
  out[2] = en / sum;
}
