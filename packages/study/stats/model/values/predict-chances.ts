/** Chances of the next goal from stored features, as `createStateValue` of `@rcss/values` computes them from frames. */
import { FEATURE_COUNT, mixChances, type ValueModel, ValueNetwork } from '@rcss/values';

/** Returns a function from features as the left side sees them to the chances of left, right and none, in a reused array. */
export function predictChances(model: ValueModel): (features: Float64Array) => Float64Array {
  const network = new ValueNetwork(model);
  const mirrored = new Float64Array(FEATURE_COUNT);
  const [ofLeft, ofRight, out] = [new Float64Array(3), new Float64Array(3), new Float64Array(3)];
  const side = (FEATURE_COUNT - 2) / 2;
  return (features) => {
    mirrored.set(features.subarray(0, 2), 0);
    mirrored.set(features.subarray(2 + side), 2);
    mirrored.set(features.subarray(2, 2 + side), 2 + side);
    network.evaluate(features, ofLeft);
    network.evaluate(mirrored, ofRight);
    mixChances(ofLeft, ofRight, out);
    return out;
  };
}
