import { createFrame } from '@rcss/core';
import { createMatchParams, createPlayerParams, createServerParams } from '@rcss/params';
import { expect, it } from 'vitest';
import { CONTROL_GRID, createPitchControl, createStateValue } from './index.js';

it('the example of the README computes shares and chances', () => {
  const { server, types } = createMatchParams(createServerParams(), createPlayerParams(), 1);
  const frame = createFrame();
  const shares = new Float32Array(CONTROL_GRID.columns * CONTROL_GRID.rows);
  createPitchControl(server, types).compute(frame, CONTROL_GRID, shares);
  expect(new Set(shares)).toEqual(new Set([0.5]));
  const { value, probabilities } = createStateValue();
  const chances = new Float64Array(3);
  probabilities(frame, types, chances);
  expect(chances[0]).toBeCloseTo(chances[1]!, 12);
  expect(value(frame, types, 'l')).toBeCloseTo(0, 12);
});
