import { expect, it } from 'vitest';
import { CHAR_CLASS, CLASS_ATOM, CLASS_BLANK } from './chars.js';
import { isAtomCode, isBlankCode } from './scan.js';

it('the fast character tests agree with the table of classes (spec 03 §1.8)', () => {
  for (let code = 0; code < 256; code++) {
    expect(isAtomCode(code), String(code)).toBe(CHAR_CLASS[code] === CLASS_ATOM);
    expect(isBlankCode(code), String(code)).toBe(CHAR_CLASS[code] === CLASS_BLANK);
  }
});
