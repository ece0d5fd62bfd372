/** How a team submits, for its program and for the page. */
import type { LadderPoint } from '@rcss/tournament/formats';
import type { LeagueLogFile } from '../logs/read-logs.js';
import type { ResultLine } from '../runs/result-file.js';
import type { Submission } from './uploads.js';

/** Where a team submits. */
export interface SubmitTarget {
  /** Address of the page of the run. */
  readonly url: string;
  readonly team: string;
  readonly token: string;
}

const POLL_INTERVAL_MS = 1000;

/** Matches of a team, the newest first, and its ratings over time if it plays in a ladder. */
export interface TeamResults {
  readonly team: string;
  /** Count of its matches, number of this page from 1, and count of the pages. */
  readonly count: number;
  readonly page: number;
  readonly pageCount: number;
  readonly ratings: readonly LadderPoint[];
  readonly lines: readonly Omit<ResultLine, 'logs' | 'host'>[];
}

async function send({ url, team, token }: SubmitTarget, path: string, body?: Blob): Promise<Response> {
  const response = await fetch(new URL(`/submit/${encodeURIComponent(team)}${path}`, url), {
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/octet-stream' }),
    },
    ...(body && { method: 'POST', body: body.slice(0, body.size, 'application/octet-stream') }),
  });
  if (response.ok) return response;
  const answer = (await response.json().catch(() => ({}))) as { problem?: string; message?: string };
  throw new Error(
    answer.problem ?? answer.message ?? `the server answers with the status ${response.status}`,
  );
}

async function request<Value>(target: SubmitTarget, body?: Blob): Promise<Value> {
  return (await send(target, '', body)).json() as Promise<Value>;
}

/** Returns the submissions of a team. */
export function listSubmissions(target: SubmitTarget): Promise<readonly Submission[]> {
  return request(target);
}

/** Returns a page of the results of a team. */
export async function readResults(target: SubmitTarget, page: number): Promise<TeamResults> {
  return (await send(target, `/results?page=${page}`)).json() as Promise<TeamResults>;
}

/** Returns the names of the files of a match that a team may read. */
export async function listFiles(target: SubmitTarget, fixture: string): Promise<readonly LeagueLogFile[]> {
  const answer = await send(target, `/matches/${encodeURIComponent(fixture)}`);
  return ((await answer.json()) as { readonly files: readonly LeagueLogFile[] }).files;
}

/** Returns such a file. */
export async function readFile(target: SubmitTarget, fixture: string, name: string): Promise<Blob> {
  return (await send(target, `/matches/${[fixture, name].map(encodeURIComponent).join('/')}`)).blob();
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
  await listSubmissions(target);
  const { digest } = await request<Submission>(target, archive);
  onNote(`Submission ${digest} is unpacked; it is checked in a short match.`);
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    const own = (await listSubmissions(target)).find((submission) => submission.digest === digest);
    if (own === undefined) throw new Error(`the server does not have the submission ${digest} any more`);
    if (own.state !== 'checking') return own;
  }
}

/** Says what became of a submission. */
export function describeSubmission({ digest, state, findings, output }: Submission): string {
  const lines = [`Submission ${digest}: ${state}`, ...findings];
  // A finding about a team that ended has its last lines.
  const isShown = output.length > 0 && !findings.some((finding) => finding.includes(output.at(-1)!));
  return [...lines, ...(isShown ? ['Last output:', ...output.map((line) => `  ${line}`)] : [])].join('\n');
}
