import { Readable } from 'node:stream';
import { readBearerToken } from '@rcss/kit/http-access';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formatPage } from '../reports/page-frame.js';
import { UploadProblem } from '../uploads/unpack.js';
import type { Uploads } from '../uploads/uploads.js';
import { PATHS } from './paths.js';
import { HTML } from './send-notice.js';

interface TeamRoute {
  Params: { team: string };
}

const PAGE = `<main><section><h1>Submit a team</h1>
<form id="submit"><label>Team <input name="team" required></label><label>Token <input name="token" type="password" required></label>
<label>Archive <input name="archive" type="file" accept=".gz,.tgz,.tar,.zst" required></label><button>Submit</button></form>
<p>A .tar.gz or .tar.zst with start.sh, or with one folder that has it. It is unpacked, checked in a match of its own, and plays if no error is found.</p>
<pre id="answer" role="status"></pre><p><a href="/">To the results</a></p></section></main>`;

/** Adds the page on which teams submit, and what it and `rcss league submit` use. */
export function addUploads(app: FastifyInstance, uploads: Uploads, script: string): void {
  // The archive stays a stream.
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
  app.get(PATHS.submit, (_request, reply) =>
    reply.type(HTML).send(formatPage('Submit a team', PAGE, { script: PATHS.submitScript })),
  );
  app.get(PATHS.submitScript, (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script));
  const path = `${PATHS.submit}/:team`;
  const onRequest = async (request: FastifyRequest<TeamRoute>, reply: FastifyReply) => {
    if (uploads.accepts(request.params.team, readBearerToken(request.headers.authorization))) return;
    return reply
      .code(401)
      .header('Connection', 'close')
      .send({ problem: 'The team or its token is wrong. The organizer makes tokens.' });
  };
  app.get<TeamRoute>(path, { onRequest }, async ({ params }) => uploads.list(params.team));
  app.post<TeamRoute>(path, { onRequest }, async ({ params, body }, reply) => {
    try {
      if (!(body instanceof Readable))
        throw new UploadProblem('the archive is missing; send its bytes as application/octet-stream');
      return reply.code(202).send(await uploads.receive(params.team, body));
    } catch (error) {
      if (!(error instanceof UploadProblem)) throw error;
      return reply.code(422).header('Connection', 'close').send({ problem: error.message });
    }
  });
}
