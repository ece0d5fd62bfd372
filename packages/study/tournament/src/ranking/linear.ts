/** Returns L of A = L Lᵀ for a symmetric positive definite matrix (Cholesky); null if the matrix is not positive definite. */
function decompose(matrix: readonly (readonly number[])[]): number[][] | null {
  const lower = matrix.map((row) => [...row]);
  for (const [i, row] of lower.entries()) {
    for (let k = 0; k <= i; k++) {
      const other = lower[k]!;
      let sum = matrix[i]![k]!;
      for (let j = 0; j < k; j++) sum -= row[j]! * other[j]!;
      if (i !== k) row[k] = sum / other[k]!;
      else if (sum > 0) row[i] = Math.sqrt(sum);
      else return null;
    }
  }
  return lower;
}

function solveLower(lower: readonly (readonly number[])[], right: readonly number[]): number[] {
  const n = right.length;
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

/** Solves A x = b for a symmetric positive definite matrix; null if the matrix is not positive definite. */
export function solvePositive(
  matrix: readonly (readonly number[])[],
  right: readonly number[],
): number[] | null {
  const lower = decompose(matrix);
  return lower === null ? null : solveLower(lower, right);
}

/** Inverts a symmetric positive definite matrix; null if the matrix is not positive definite. */
export function invertPositive(matrix: readonly (readonly number[])[]): number[][] | null {
  const lower = decompose(matrix);
  return (
    lower?.map((_, i) =>
      solveLower(
        lower,
        matrix.map((_row, k) => (k === i ? 1 : 0)),
      ),
    ) ?? null
  );
}
