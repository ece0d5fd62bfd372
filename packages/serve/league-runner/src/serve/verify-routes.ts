/** Routes with which a browser plays a match of modules again. They exist only where the organizer has made the code of the teams public. */
import { createHash } from 'node:crypto';
import { escapeHtml } from '@rcss/tournament/reports';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { formatPage, LIVE_POLICY } from '../reports/page-frame.js';
import type { LiveRun } from './live-run.js';
import { PATHS } from './paths.js';
import { HTML, sendNotice } from './send-notice.js';
import { readTeamCode } from './team-code.js';
import type { VerifiableMatch } from './verifiable-match.js';
import type { VerifyScripts } from './viewer-scripts.js';

const SCRIPT = 'text/javascript; charset=utf-8';

/** Adds the page, the code of both teams, and the scripts. */
export function addVerification(app: FastifyInstance, run: LiveRun, scripts: VerifyScripts): void {
  const hash = `sha256-${createHash('sha256').update(scripts.frame).digest('base64')}`;
  // The policy of the page holds in the frames of the teams, too; their own one closes the rest.
  const policy = LIVE_POLICY.replace(
    "script-src 'self'",
    `script-src 'self' blob: '${hash}'; worker-src 'self' blob:`,
  );
  type Request = FastifyRequest<{ Params: { fixture: string } }>;
  app.get('/matches/:fixture/verify', (request: Request, reply) => {
    const match = describeMatch(run, request.params.fixture);
    if ('problem' in match) return sendNotice(reply, 404, 'Not verifiable', match.problem);
    const title = `${request.params.fixture}: ${match.left.name} – ${match.right.name}`;
    const main = `<header><h1>${escapeHtml(title)}</h1></header><main><section><p>This browser plays the match again, with the code of both teams, the rules and the seed, and compares the hash of the last state.</p><p id="state" role="status">The match begins.</p><pre id="difference"></pre><p><a href="/">To the results</a></p></section></main>`;
    return reply
      .type(HTML)
      .header('Content-Security-Policy', policy)
      .send(formatPage(title, main, { script: PATHS.verifyScript }));
  });
  app.get('/matches/:fixture/verify/match.json', (request: Request, reply) => {
    const match = describeMatch(run, request.params.fixture);
    if ('problem' in match) return reply.code(404).send(match);
    return reply.send({ ...match, frame: { text: scripts.frame, hash }, team: scripts.team });
  });
  app.get(PATHS.verifyScript, (_request, reply) => reply.type(SCRIPT).send(scripts.page));
  app.get(PATHS.verifyEngine, (_request, reply) => reply.type(SCRIPT).send(scripts.engine));
}

/** Returns what a browser needs to play a match again, or why it cannot. */
function describeMatch(
  run: LiveRun,
  id: string,
): Omit<VerifiableMatch, 'frame' | 'team'> | { readonly problem: string } {
  const line = run.archive.find(id);
  if (line === null) return { problem: `${id} has no result.` };
  const found = run.findJob(line);
  if (found === null)
    return { problem: `${id} was played with another release, other rules or other versions of the teams.` };
  const { digest, scoreL, scoreR, forfeit } = line;
  if (digest === null || forfeit !== undefined)
    return { problem: `${id} ended before its rules say so: it has no state that can be compared.` };
  if ((found.job.teams.left.isolation?.level ?? 'none') !== 'none')
    return {
      problem: `${id} was played in processes of the teams, which do not decide on the last state: a browser has another one.`,
    };
  try {
    const { keep: _keep, teams: _teams, ...spec } = found.job.spec;
    const [left, right] = [readTeamCode(found.left), readTeamCode(found.right)];
    return { spec, left, right, digest, scoreL, scoreR };
  } catch (error) {
    return { problem: `${id} cannot be played in a browser: ${(error as Error).message}.` };
  }
}
