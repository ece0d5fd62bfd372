/** Adding and subtracting 1.5 * 2^52 rounds a number below 2^51 to an integer, ties to even. */
export const ROUND = 6755399441055744;

/** A product with 2^27 + 1 splits a double into halves of 26 bits; products of such halves are exact (Veltkamp, Dekker). */
export const SPLIT = 134217729;
