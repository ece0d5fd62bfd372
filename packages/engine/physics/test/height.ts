import { createTestParams, NO_NOISE } from './field.js';

type Params = Parameters<typeof createTestParams>[0];

/** Parameters of a match in which the ball has a height, without noise. */
export const createHeightParams = (server: Params = {}) =>
  createTestParams({ ...NO_NOISE, experimental_height: true, '2d_mode': false, ...server });
