import { isHostAllowed, isOriginAllowed } from './host.js';
import { isSameToken, readBearerToken } from './token.js';

/** Who may send requests to a program. */
export interface Access {
  /** Address on which the program listens. */
  readonly host: string;
  /** Token that every request must have as `Authorization: Bearer TOKEN`; empty: none is needed. */
  readonly token: string;
  /** Origins of other pages that may send requests; none by default. */
  readonly allowedOrigins?: readonly string[];
}

/** The headers of a request that decide about access. */
export interface AccessHeaders {
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
  readonly authorization?: string | undefined;
}

/** Why a request is refused. */
export interface AccessProblem {
  /** 403: wrong host or origin; 401: no token or a wrong one. */
  readonly status: 401 | 403;
  readonly message: string;
}

/**
 * Returns why a request is refused, or null if it is served.
 *
 * @example
 * const problem = findAccessProblem(request.headers, { host: '127.0.0.1', token: '' });
 * if (problem !== null) response.writeHead(problem.status).end(problem.message);
 */
export function findAccessProblem(headers: AccessHeaders, access: Access): AccessProblem | null {
  if (!isHostAllowed(headers.host, access.host)) {
    return { status: 403, message: 'The Host header must name this machine, such as localhost.' };
  }
  if (!isOriginAllowed(headers, access.allowedOrigins)) {
    return { status: 403, message: 'Requests of pages of other origins are refused.' };
  }
  if (access.token !== '' && !isSameToken(readBearerToken(headers.authorization), access.token)) {
    return { status: 401, message: 'Send the token of this server as "Authorization: Bearer TOKEN".' };
  }
  return null;
}
