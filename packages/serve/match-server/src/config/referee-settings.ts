import { isIP } from 'node:net';

/** Environment variable with the token, if `rcss::referee_token` is empty. */
export const REFEREE_TOKEN_VARIABLE = 'RCSS_REFEREE_TOKEN';

/** Who may give commands of the referee: `rcss::referees` and `rcss::referee_token`. */
export interface RefereeSettings {
  /** `all`, `none`, or numeric addresses separated by commas. */
  readonly referees: string;
  /** Empty: no token is accepted. */
  readonly referee_token: string;
}

/** Lists the addresses of `rcss::referees`. */
export function splitAddresses(referees: string): string[] {
  return referees.split(',').map((address) => address.trim());
}

/** Returns settings that cannot be used, as sentences. */
export function findRefereeProblems({ referees, referee_token: token }: RefereeSettings): string[] {
  const problems: string[] = [];
  const wrong = splitAddresses(referees).find((address) => isIP(address) === 0);
  if (wrong !== undefined && referees !== 'all' && referees !== 'none')
    problems.push(
      `rcss::referees: '${wrong}' is not an address; allowed: all, none, or numeric addresses separated by commas, such as 10.0.0.5,10.0.0.6`,
    );
  // The value is secret.
  if (!/^[^\s()]{0,256}$/.test(token))
    problems.push(
      'rcss::referee_token: the token may have no blanks and parentheses, and at most 256 characters',
    );
  return problems;
}
