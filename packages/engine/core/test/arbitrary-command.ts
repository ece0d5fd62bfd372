import fc from 'fast-check';
import {
  COMMAND_FIELDS,
  type CommandField,
  type CommandKind,
  type CommandRow,
} from '../src/entries/commands.js';
import { PLAY_MODES } from '../src/index.js';

/** Values that every decoder gives back: numbers in all forms, whole numbers of 32 bits, names without blanks. */
const int = fc.integer({ min: -2147483648, max: 2147483647 });
const number = fc.oneof(
  fc.double({ noNaN: true }),
  fc.integer(),
  fc.constantFrom(0, -0, 1e21, 4294967396, -2147483649, 5e-324, 1e-7),
);
const finite = fc.double({ noNaN: true, noDefaultInfinity: true, min: -100, max: 100 });
const name = fc.stringMatching(/^[A-Z][-_a-zA-Z0-9]{0,14}$/);
const side = fc.oneof(
  fc.constantFrom('l', 'r').map((value) => ({ by: 'side', side: value })),
  fc.boolean().map((own) => ({ by: 'relative', own })),
  name.map((value) => ({ by: 'name', name: value })),
);
const place = fc.oneof(
  fc.record({ x: finite, y: finite }),
  fc.record({ x: finite, y: finite, angle: finite }),
  fc.record({ x: finite, y: finite, angle: finite, vx: finite }),
  fc.record({ x: finite, y: finite, angle: finite, vx: finite, vy: finite }),
);
const tile = fc
  .record({ x: fc.nat(40), y: fc.nat(9), colors: fc.nat(3), charsPerPixel: fc.nat(2) })
  .map(({ x, y, colors, charsPerPixel }) => {
    const lines = Array.from({ length: colors + 8 }, (_, i) =>
      'x'.repeat(i < colors ? 3 : 8 * charsPerPixel),
    );
    return { x, y, width: 8, height: 8, colors, charsPerPixel, lines };
  });

const VALUES: { readonly [Kind in Exclude<CommandKind, 'word'>]: fc.Arbitrary<unknown> } = {
  number,
  finite: int,
  integer: int,
  switch: fc.boolean(),
  flag: fc.boolean(),
  text: fc.stringMatching(/^[0-9A-Za-z().+\-*/?<>_ ]{1,20}$/),
  name,
  side,
  optionalSide: fc.option(side),
  place,
  tile,
  playMode: fc.constantFrom(...PLAY_MODES.map((mode) => mode.name)),
};

/**
 * Valid commands of a row.
 *
 * @param given values of some fields by name, instead of any that the kind allows
 */
export function arbitraryCommand<Command extends { readonly type: string }>(
  type: Command['type'],
  row: CommandRow,
  given: Readonly<Record<string, fc.Arbitrary<unknown>>> = {},
): fc.Arbitrary<Command> {
  const fields = Object.entries(row.fields).map(([field, meaning]) => {
    const { kind, values = [] }: CommandField = COMMAND_FIELDS[meaning];
    const any = given[field] ?? (kind === 'word' ? fc.constantFrom(...values) : VALUES[kind]);
    // An optional field that is 0 is left out, and then decoded as 0.
    const isOptional = row.form.includes(`[${field.toUpperCase()}]`);
    return [field, isOptional ? any.map((value) => (value === 0 ? 0 : value)) : any] as const;
  });
  return fc.record({
    type: fc.constant(type),
    ...Object.fromEntries(fields),
  }) as unknown as fc.Arbitrary<Command>;
}
