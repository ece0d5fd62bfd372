/** Routes of what spectators see: public screen and crests. */
import type { PageConfig } from '@rcss/viewer/page';
import type { FastifyInstance } from 'fastify';
import { crestPath } from '../reports/format-team.js';
import type { MayOpen } from './access.js';
import type { LiveRun } from './live-run.js';
import { PATHS } from './paths.js';
import { describeScreen, formatScreenPage, SLIDE_SECONDS } from './screen-page.js';
import { HTML, sendNotice } from './send-notice.js';

function readSeconds(value: unknown): number {
  const seconds = Number(value ?? SLIDE_SECONDS.default);
  return seconds >= SLIDE_SECONDS.least && seconds <= SLIDE_SECONDS.most ? seconds : SLIDE_SECONDS.default;
}

/** Adds the public screen. It shows matches to those who may open them. */
export function addScreen(app: FastifyInstance, run: LiveRun, mayOpen: MayOpen): void {
  app.get<{ Querystring: { readonly seconds?: unknown } }>(PATHS.screen, (request, reply) =>
    reply
      .type(HTML)
      .send(formatScreenPage(run.describe({}, 1, mayOpen(request)), readSeconds(request.query.seconds))),
  );
  app.get(PATHS.slides, (request, reply) =>
    reply.send(describeScreen(run.describe({}, 1, mayOpen(request)))),
  );
}

/** Pictures of the teams. A browser that opens one alone runs nothing of it. */
export function addCrests(app: FastifyInstance, run: LiveRun): void {
  app.get<{ Params: { team: string } }>('/crests/:team', (request, reply) => {
    const crest = run.looks.get(request.params.team)?.crest;
    if (crest === undefined)
      return sendNotice(reply, 404, 'No crest', `${request.params.team} has no crest.`);
    return reply
      .type(crest.type)
      .header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .send(Buffer.from(crest.data));
  });
}

/** What the viewer shows of the teams of a match. */
export function createTeamConfig(run: LiveRun): Pick<PageConfig, 'colors' | 'crests'> {
  const looks = [...run.looks];
  return {
    colors: Object.fromEntries(
      looks.flatMap(([team, { color }]) => (color === undefined ? [] : [[team, color]])),
    ),
    crests: Object.fromEntries(
      looks.flatMap(([team, { crest }]) => (crest === undefined ? [] : [[team, crestPath(team)]])),
    ),
  };
}
