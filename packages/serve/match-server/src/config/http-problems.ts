import { isLoopback } from '@rcss/kit/http-access';
import type { RcssParams } from '@rcss/params/program';

/** Shorter tokens can be guessed. */
const MIN_TOKEN_LENGTH = 16;

/** Environment variable with the token, if `rcss::http_token` is empty. */
export const HTTP_TOKEN_VARIABLE = 'RCSS_HTTP_TOKEN';

/** Settings of the HTTP port with which no server can run, as sentences. */
export function findHttpProblems({
  http_port: port,
  http_address: address,
  http_token: token,
}: Pick<RcssParams, 'http_port' | 'http_address' | 'http_token'>): string[] {
  if (port < 0) return [];
  const problems: string[] = [];
  if (port > 65535) {
    problems.push(`rcss::http_port: ${port} is out of range (0–65535, or -1 for none)`);
  }
  const tokenProblem = findTokenProblem(token);
  if (tokenProblem !== null) problems.push(`rcss::http_token: ${tokenProblem}`);
  if (token === '' && !isLoopback(address)) {
    problems.push(
      `rcss::http_token: a token is needed because rcss::http_address '${address}' is not an address of this machine only; set it or ${HTTP_TOKEN_VARIABLE}, or use 127.0.0.1`,
    );
  }
  return problems;
}

/** Returns what is wrong with a token, or null. An empty token is none. */
export function findTokenProblem(token: string): string | null {
  if (token === '') return null;
  if (!/^[\x21-\x7e]+$/.test(token)) return 'allowed are visible ASCII characters without blanks';
  if (token.length >= MIN_TOKEN_LENGTH) return null;
  return `${token.length} characters are too few (at least ${MIN_TOKEN_LENGTH}); make one with: openssl rand -hex 16`;
}
