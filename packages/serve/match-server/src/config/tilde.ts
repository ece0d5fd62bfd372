/** Expansion of a leading `~` (spec 01 §6.2). */

/** Names of users and their home directories, if the host can report them. */
export interface HomeLookup {
  /**
   * Returns the home directory of `user`, or of the user of this process if `user` is undefined. Returns undefined
   * if the directory is unknown.
   */
  homeOf(user: string | undefined): string | undefined;
}

/**
 * Replaces a leading `~` or `~name` by the home directory. The user is `USER`, else `USERNAME`, else that of the process;
 * `HOME` is not consulted. The path stays unchanged when no home directory is known.
 */
export function expandTilde(
  path: string,
  env: Readonly<Record<string, string | undefined>>,
  homes: HomeLookup,
): string {
  const match = /^~([^/]*)/.exec(path);
  if (match === null) return path;
  const user = match[1] !== '' ? match[1] : (env['USER'] ?? env['USERNAME']);
  const home = homes.homeOf(user);
  return home === undefined ? path : home.replace(/(.)\/+$/, '$1') + path.slice(match[0].length);
}
