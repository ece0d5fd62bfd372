import { expect, it } from 'vitest';
import { describeSubmission } from './submit-client.js';

const submission = { digest: 'ab12', receivedAt: '', state: 'refused', output: ['one', 'two'] } as const;

it('the last output of a team is shown once', () => {
  const finding = 'error: Reds has ended. Its last output:\n  one\n  two';
  expect(describeSubmission({ ...submission, findings: [finding] })).toBe(
    `Submission ab12: refused\n${finding}`,
  );
  expect(describeSubmission({ ...submission, findings: ['error: no player connects'] })).toBe(
    'Submission ab12: refused\nerror: no player connects\nLast output:\n  one\n  two',
  );
});
