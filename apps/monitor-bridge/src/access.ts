import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Whether an address can be reached from this machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

export function createToken(): string {
  return randomBytes(12).toString('base64url');
}

/** Compares in constant time, so that the duration does not reveal how much was correct. */
export function isSameToken(given: unknown, token: string): boolean {
  if (typeof given !== 'string') return false;
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}

/** Name in a Host header or an origin, without port. */
function parseHostName(authority: string): string {
  const end = authority.startsWith('[') ? authority.indexOf(']') + 1 : authority.indexOf(':');
  return end > 0 ? authority.slice(0, end) : authority;
}

/**
 * Whether a request may be served. On loopback the Host header must name loopback too, so that other host names that resolve to
 * this address (DNS rebinding) are refused.
 */
export function isHostAllowed(request: IncomingMessage, boundTo: string): boolean {
  return !isLoopback(boundTo) || isLoopback(parseHostName(request.headers.host ?? ''));
}

/** Whether a WebSocket may be opened: by the bridge's page, by programs that send no origin, and by allowed origins. */
export function isOriginAllowed(request: IncomingMessage, allowed: readonly string[]): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined || allowed.includes(origin)) return true;
  try {
    return new URL(origin).host === host;
  } catch {
    return false;
  }
}
