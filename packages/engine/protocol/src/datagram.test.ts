import { encodeLatin1 } from '@rcss/sexp';
import { describe, expect, it } from 'vitest';
import { readConnectText, splitDatagram } from './datagram.js';

const split = (text: string): [string, boolean] => {
  const { text: bytes, terminated } = splitDatagram(encodeLatin1(text));
  return [String.fromCharCode(...bytes), terminated];
};

describe('datagrams (spec 03 §1.2)', () => {
  it('the text ends at the first NUL; the warning depends on the last byte (spec 03 §13.19, §13.20)', () => {
    expect(split('(turn 10)\0')).toEqual(['(turn 10)', true]);
    expect(split('(turn 10)')).toEqual(['(turn 10)', false]);
    expect(split('(turn 10)\0(turn_neck 10)\0')).toEqual(['(turn 10)', true]);
    expect(split('(turn 10)\0(turn_neck 10)')).toEqual(['(turn 10)', false]);
    expect(split('\0')).toEqual(['', true]);
    expect(split('')).toEqual(['', false]);
  });

  it('bytes after the first 8192 are dropped, including the NUL (spec 02 §2.5)', () => {
    const [text, terminated] = split(`${'x'.repeat(8192)}\0`);
    expect([text.length, terminated]).toEqual([8192, false]);
    expect(split(`${'x'.repeat(8191)}\0`)[1]).toBe(true);
  });

  it('at the init port, a newline in the last byte is removed (spec 03 §1.2)', () => {
    const text = (t: string): string => readConnectText(encodeLatin1(t));
    expect(text('(init A)\n')).toBe('(init A)');
    expect(text('(init A)\n\n')).toBe('(init A)\n');
    expect(text('(init A)\n\0')).toBe('(init A)\n');
    expect(text('(init A)\0 x\n')).toBe('(init A)');
    expect(text('')).toBe('');
  });
});
