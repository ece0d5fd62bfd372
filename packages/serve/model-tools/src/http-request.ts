import type { IncomingMessage } from 'node:http';

/** Returns the path of a request, without its query. */
export function readPath({ url = '/' }: IncomingMessage): string {
  return url.replace(/[?#].*$/, '');
}

/** Reads a body of JSON, `{}` if it is empty; null if it is larger than `maxBytes` or not JSON. */
export async function readJsonBody(request: IncomingMessage, maxBytes: number): Promise<unknown> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += (part as Buffer).length;
    if (size > maxBytes) return null;
    parts.push(part as Buffer);
  }
  if (size === 0) return {};
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8')) as unknown;
  } catch {
    return null;
  }
}
