import type { IncomingMessage } from 'node:http';

/** Returns the path of a request, without its query. */
export function readPath({ url = '/' }: IncomingMessage): string {
  return url.replace(/[?#].*$/, '');
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
    return { value: JSON.parse(Buffer.concat(parts).toString('utf8')) as unknown };
  } catch (error) {
    return { status: 400, problem: `The body is not JSON: ${(error as Error).message}` };
  }
}
