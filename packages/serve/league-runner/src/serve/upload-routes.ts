import { Readable } from 'node:stream';
import { readBearerToken } from '@rcss/kit/http-access';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findFileType } from '../logs/keep-logs.js';
import type { LogPlaces } from '../logs/read-logs.js';
import { formatPage } from '../reports/page-frame.js';
import { UploadProblem } from '../uploads/unpack.js';
import type { Uploads } from '../uploads/uploads.js';
import { findFixtureLogs } from './find-logs.js';
import type { LiveRun } from './live-run.js';
import { PATHS, readPage } from './paths.js';
import { HTML } from './send-notice.js';
import type { PageScripts } from './viewer-scripts.js';
import { hidePlaces } from './visitors.js';

interface TeamRoute {
  Params: { team: string; fixture: string; name: string };
  Querystring: { page?: unknown };
}

/** What a team reads and sends with its token. */
export const TEAM_PATHS = {
  submissions: `${PATHS.submit}/:team`,
  results: `${PATHS.submit}/:team/results`,
  files: `${PATHS.submit}/:team/matches/:fixture`,
  file: `${PATHS.submit}/:team/matches/:fixture/:name`,
} as const;

const PAGE = `<main><section><h1>Submit a team</h1>
<form id="submit"><label>Team <input name="team" autocomplete="username" required></label><label>Token <input name="token" type="password" autocomplete="current-password" required></label>
<label>Archive <input name="archive" type="file" accept=".gz,.tgz,.tar,.zst" required></label><button>Submit</button> <button type="button" id="results">Results of the team</button></form>
<p>A .tar.gz or .tar.zst with start.sh, or with one folder that has it. It is unpacked, checked in a match of its own, and plays if no error is found.</p>
<pre id="answer" role="status"></pre><div id="own"></div><p><a href="/">To the results</a></p></section></main>`;

/** Adds the page on which teams submit, and what it and `rcss league submit` use. */
export function addUploads(app: FastifyInstance, uploads: Uploads, options: TeamDataOptions): void {
  // The archive stays a stream.
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
  app.get(PATHS.submit, (_request, reply) =>
    reply.type(HTML).send(formatPage('Submit a team', PAGE, { script: PATHS.submitScript })),
  );
  app.get(PATHS.submitScript, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(options.scripts.submit),
  );
  const onRequest = async (request: FastifyRequest<TeamRoute>, reply: FastifyReply) => {
    if (uploads.accepts(request.params.team, readBearerToken(request.headers.authorization))) return;
    return reply
      .code(401)
      .header('Connection', 'close')
      .send({ problem: 'The team or its token is wrong. The organizer makes tokens.' });
  };
  app.get<TeamRoute>(TEAM_PATHS.submissions, { onRequest }, async ({ params }) => uploads.list(params.team));
  addTeamData(app, options, { onRequest });
  app.post<TeamRoute>(TEAM_PATHS.submissions, { onRequest }, async ({ params, body, headers }, reply) => {
    try {
      if (!(body instanceof Readable))
        throw new UploadProblem('the archive is missing; send its bytes as application/octet-stream');
      const token = readBearerToken(headers.authorization);
      return reply.code(202).send(await uploads.receive(params.team, body, token));
    } catch (error) {
      if (!(error instanceof UploadProblem)) throw error;
      return reply.code(422).header('Connection', 'close').send({ problem: error.message });
    }
  });
}

/** Where the data of a team comes from. */
interface TeamDataOptions {
  readonly run: LiveRun;
  readonly places: LogPlaces;
  readonly scripts: Pick<PageScripts, 'submit'>;
}

type Guard = { onRequest(request: FastifyRequest<TeamRoute>, reply: FastifyReply): Promise<unknown> };

/** Results, ratings over time and files of one team: of a match the game log, the text log, the recording and its own output, not that of the other team. */
function addTeamData(app: FastifyInstance, { run, places }: TeamDataOptions, guard: Guard): void {
  app.get<TeamRoute>(TEAM_PATHS.results, guard, async ({ params: { team }, query }) => {
    const { matches, report } = run.describe({ team }, readPage(query));
    const history = report?.ladder?.history ?? [];
    return {
      team,
      ratings: history.map(({ matches: count, ratings }) => ({
        matches: count,
        ratings: ratings.filter((rating) => rating.team === team),
      })),
      ...matches,
      lines: matches.lines.map((line) => ({
        ...hidePlaces(line),
        problems: line.problems.filter(({ side }) => side === null || line[side] === team),
      })),
    };
  });
  const find = async ({ team, fixture }: TeamRoute['Params']) => {
    const found = await findFixtureLogs(run, places, fixture);
    if ('problem' in found) return null;
    const { left, right } = found.line;
    if (team !== left && team !== right) return null;
    const own = new RegExp(`^(.+\\.(rcg|rcl|rec)|${team === left ? 'left' : 'right'}\\..+)(\\.gz)?$`);
    return { logs: found.logs, files: found.files.filter(({ name }) => own.test(name)) };
  };
  const problem = { problem: 'The team has no such match, or no such file of it.' };
  app.get<TeamRoute>(TEAM_PATHS.files, guard, async ({ params }, reply) => {
    const found = await find(params);
    return found === null ? reply.code(404).send(problem) : { files: found.files };
  });
  app.get<TeamRoute>(TEAM_PATHS.file, guard, async ({ params }, reply) => {
    const found = await find(params);
    if (!found?.files.some(({ name }) => name === params.name)) return reply.code(404).send(problem);
    return reply.type(findFileType(params.name)).send(await found.logs.open(params.name));
  });
}
