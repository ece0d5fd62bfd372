import type { PlayerCommand } from '@rcss/core';
import { encodeLatin1 } from '@rcss/sexp';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMMAND_PIECES, decodeReferenceCommands } from '../test/reference-commands.js';
import recorded from '../testdata/player-messages.json' with { type: 'json' };
import { decodePlayerCommands, decodePlayerConnect, readConnectText } from './entries/player.js';
import { decodePlayerMessage } from './index.js';

const NUM_RUNS = 300_000;

describe('malformed player messages and commands, long run', () => {
  it('decodes commands like the tables of the specification (spec 03 §6 to §8)', () => {
    const text = fc.array(fc.oneof(fc.constantFrom(...COMMAND_PIECES), fc.string({ maxLength: 3 })), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(text, (pieces) => {
        const joined = pieces.join('').replace(/[^\0-ÿ]/g, '');
        const commands: PlayerCommand[] = [];
        const good = decodePlayerCommands(encodeLatin1(joined), (command) => commands.push(command));
        expect({ types: commands.map((command) => command.type), good }).toEqual(
          decodeReferenceCommands(joined),
        );
      }),
      { numRuns: NUM_RUNS },
    );
  });

  it('decodes commands with one changed character like the tables of the specification (spec 03 §6)', () => {
    const whole = fc.constantFrom(
      '(dash (l 10.5 -20) (right .5 1e1))(turn 10)',
      '( say hello )(kick 50+30)(say a b) (say "c")',
      '(ear (off opp partial))(attentionto "A" 3)(clang (ver 7 8))',
      '(change_view wide high)(tackle 10.5 true)(pointto off)(compression 6)',
    );
    fc.assert(
      fc.property(whole, fc.nat(), fc.nat(2), fc.constantFrom(...COMMAND_PIECES), (text, at, drop, piece) => {
        const cut = at % text.length;
        const changed = text.slice(0, cut) + piece + text.slice(cut + drop);
        const commands: PlayerCommand[] = [];
        const good = decodePlayerCommands(encodeLatin1(changed), (command) => commands.push(command));
        expect({ types: commands.map((command) => command.type), good }).toEqual(
          decodeReferenceCommands(changed),
        );
      }),
      { numRuns: NUM_RUNS },
    );
  });

  it('never throws for a damaged message (spec 03 §1.8)', () => {
    const known = (recorded as { messages: string[] }[]).flatMap((group) => group.messages);
    const damage = fc.record({
      message: fc.constantFrom(...known),
      at: fc.nat(),
      length: fc.nat(20),
      insert: fc.oneof(fc.string({ maxLength: 4 }), fc.constantFrom('(', ')', '"', '\0', '-nan', '1e999')),
    });
    fc.assert(
      fc.property(damage, ({ message, at, length, insert }) => {
        const cut = at % message.length;
        decodePlayerMessage(message.slice(0, cut) + insert + message.slice(cut + length));
      }),
      { numRuns: NUM_RUNS },
    );
  });

  it('never throws for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        decodePlayerCommands(bytes, () => {});
        decodePlayerConnect(readConnectText(bytes));
        decodePlayerMessage(bytes);
      }),
      { numRuns: NUM_RUNS },
    );
  });
});
