import type { IncomingHttpHeaders } from 'node:http';
import { type Access, type AccessProblem, findAccessProblem, isSameToken } from '@rcss/kit/http-access';

/** Name of the cookie that browsers send instead of the Authorization header. */
const COOKIE = 'rcss_league';

/** Returns the token of the cookie, undefined without one; null if it is not encoded as a cookie of this program. */
function readCookie(header: string | undefined): string | undefined | null {
  for (const part of (header ?? '').split(';')) {
    const [name, value] = part.trim().split('=', 2);
    if (name !== COOKIE || value === undefined) continue;
    try {
      return decodeURIComponent(value);
    } catch {
      return null;
    }
  }
  return undefined;
}

/** Why a request is refused. */
interface RequestProblem {
  /** 400: a malformed cookie; 403: wrong host or origin; 401: no token or a wrong one. */
  readonly status: 400 | AccessProblem['status'];
  readonly message: string;
}

/** Whether a reader may open matches. */
export type MayOpen = (request: { readonly headers: IncomingHttpHeaders }) => boolean;

/** Returns why a request is refused, or null. A browser has the token in a cookie, another program in the Authorization header. */
export function findRequestProblem(headers: IncomingHttpHeaders, access: Access): RequestProblem | null {
  const token = readCookie(headers.cookie);
  if (token === null)
    return {
      status: 400,
      message: `The cookie ${COOKIE} is malformed: its value is not percent-encoded text. Delete the cookies of this page.`,
    };
  const authorization =
    headers.authorization ?? (token !== undefined && /^\S+$/.test(token) ? `Bearer ${token}` : undefined);
  const problem = findAccessProblem({ host: headers.host, origin: headers.origin, authorization }, access);
  return problem?.status === 401
    ? { ...problem, message: `${problem.message} A browser opens the address that the program has printed.` }
    : problem;
}

/**
 * Returns the cookie for an address with the right token, `?token=…`; null for a wrong one. The page is then opened without the token, so
 * that it is not part of copied links.
 */
export function createTokenCookie(given: unknown, { token }: Access): string | null {
  if (token === '' || !isSameToken(given, token)) return null;
  return `${COOKIE}=${encodeURIComponent(token)}; Path=/; HttpOnly; SameSite=Strict`;
}
