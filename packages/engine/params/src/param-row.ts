/** Column types of the parameter tables and the value types derived from them (spec 01 §2.1, §3.1). */

/** Kind of value: 32-bit integer, double, boolean, text. */
export type ParamKind = 'int' | 'real' | 'bool' | 'string';

/** A value of any kind. */
export type ParamValue = number | boolean | string;

/** `since` of a parameter that is sent only to monitors and game logs (spec 01 §2.1, `mon`). */
export const MONITORS_ONLY = 999;

/**
 * Difference between the value on the wire and the configured value (spec 01 §2.3): `slowed` is multiplied by
 * `slow_down_factor`, `half-cycles` converts seconds to cycles, `unsigned` prints the low 32 bits without a sign,
 * `left-team` contains the value of the left team's parameter.
 */
export type WireForm = 'slowed' | 'half-cycles' | 'unsigned' | 'left-team';

/**
 * Rule for a text when it is set (spec 01 §2.4): `tilde` expands a leading `~`; `command` replaces newlines by
 * blanks and then expands a leading `~`; `team-name` checks the characters and cuts the name to 15.
 */
export type OnSet = 'tilde' | 'command' | 'team-name';

/** One parameter. */
export interface ParamRow<Name extends string = string> {
  /** Name in files and messages. */
  readonly name: Name;
  /** Kind of the value. */
  readonly type: ParamKind;
  /** Value if none is set. */
  readonly default: ParamValue;
  /** Unit of the configured value; absent if it has none. */
  readonly unit?: string;
  /** Lowest client protocol version whose messages contain the value; {@link MONITORS_ONLY}; absent: never sent. */
  readonly since?: number;
  /** 1-based position in the positional message of protocol version 7. */
  readonly v7?: number;
  /** Form of the value in the positional message; absent: as configured. */
  readonly v7Form?: WireForm;
  /** Form of the value in the named and JSON messages; absent: as configured. */
  readonly namedForm?: WireForm;
  /** Offset in the binary parameter block of monitor version 2 and game log version 3 (spec 01 §5.5). */
  readonly block?: number;
  /** Bytes in the block, if different from the type's size (real 4, others 2). */
  readonly blockSize?: 2 | 4;
  /** Form of the value in the block; absent: as configured. */
  readonly blockForm?: WireForm;
  /** Lower bound: smaller values are raised to it when set. */
  readonly min?: number;
  /** Upper bound: larger values are lowered to it when set. */
  readonly max?: number;
  /** Lowest and highest value with which a match can run; other values are refused. Absent: every value of the type. */
  readonly range?: readonly [lowest: number, highest: number];
  /** Rule for a text when it is set; absent: none. */
  readonly onSet?: OnSet;
  /** A text is a list of some of these words, separated by commas; it is stored in their order. Absent: any text. */
  readonly words?: readonly string[];
  /** Whether a parameter that this server adds changes the game: it is then part of the rules of a match, see `game-params.ts`. */
  readonly game?: boolean;
  /** Whether a match document may set the parameter for its room alone; absent: yes for one of the match, no for one of the program. */
  readonly room?: boolean;
  /** Module in which a parameter is set that is not in that of its table. */
  readonly module?: string;
  /** The parameter is accepted and sent, but has no effect on the match (spec 01 §2.6). */
  readonly noEffect?: boolean;
  /** Group of the parameter on the reference page. */
  readonly group?: string;
  /** Meaning of the parameter, in one sentence. */
  readonly doc: string;
  /** Extension without which no message, log or file contains the parameter: `height` is `rcss::experimental_height`. */
  readonly extension?: 'height';
  /** Unexpected behavior of the parameter. */
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
