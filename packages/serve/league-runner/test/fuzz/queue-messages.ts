import { findJobProblem, findResultProblem, hasAddress, isProgress } from '../../src/queue/check-messages.js';

const ID = 'a'.repeat(64);

/** Jobs, results and progress from a queue. */
export default {
  seeds: [
    `{"run":"r","match":{"id":"${ID}","fixture":"1","document":{"version":1,"teams":{"left":{"name":"a","start":"a"},"right":{"name":"b","start":"b"}}},"teams":{"left":{"version":"1"},"right":{"version":"1"}}}}`,
    `{"job":"${ID}","outcome":{"scores":[1,0],"cycles":6000,"problems":[]}}`,
    '{"host":"h","port":6000,"address":null,"cycle":1}',
  ],
  run(bytes: Buffer): void {
    let value: unknown;
    try {
      value = JSON.parse(bytes.toString());
    } catch {
      return;
    }
    hasAddress(value);
    isProgress(value);
    for (const problem of [findJobProblem(value), findResultProblem(value)])
      if (problem === '') throw new Error('a problem without a text');
  },
};
