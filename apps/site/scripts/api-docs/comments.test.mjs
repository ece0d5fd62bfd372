import { describe, expect, test } from 'vitest';
import { isQuantity, isSentence, namesUnit } from './comments.mjs';

describe('rules for doc comments', () => {
  test.each([
    ['x', 'number'],
    ['ballVx', 'number'],
    ['armTargetDir', 'number | null'],
    ['velocityX', 'Float64Array'],
  ])('%s of type %s needs a unit', (name, type) => {
    expect(isQuantity(name, type)).toBe(true);
  });

  test.each([
    ['cycle', 'number'],
    ['side', 'number'],
    ['x', 'string'],
    ['neckTurned', 'boolean'],
    ['index', 'number'],
  ])('%s of type %s needs no unit', (name, type) => {
    expect(isQuantity(name, type)).toBe(false);
  });

  test.each([
    'Position, m.',
    'Speed in meters per cycle.',
    'Angle (degrees).',
    'Share of the match, 0 to 1.',
  ])('a unit is found in: %s', (text) => {
    expect(namesUnit(text)).toBe(true);
  });

  test.each(['Position of the mark.', 'Direction of the arm.', ''])('no unit is found in: %s', (text) => {
    expect(namesUnit(text)).toBe(false);
  });

  test('a summary ends with a full stop', () => {
    expect(isSentence('Returns the sum.')).toBe(true);
    expect(isSentence('Units: m, degrees')).toBe(false);
  });
});
