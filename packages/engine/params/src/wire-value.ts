/** Conversion of a configured value to the value on the wire, which may differ (spec 01 §2.3). */
import { computeHalfTimeCycles } from './derived.js';
import type { ParamRow, ParamValue, WireForm } from './param-row.js';
import type { ServerParams } from './server-params.js';

/** Values of one module, keyed by name. */
export type ValueRecord = Readonly<Record<string, ParamValue>>;

/** Returns the value of `row` in the given form. A form other than undefined occurs only in the server table. */
export function toWireValue(row: ParamRow, values: ValueRecord, form: WireForm | undefined): ParamValue {
  const value = values[row.name]!;
  switch (form) {
    case undefined:
      return value;
    case 'slowed':
      return (value as number) * (values['slow_down_factor'] as number);
    case 'half-cycles':
      return computeHalfTimeCycles(values as unknown as ServerParams);
    case 'unsigned':
      return (value as number) >>> 0;
    case 'left-team':
      return values[row.name.replace('right', 'left')]!;
  }
}
