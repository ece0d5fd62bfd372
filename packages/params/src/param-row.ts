/** Column types of the parameter tables and the value types derived from them (spec 01 §2.1, §3.1). */

/** Kind of value: 32-bit integer, double, boolean, text. */
export type ParamKind = 'int' | 'real' | 'bool' | 'string';

/** A value of any kind. */
export type ParamValue = number | boolean | string;

/** `since` of a parameter that only monitors and game logs are told (spec 01 §2.1, `mon`). */
export const MONITORS_ONLY = 999;

/**
 * How a value on the wire differs from the configured one (spec 01 §2.3): `slowed` is multiplied by `slow_down_factor`,
 * `half-cycles` turns seconds into cycles, `unsigned` prints the low 32 bits without a sign, `left-team` carries the
 * value of the left team's parameter.
 */
export type WireForm = 'slowed' | 'half-cycles' | 'unsigned' | 'left-team';

/**
 * What happens to a text when it is set (spec 01 §2.4): `tilde` expands a leading `~`, `command` turns newlines into blanks and
 * then expands a leading `~`, `team-name` checks the characters and cuts it to 15.
 */
export type OnSet = 'tilde' | 'command' | 'team-name';

/** One parameter. */
export interface ParamRow<Name extends string = string> {
  readonly name: Name;
  readonly type: ParamKind;
  readonly default: ParamValue;
  /** Unit of the configured value; absent when it has none. */
  readonly unit?: string;
  /** Lowest client protocol version that is told the value in a message; {@link MONITORS_ONLY}; absent: never sent. */
  readonly since?: number;
  /** 1-based position in the positional message of protocol version 7. */
  readonly v7?: number;
  /** How the value of the positional message differs. */
  readonly v7Form?: WireForm;
  /** How the value of the named and JSON messages differs. */
  readonly namedForm?: WireForm;
  /** Offset in the binary parameter block of monitor v2 and game log v3 (spec 01 §5.5). */
  readonly block?: number;
  /** Bytes in the block when they do not follow from the type (real 4, others 2). */
  readonly blockSize?: 2 | 4;
  /** How the value of the block differs. */
  readonly blockForm?: WireForm;
  /** Smaller values are raised to it when set. */
  readonly min?: number;
  /** Larger values are lowered to it when set. */
  readonly max?: number;
  /** Lowest and highest value with which a match can run; others are refused. Absent: every value of the type. */
  readonly range?: readonly [lowest: number, highest: number];
  readonly onSet?: OnSet;
  /** Accepted and sent, without any effect on the match (spec 01 §2.6). */
  readonly noEffect?: boolean;
  /** Subject, for the reference page. */
  readonly group?: string;
  /** One sentence about the meaning. */
  readonly doc: string;
  /** What surprises about it. */
  readonly note?: string;
}

/** TypeScript type of a value of kind `K`. */
export type KindValue<K extends ParamKind> = K extends 'bool'
  ? boolean
  : K extends 'string'
    ? string
    : number;

/** Object type with one read-only property per row of `Table`. */
export type ParamValues<Table extends readonly ParamRow[]> = {
  readonly [Row in Table[number] as Row['name']]: KindValue<Row['type']>;
};
