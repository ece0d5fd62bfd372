import { findNearestName, SERVER_PARAM_ROWS } from '@rcss/params/tables';

/** Verbs of the program. */
const VERBS = ['serve', 'help', 'verify', 'resume'] as const;

/** Options of servers before version 9, which old manuals show. Each has the text to write instead. */
const CLASSIC_OPTIONS: Readonly<Record<string, string>> = {
  sfile: 'include=FILE',
  pfile: 'include=FILE',
  file: 'include=FILE',
  record: 'server::game_log_fixed=on server::game_log_fixed_name=NAME server::game_log_dir=FOLDER',
  recordversion: 'server::game_log_version=N',
  record_version: 'server::game_log_version=N',
  record_log: 'server::game_logging=on',
  log: 'server::text_logging=on',
  log_file: 'server::text_log_fixed=on server::text_log_fixed_name=NAME server::text_log_dir=FOLDER',
  logfile: 'server::text_log_fixed=on server::text_log_fixed_name=NAME server::text_log_dir=FOLDER',
  send_log: 'server::text_logging=on',
};

const OWN_OPTIONS = ['--help', '--version', '--check-config'];

/**
 * Returns what is wrong with arguments that cannot be parameters: options of the original's manuals, unknown
 * options, unknown verbs. Returns null if the arguments are to be parsed as parameters.
 */
export function explainWrongArguments(argv: readonly string[]): string | null {
  const [first = ''] = argv;
  const next = argv[1] ?? '';
  if (/^[A-Za-z]\w*$/.test(first) && !/^(?:help|include)/i.test(first) && !/^=/.test(next)) {
    return addSuggestion(`unknown verb '${first}'`, first, VERBS);
  }
  for (const [index, argument] of argv.entries()) {
    const name = /^--?([A-Za-z][-\w]*)(?:=.*)?$/s.exec(argument)?.[1];
    if (name === undefined || /^(?:help|include)/i.test(name)) continue;
    const place = `argument ${index + 1}`;
    const classic = findReplacement(name);
    if (classic !== null) {
      return `${place}: option '${argument}' of old servers is not available; write ${classic}`;
    }
    return addSuggestion(`${place}: unknown option '${argument}'`, `--${name}`, OWN_OPTIONS);
  }
  return null;
}

function findReplacement(name: string): string | null {
  const special = CLASSIC_OPTIONS[name];
  if (special !== undefined) return special;
  const row = SERVER_PARAM_ROWS.find((candidate) => candidate.name === name);
  if (row === undefined) return null;
  return row.type === 'bool' ? `server::${name}=on` : `server::${name}=VALUE`;
}

function addSuggestion(message: string, name: string, known: readonly string[]): string {
  const nearest = findNearestName(name, known);
  return nearest === undefined ? message : `${message}. Did you mean ${nearest}?`;
}
