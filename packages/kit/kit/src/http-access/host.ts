const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i;

/** Whether an address or host name is reachable from this machine only. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/** Name in a Host header, without the port. */
function parseHostName(authority: string): string {
  const end = authority.startsWith('[') ? authority.indexOf(']') + 1 : authority.indexOf(':');
  return end > 0 ? authority.slice(0, end) : authority;
}

/**
 * Whether a request may be served. On loopback the Host header must name loopback too, so that other host names that
 * resolve to this address (DNS rebinding) are refused.
 *
 * @param header Host header of the request.
 * @param boundTo Address on which the program listens.
 */
export function isHostAllowed(header: string | undefined, boundTo: string): boolean {
  return !isLoopback(boundTo) || isLoopback(parseHostName(header ?? ''));
}

/**
 * Whether a request has an allowed origin: a page of the same host and port, an allowed page, or no page at all.
 *
 * @param headers `origin` and `host` of the request.
 * @param allowed Origins of other pages, such as `https://example.org`.
 */
export function isOriginAllowed(
  { origin, host }: { readonly origin?: string | undefined; readonly host?: string | undefined },
  allowed: readonly string[] = [],
): boolean {
  if (origin === undefined || allowed.includes(origin)) return true;
  try {
    return new URL(origin).host === host;
  } catch {
    return false;
  }
}
