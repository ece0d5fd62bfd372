/** Commands as programs may write them: fields that the form of the command has in brackets can be absent. */
import type { CommandField } from './command-fields.js';
import { type FormPart, readCommandForm } from './command-form.js';
import { type CommandRow, PLAYER_COMMANDS, type PlayerCommand } from './command-table.js';

/** `TYPE_ID` of a form is the field `typeId`. */
type FieldName<Word extends string> = Word extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<FieldName<Rest>>}`
  : Lowercase<Word>;

/** Names of the fields of a form that are in brackets. */
type OptionalField<Form extends string> = Form extends `${string}[${infer Word}]${infer Rest}`
  ? FieldName<Word> | OptionalField<Rest>
  : never;

type Complete<Type extends string> = Extract<PlayerCommand, { readonly type: Type }>;

/**
 * A command of a player in which the fields can be absent that can be absent in the text: `{ type: 'dash', power: 100 }`.
 *
 * @useDeclaredType
 */
export type PlayerCommandInput = {
  [Type in PlayerCommand['type']]: Omit<
    Complete<Type>,
    OptionalField<(typeof PLAYER_COMMANDS)[Type]['form']>
  > & {
    readonly [Name in OptionalField<(typeof PLAYER_COMMANDS)[Type]['form']> & keyof Complete<Type>]?:
      | Complete<Type>[Name]
      | undefined;
  };
}[PlayerCommand['type']];

/** The value of a field that is absent in the text. */
function absentValue({ kind }: CommandField): number | boolean | null {
  if (kind === 'number' || kind === 'integer' || kind === 'finite') return 0;
  return kind === 'switch' || kind === 'flag' ? false : null;
}

/** Returns the optional fields of parts, each with the value of an absent one. */
function readOptional(parts: readonly FormPart[]): [name: string, value: unknown][] {
  return parts.flatMap((part) => {
    if (part.is === 'list') return readOptional(part.parts);
    return part.is === 'field' && part.optional ? [[part.name, absentValue(part.field)]] : [];
  });
}

const OPTIONAL_FIELDS: ReadonlyMap<unknown, [name: string, value: unknown][]> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ Object.entries<CommandRow>(PLAYER_COMMANDS).map(([type, row]) => [
    type,
    readOptional(readCommandForm(row).parts),
  ]),
);

/**
 * Returns a command with the fields that are absent: 0, false or null, as if it was read from a text. Returns the same object if no
 * optional field is absent. Other faults stay; `findCommandFault` finds them.
 *
 * @example
 * completePlayerCommand({ type: 'dash', power: 100 }); // { type: 'dash', power: 100, dir: 0 }
 */
export function completePlayerCommand(command: PlayerCommandInput): PlayerCommand {
  const given = command as Readonly<Record<string, unknown>> | null | undefined;
  const optional = OPTIONAL_FIELDS.get(given?.type);
  if (optional !== undefined) {
    for (const [name] of optional) if (given?.[name] === undefined) return addAbsent(given, optional);
  }
  return command as PlayerCommand;
}

function addAbsent(
  given: Readonly<Record<string, unknown>> | null | undefined,
  optional: readonly [name: string, value: unknown][],
): PlayerCommand {
  const absent = optional.filter(([name]) => given?.[name] === undefined);
  return { ...given, ...Object.fromEntries(absent) } as PlayerCommand;
}
