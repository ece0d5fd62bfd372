import { ANSWERS, BLOCKS, COMMANDS, NUMBERS, SPAN } from './worker-wire.js';

const GENERATED =
  'Generated from packages/play/env/scripts/worker-wire.ts by `pnpm --filter @rcss/env wire`; do not edit.';

const camelCase = (name: string): string =>
  name.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());

/** Source text of `src/node/worker-wire.generated.ts`. */
export function generateTypeScript(): string {
  const constants = NUMBERS.map(
    ({ name, value, doc }) => `/** ${doc} */\nexport const ${name} = ${value};\n`,
  );
  const letters = (rows: readonly { name: string; letter: string; doc: string }[]) =>
    rows.map(({ name, letter, doc }) => `  /** ${doc} */\n  ${camelCase(name)}: '${letter}',\n`).join('');
  const args = COMMANDS.flatMap(({ name, follows }) =>
    typeof follows === 'string' || follows.length === 0
      ? []
      : [
          `  readonly ${camelCase(name)}: {\n${follows.map((field) => `    readonly ${field.name}: ${field.ts};\n`).join('')}  };\n`,
        ],
  );
  return `/**
 * The wire between the Python package and its workers.
 *
 * ${GENERATED}
 */
import type { BatchChanges } from '../batch-options.js';
import type { SavedMatch } from '../match-slot.js';

${constants.join('')}
/** Letters of the commands. */
export const COMMAND = {
${letters(COMMANDS)}} as const;

/** Letters of the answers. */
export const ANSWER = {
${letters(ANSWERS)}} as const;

/** A part of the memory of a worker, and its place on the other side, bytes. */
export interface BlockSpan {
${SPAN.map(({ name, doc }) => `  /** ${doc} */\n  readonly ${name}: number;\n`).join('')}}

/** JSON after the letters of commands. */
export interface CommandArguments {
${args.join('')}}

/** The blocks in the order of the memory, with their types as numpy names them. */
export const BLOCK_TYPES = {
${BLOCKS.map(({ name, type }) => `  ${name}: '${type}',\n`).join('')}} as const;
`;
}

/** Source text of `python/src/rcss/_wire.py`. */
export function generatePython(): string {
  const doc = (text: string): string => `"""${text}"""\n`;
  const constants = NUMBERS.map(({ name, value, doc: text }) => `${name} = ${value}\n${doc(text)}`);
  const answers = ANSWERS.map(
    (row) => `${row.name.toUpperCase()} = b"${row.letter}"\n${doc(`Letter of an answer. ${row.doc}`)}`,
  );
  const bare = COMMANDS.flatMap(({ name, letter, doc: text, follows }) =>
    typeof follows === 'string'
      ? [`${name.toUpperCase()} = b"${letter}"\n${doc(`Letter of a command. ${text}`)}`]
      : [],
  );
  const functions = COMMANDS.flatMap(({ name, letter, doc: text, follows }) => {
    if (typeof follows === 'string') return [];
    const list = follows.map((field) => `${pythonName(field.name)}: ${field.python}`);
    const parameters =
      list.length > 4 ? `\n${list.map((item) => `    ${item},\n`).join('')}` : list.join(', ');
    const members = follows.map((field) => `"${field.name}": ${pythonName(field.name)}`).join(', ');
    const value = follows.length === 0 ? 'None' : `{${members}}`;
    return [
      `def ${name}(${parameters}) -> Command:\n    """Return the command: ${text[0]?.toLowerCase()}${text.slice(1)}"""\n    return b"${letter}", ${value}\n`,
    ];
  });
  return `"""The wire between the Python package and its workers.

${GENERATED}
"""

from __future__ import annotations

from typing import Any, NamedTuple, Tuple

Command = Tuple[bytes, Any]
"""The letter of a command and its argument, which is sent as JSON."""

${[...constants, ...answers, ...bare].join('\n')}

class BlockSpan(NamedTuple):
    """A part of the memory of a worker, and its place on the other side, bytes."""

${SPAN.map(({ name, doc: text }) => `    ${name}: int\n    ${doc(text)}`).join('\n')}

BLOCK_AXES: dict[str, tuple[str, ...]] = {
${BLOCKS.map(({ name, axes }) => `    "${name}": ${pythonTuple(axes)},\n`).join('')}}
"""The blocks in the order of the memory, with the names of their axes after the matches."""


${functions.join('\n\n')}`;
}

const pythonTuple = (names: readonly string[]): string =>
  `(${names.map((name) => `"${name}"`).join(', ')}${names.length === 1 ? ',' : ''})`;

const pythonName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
