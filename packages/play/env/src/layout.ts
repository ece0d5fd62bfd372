/**
 * One number of an observation or action block. Documentation, spaces of other languages and tests are made from these
 * descriptions.
 */
export interface Field {
  /** Name, unique in its layout, for example `ball.x` or `opponent.2.vy`. */
  readonly name: string;
  /** Unit of the number before it is divided by `scale`: `m`, `m/cycle`, `rad`, `cycles`, `1` … */
  readonly unit: string;
  /** Lowest number that the block contains. */
  readonly low: number;
  /** Highest number that the block contains. */
  readonly high: number;
  /** The block contains the value divided by this, plus `offset`. */
  readonly scale: number;
  /** Added after the division by `scale`; 0 if missing. */
  readonly offset?: number;
  /** Whether the number is a choice, a whole number from `low` to `high`; false if missing. */
  readonly isChoice?: boolean;
  readonly description: string;
}

/** Position of a field in a layout, by name. */
export function fieldIndex(layout: readonly Field[], name: string): number {
  const index = layout.findIndex((field) => field.name === name);
  if (index < 0)
    throw new RangeError(
      `no field has the name ${JSON.stringify(name)}; the layout has ${layout.map((field) => field.name).join(', ')}`,
    );
  return index;
}

/** Returns a field; `low` and `high` are numbers of the block, that is, after the division by `scale` and with `offset`. */
export function describeField(
  name: string,
  description: string,
  {
    unit = '1',
    low = 0,
    high = 1,
    scale = 1,
    offset,
    isChoice,
  }: Partial<Pick<Field, 'unit' | 'low' | 'high' | 'scale' | 'offset' | 'isChoice'>> = {},
): Field {
  return {
    name,
    unit,
    low,
    high,
    scale,
    ...(offset === undefined ? {} : { offset }),
    ...(isChoice === undefined ? {} : { isChoice }),
    description,
  };
}

/** Returns the field of a choice: a whole number from 0, whose meanings follow the description. */
export function choiceField(name: string, description: string, choices: readonly string[]): Field {
  const meanings = choices.map((choice, i) => `${i} ${choice}`).join(', ');
  return describeField(name, `${description}: ${meanings}.`, { high: choices.length - 1, isChoice: true });
}
