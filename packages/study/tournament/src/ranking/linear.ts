/**
 * Solves A x = b for a symmetric positive definite matrix by the decomposition of Cholesky; null if the matrix is not positive definite.
 */
export function solvePositive(
  matrix: readonly (readonly number[])[],
  right: readonly number[],
): number[] | null {
  const n = right.length;
  const lower = matrix.map((row) => [...row]);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k <= i; k++) {
      let sum = matrix[i]![k]!;
      for (let j = 0; j < k; j++) sum -= lower[i]![j]! * lower[k]![j]!;
      if (i === k) {
        if (!(sum > 0)) return null;
        lower[i]![i] = Math.sqrt(sum);
      } else lower[i]![k] = sum / lower[k]![k]!;
    }
  }
  const x = [...right];
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) x[i]! -= lower[i]![k]! * x[k]!;
    x[i]! /= lower[i]![i]!;
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) x[i]! -= lower[k]![i]! * x[k]!;
    x[i]! /= lower[i]![i]!;
  }
  return x;
}
