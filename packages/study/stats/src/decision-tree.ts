/** Small decision trees, of whose sum the model of expected goals consists. */

/**
 * A tree: the value of a leaf, or a split with the index of a feature, a threshold, the tree for values up to the threshold, and the tree
 * for larger values.
 */
export type DecisionTree =
  | number
  | readonly [feature: number, threshold: number, below: DecisionTree, above: DecisionTree];

/** Returns the value of the leaf to which a row of features leads. */
export function evaluateTree(tree: DecisionTree, features: readonly number[]): number {
  let node = tree;
  while (typeof node !== 'number') node = features[node[0]]! <= node[1] ? node[2] : node[3];
  return node;
}
