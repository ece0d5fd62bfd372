/** A layout lives as long as an object that has it. */
const samples: object[] = [];

/**
 * An engine keeps a number field as a small integer until the first fraction is put there. Then all objects of the kind
 * get another layout, and machine code that was made for the old one is thrown away and made anew, in the middle of a
 * match: 40 functions at once when the first player's recovery sinks below 1. So at the beginning one object gets a
 * fraction in each field that will ever hold one; objects that are made later have its layout.
 *
 * @param sample an object made by the code that makes all of its kind, and otherwise not needed
 */
export function expectFractions<T extends object>(
  sample: T,
  fields: readonly { [K in keyof T]: T[K] extends number ? K : never }[keyof T][],
): void {
  for (const field of fields) (sample[field] as number) = 0.5;
  samples.push(sample);
}
