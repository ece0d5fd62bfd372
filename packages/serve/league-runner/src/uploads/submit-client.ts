/** How a team submits, for its program and for the page. */
import type { Submission } from './uploads.js';

/** Where a team submits. */
export interface SubmitTarget {
  /** Address of the page of the run. */
  readonly url: string;
  readonly team: string;
  readonly token: string;
}

const POLL_INTERVAL_MS = 1000;

async function request<Value>({ url, team, token }: SubmitTarget, body?: Blob): Promise<Value> {
  const response = await fetch(new URL(`/submit/${encodeURIComponent(team)}`, url), {
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/octet-stream' }),
    },
    ...(body && { method: 'POST', body: body.slice(0, body.size, 'application/octet-stream') }),
  });
  const answer = (await response.json().catch(() => ({}))) as Value & { problem?: string; message?: string };
  if (response.ok) return answer;
  throw new Error(
    answer.problem ?? answer.message ?? `the server answers with the status ${response.status}`,
  );
}

/**
 * Submits an archive and waits until it is checked.
 *
 * @param onNote Called with what is done meanwhile.
 * @throws {Error} with the reason if it is refused before the check.
 */
export async function followSubmission(
  target: SubmitTarget,
  archive: Blob,
  onNote: (text: string) => void,
): Promise<Submission> {
  // With a wrong token, nothing is sent.
  await request(target);
  const { digest } = await request<Submission>(target, archive);
  onNote(`Submission ${digest} is unpacked; it is checked in a short match.`);
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    const own = (await request<Submission[]>(target)).find((submission) => submission.digest === digest);
    if (own === undefined) throw new Error(`the server does not have the submission ${digest} any more`);
    if (own.state !== 'checking') return own;
  }
}

/** Says what became of a submission. */
export function describeSubmission({ digest, state, findings, output }: Submission): string {
  const lines = [`Submission ${digest}: ${state}`, ...findings];
  return [
    ...lines,
    ...(output.length === 0 ? [] : ['Last output:', ...output.map((line) => `  ${line}`)]),
  ].join('\n');
}
