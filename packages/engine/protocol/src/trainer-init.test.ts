import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeTrainerInit, encodeTrainerInit } from './trainer-init.js';

function outcome(text: string): string {
  const result = decodeTrainerInit(text);
  if (result === null) return 'command';
  return result.ok ? `version ${result.value.version}` : `error ${result.error.code}`;
}

describe('init of trainers (spec 07 §3, checklist 2 to 6)', () => {
  it.each([
    ['(init)', 'version 3'],
    ['(init (version 18))', 'version 18'],
    ['(init (version 19.9))', 'version 19.9'],
    ['(init foo', 'version 3'],
    ['(init (version abc))', 'version 3'],
    ['(init (verx', 'version 3'],
    ['(init (version )', 'version 3'],
    ['(init', 'error illegal_command_form'],
    ['(init ', 'error illegal_command_form'],
    ['(init(', 'error illegal_command_form'],
    ['(init (ver', 'error illegal_command_form'],
    ['(init (version', 'error illegal_command_form'],
    ['(init (version ', 'error illegal_command_form'],
    ['(init (version 7', 'version 7'],
    [' ( init(version7))', 'version 7'],
    ['init', 'error illegal_command_form'],
    ['', 'error illegal_command_form'],
    ['(init (version 0.5))', 'error illegal_command_form'],
    ['(init (version -1))', 'error illegal_command_form'],
    ['(init (version 20))', 'error illegal_client_version'],
    ['(init (version nan))', 'error illegal_client_version'],
    ['(init (version inf))', 'error illegal_client_version'],
    ['(initx)', 'command'],
    ['(ear on)', 'command'],
    ['(move (ball) 10 10)', 'command'],
    ['(look)', 'command'],
  ])('%s', (text, expected) => {
    expect(outcome(text)).toBe(expected);
  });

  it('decodes the encoded request of every accepted version (spec 07 §3)', () => {
    fc.assert(
      fc.property(fc.double({ min: 1, max: 19.99, noNaN: true }), (version) => {
        expect(decodeTrainerInit(encodeTrainerInit(version))).toEqual({ ok: true, value: { version } });
      }),
    );
  });
});
