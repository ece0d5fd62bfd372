import type { FastifyReply } from 'fastify';
import { formatNotice, LIVE_POLICY } from '../reports/page-frame.js';

/** Media type of a page. */
export const HTML = 'text/html; charset=utf-8';

/** Answers with a page that says why there is no other one. */
export function sendNotice(reply: FastifyReply, status: number, title: string, text: string): FastifyReply {
  return reply
    .code(status)
    .type(HTML)
    .header('Content-Security-Policy', LIVE_POLICY)
    .send(formatNotice(title, text));
}
