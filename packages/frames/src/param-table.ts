/** Parameters by the names that the protocol has for them; numbers stay numbers. */
export type ParamTable = Readonly<Record<string, number | string>>;

/** Values of parameters. */
export type ParamValue = number | string | boolean;

/** Converts parameters to a plain table, with booleans as 0 and 1 as in messages of the server. */
export function plainParams(values: Readonly<Record<string, ParamValue>>): ParamTable {
  const table: Record<string, number | string> = {};
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'boolean') table[name] = value ? 1 : 0;
    else if (typeof value === 'number' || typeof value === 'string') table[name] = value;
  }
  return table;
}
