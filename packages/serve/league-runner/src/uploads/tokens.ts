/** Tokens with which teams submit. A file has their hashes; who reads it cannot submit. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandLineError, EXIT, makeFolder } from '@rcss/kit/command-line';
import { createToken, isSameToken } from '@rcss/kit/http-access';
import { replaceFile } from './replace-file.js';

const FILE = 'tokens.json';
/** Team file in the folder of a team, which documents name. */
export const TEAM_FILE = 'team.json';
/** A name of a team that is also that of a folder. */
const TEAM_NAME = /^[-_+a-zA-Z0-9]{1,15}$/;

const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

function readTokens(folder: string): Map<string, string> {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(join(folder, FILE), 'utf8')) as object));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
    throw new CommandLineError(`${join(folder, FILE)} cannot be read: ${(error as Error).message}`);
  }
}

/**
 * Makes a new token of a team in the place of its old one. It is not stored.
 *
 * @throws {CommandLineError} if the name is not one of a folder.
 */
export function makeTeamToken(folder: string, team: string): string {
  if (!TEAM_NAME.test(team))
    throw new CommandLineError(
      `'${team}' cannot submit: allowed are names of 1 to 15 of the characters A–Z a–z 0–9 - _ +`,
      EXIT.usage,
    );
  const token = createToken() + createToken();
  makeFolder(join(folder, team));
  // Until its first submission is accepted.
  const file = join(folder, team, TEAM_FILE);
  if (!existsSync(file)) replaceFile(file, { name: team, start: 'demo' });
  const tokens = readTokens(folder).set(team, hashToken(token));
  replaceFile(join(folder, FILE), Object.fromEntries(tokens), 0o600);
  return token;
}

/** Revokes the token of a team; false if it has none. */
export function revokeTeamToken(folder: string, team: string): boolean {
  const tokens = readTokens(folder);
  const isThere = tokens.delete(team);
  if (isThere) replaceFile(join(folder, FILE), Object.fromEntries(tokens), 0o600);
  return isThere;
}

/** Names of the teams with a token. */
export function listTokenTeams(folder: string): string[] {
  return [...readTokens(folder).keys()];
}

/** Whether a token is that of a team. */
export function isTeamToken(folder: string, team: string, token: string | undefined): boolean {
  const hash = readTokens(folder).get(team);
  return hash !== undefined && token !== undefined && isSameToken(hashToken(token), hash);
}
