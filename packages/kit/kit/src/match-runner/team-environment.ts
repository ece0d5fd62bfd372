/**
 * Variables that programs of a team inherit. Everything else, such as keys of a bucket and passwords of a queue, stays with the program that
 * starts them; the document of a match gives a team further variables.
 */
const INHERITED: ReadonlySet<string> = new Set(
  [
    'PATH HOME USER LOGNAME SHELL LANG LANGUAGE TZ TERM TMPDIR',
    // Libraries and run-time systems.
    'LD_LIBRARY_PATH DYLD_LIBRARY_PATH JAVA_HOME PYTHONPATH PYTHONHOME VIRTUAL_ENV CONDA_PREFIX',
    // Without these, Windows starts no programs.
    'SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT TEMP TMP USERPROFILE APPDATA LOCALAPPDATA PROGRAMDATA PROGRAMFILES',
  ]
    .join(' ')
    .split(' '),
);

/** Returns the variables of an environment that programs of a team may have. */
export function pickTeamEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(
      // Names of variables have no case on Windows.
      ([name]) => INHERITED.has(name.toUpperCase()) || name.startsWith('LC_'),
    ),
  );
}
