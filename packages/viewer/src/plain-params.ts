import type { ParamTable } from './source.js';

export type ParamValue = number | string | boolean;

/** Parameters by name with booleans as 0 and 1, as they are told on the wire. */
export function plainParams(values: Readonly<Record<string, ParamValue>>): ParamTable {
  const table: Record<string, number | string> = {};
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'boolean') table[name] = value ? 1 : 0;
    else if (typeof value === 'number' || typeof value === 'string') table[name] = value;
  }
  return table;
}
