import { PolicyError } from '../../src/others/policy-document.js';
import { planPolicyFile } from '../../src/team/policy-team.js';

/** Sizes of the scenario with this observation and action. */
const POLICY = {
  format: 'rcss-policy',
  version: 1,
  scenario: 'empty-goal',
  observation: { type: 'egocentric' },
  action: { type: 'macro' },
  frameSkip: 4,
  layers: [
    {
      weights: Array.from({ length: 12 }, () => Array(28).fill(0)),
      bias: Array(12).fill(0),
      activation: 'tanh',
    },
  ],
};

/** Policy documents and models of ONNX (the bytes that begin with `{` are a document). */
export default {
  seeds: [
    JSON.stringify(POLICY),
    Buffer.from(
      '08081204746f7263423e0a0b726373732e706f6c696379122f7b22666f726d6174223a22726373732d706f6c696379222c2276657273696f6e223a317d',
      'hex',
    ),
  ] as (string | Buffer)[],
  run(bytes: Buffer): void {
    try {
      planPolicyFile(bytes, bytes[0] === 0x7b ? 'policy.json' : 'policy.onnx');
    } catch (error) {
      // What the scenario or the sizes do not allow is a RangeError of this project, with a sentence; that of the engine has none.
      const isSentence =
        error instanceof RangeError &&
        /^policy|:/.test(error.message) &&
        !/invalid array|stack size/i.test(error.message);
      if (!(error instanceof PolicyError) && !isSentence) throw error;
    }
  },
};
