import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findDepthProblem } from '@rcss/match-document';

/** Returns the path of a request, without its query. */
export function readPath({ url = '/' }: IncomingMessage): string {
  return url.replace(/[?#].*$/, '');
}

/** Opens the port of a server, 0: a free one. Returns its address, `http://HOST:PORT`. */
export async function openPort(server: Server, port: number, host: string): Promise<string> {
  server.listen(port, host);
  // If a connection fails later, the others continue.
  server.on('error', () => {});
  await once(server, 'listening');
  return `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`;
}

/** @throws {Error} if a text is not JSON, or has more than 100 levels */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const problem = findDepthProblem(value);
  if (problem !== null) throw new Error(problem.message);
  return value;
}

/** The JSON of a body (undefined: it is empty), or the status and the text of an answer. */
export type JsonBody = { readonly value: unknown } | { readonly status: 400 | 413; readonly problem: string };

/** Reads a body of JSON with at most `maxBytes`. */
export async function readJsonBody(request: IncomingMessage, maxBytes: number): Promise<JsonBody> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += (part as Buffer).length;
    if (size > maxBytes) return { status: 413, problem: `The body has more than ${maxBytes} bytes.` };
    parts.push(part as Buffer);
  }
  if (size === 0) return { value: undefined };
  try {
    return { value: parseJson(Buffer.concat(parts).toString('utf8')) };
  } catch (error) {
    return { status: 400, problem: `The body is not JSON: ${(error as Error).message}` };
  }
}
