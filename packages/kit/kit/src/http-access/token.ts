import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Returns a random token of 16 characters that are allowed in a URL. */
export function createToken(): string {
  return randomBytes(12).toString('base64url');
}

/** Compares in constant time, so that the duration does not reveal how much was correct. */
export function isSameToken(given: unknown, token: string): boolean {
  if (typeof given !== 'string') return false;
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}

/** Returns the token of an `Authorization: Bearer TOKEN` header, or undefined. */
export function readBearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer +([^\s]+) *$/i.exec(authorization ?? '')?.[1];
}
