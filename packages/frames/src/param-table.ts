/** Parameter values by their names in the protocol; booleans are 0 or 1. */
export type ParamTable = Readonly<Record<string, number | string>>;

/** The value of a parameter. */
export type ParamValue = number | string | boolean;

/** Converts parameters to a plain table; booleans become 0 and 1 as in messages of the server. */
export function plainParams(values: Readonly<Record<string, ParamValue>>): ParamTable {
  const table: Record<string, number | string> = {};
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'boolean') table[name] = value ? 1 : 0;
    else if (typeof value === 'number' || typeof value === 'string') table[name] = value;
  }
  return table;
}
