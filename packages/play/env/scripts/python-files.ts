/** Writes what the Python package and its tests have from the TypeScript sources as text, if it has changed. `python/build.sh` runs it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { teamProcessJsonSchema } from '@rcss/agent/node';
import { GUARD_SCRIPT } from '@rcss/core/node';
import * as wire from '../src/node/worker-wire.js';
import { generateMessages, snakeCase } from './python-messages.js';

/** Source text of `python/src/rcss/_wire.py`. */
function generateWire(): string {
  const numbers = Object.entries(wire)
    .filter(([, value]) => typeof value === 'number')
    .map(([name, value]) => `${name} = ${value}`);
  const letters = [...Object.entries(wire.ANSWER), ...Object.entries(wire.COMMAND)]
    .filter(([name]) => !(name in wire.PYTHON_ARGUMENTS))
    .map(([name, letter]) => `${snakeCase(name).toUpperCase()} = b"${letter}"`);
  const functions = Object.entries(wire.PYTHON_ARGUMENTS).map(([command, types]) => {
    const names = Object.keys(types);
    const parameters = Object.entries(types).map(([name, type]) => `${snakeCase(name)}: ${type}`);
    const members = names.map((name) => `"${name}": ${snakeCase(name)}`);
    const value = names.length === 0 ? 'None' : `{${members.join(', ')}}`;
    const letter = wire.COMMAND[command as keyof typeof wire.COMMAND];
    return `def ${snakeCase(command)}(${parameters.join(', ')}) -> Command:\n    return b"${letter}", ${value}\n`;
  });
  const axes = Object.entries(wire.BLOCK_AXES).map(
    ([name, list]) => `    "${name}": (${list.map((axis) => `"${axis}",`).join(' ')}),\n`,
  );
  return `"""The wire to the workers; src/node/worker-wire.ts describes it, and python/build.sh writes this file from it."""

from __future__ import annotations

from typing import Any, NamedTuple, Tuple

Command = Tuple[bytes, Any]
"""The letter of a command and its argument, which is sent as JSON."""

${[...numbers, ...letters].join('\n')}

BLOCK_AXES: dict[str, tuple[str, ...]] = {
${axes.join('')}}

GUARD_SCRIPT = r"""${GUARD_SCRIPT}"""
"""The shell script that ends child processes; see packages/engine/core/src/node/child-processes.ts."""


class BlockSpan(NamedTuple):
    start: int
    length: int
    position: int


${functions.join('\n\n')}`;
}

const schema = teamProcessJsonSchema();
const files = {
  'src/rcss/_wire.py': generateWire(),
  'src/rcss/team/_messages.py': generateMessages(schema),
  'tests/team-process.schema.json': JSON.stringify(schema, null, 2),
};
for (const [name, text] of Object.entries(files)) {
  const file = join(import.meta.dirname, '../python', name);
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}
