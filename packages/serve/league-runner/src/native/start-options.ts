/**
 * Options of a start command: their values stand where the command, its variables and its templates have `{NAME}`. A template is a file of the
 * team, such as `player.conf`, of which each match gets a copy of its own in the folder `RCSS_FILES`.
 *
 * Values can come from other machines and get into a line that a shell reads, so only numbers and words are inserted.
 */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { StartedTeam } from '@rcss/core/match-document';
import { readInputFile } from '@rcss/core/node';
import { CommandLineError, EXIT } from '@rcss/kit/command-line';
import { TEAM_OPTIONS_VARIABLE } from '@rcss/match-document';

/** Environment variable with the folder of the filled templates. */
export const FILES_VARIABLE = 'RCSS_FILES';

const PLACEHOLDER = /\{([A-Za-z_][\w.]*)\}/g;
const PLAIN_VALUE = /^[-+\w.]{1,64}$/;

function fail(name: string, problem: string): never {
  throw new CommandLineError(`team ${name}: ${problem}`, EXIT.usage);
}

/** Values of the options of a team by name; an option in a group has the name GROUP.NAME. */
function readOptionTexts({ environment = {} }: StartedTeam): Map<string, string> {
  const texts = new Map<string, string>();
  const add = (prefix: string, value: unknown): void => {
    if (typeof value !== 'object' || value === null) texts.set(prefix, String(value));
    else
      for (const [key, entry] of Object.entries(value)) add(prefix === '' ? key : `${prefix}.${key}`, entry);
  };
  try {
    const options: unknown = JSON.parse(environment[TEAM_OPTIONS_VARIABLE] ?? '{}');
    if (typeof options === 'object') add('', options);
  } catch {
    // The team's own text, which is not JSON.
  }
  return texts;
}

/** Returns a text with the values of options in place of their names. Names that are not options stay, or are given to `onUnknown`. */
function fill(
  text: string,
  { name, options }: { readonly name: string; readonly options: ReadonlyMap<string, string> },
  onUnknown: (placeholder: string) => void = () => {},
): string {
  return text.replace(PLACEHOLDER, (placeholder, key: string) => {
    const value = options.get(key);
    if (value === undefined) onUnknown(placeholder);
    else if (!PLAIN_VALUE.test(value))
      fail(
        name,
        `options.${key}: ${JSON.stringify(value.slice(0, 80))} cannot stand at ${placeholder}. Allowed: numbers, true, false, and words of letters, digits and . - + _, at most 64 characters`,
      );
    return value ?? placeholder;
  });
}

/**
 * Returns a team whose command and variables have the values of its options.
 *
 * @throws {CommandLineError} if a value cannot stand in a command.
 */
export function fillStartCommand(team: StartedTeam): StartedTeam {
  const { name, start, environment } = team;
  const context = { name, options: readOptionTexts(team) };
  if (context.options.size === 0) return team;
  const variables = Object.entries(environment ?? {}).map(([key, value]) => [
    key,
    key === TEAM_OPTIONS_VARIABLE ? value : fill(value, context),
  ]);
  return { ...team, start: fill(start, context), environment: Object.fromEntries(variables) };
}

/**
 * Returns the filled templates of a team by the names of their files.
 *
 * @throws {CommandLineError} if one cannot be read or names an option that the team does not have.
 */
export function fillTemplates(team: StartedTeam, paths: readonly string[]): Map<string, string> {
  const { name } = team;
  const options = readOptionTexts(team);
  const files = new Map<string, string>();
  for (const path of paths) {
    const file = basename(path);
    if (files.has(file)) fail(name, `templates: two files have the name ${file}`);
    let text: string;
    try {
      text = readInputFile(path).toString();
    } catch (error) {
      fail(name, `templates: ${path} cannot be read: ${(error as Error).message}`);
    }
    const known = [...options.keys()].join(', ') || 'none; give their values in options';
    files.set(
      file,
      fill(text, { name, options }, (placeholder) =>
        fail(
          name,
          `templates: ${placeholder} in ${path} is not an option of the team. Its options: ${known}`,
        ),
      ),
    );
  }
  return files;
}

/** Writes the templates of a team for one match; returns their folder, and a function that removes it. */
export function writeTemplates(
  team: StartedTeam,
  paths: readonly string[],
): { readonly folder: string; remove(): void } {
  const files = fillTemplates(team, paths);
  const folder = mkdtempSync(join(tmpdir(), 'rcss-files-'));
  // The team may run as another user.
  chmodSync(folder, 0o755);
  for (const [name, text] of files) writeFileSync(join(folder, name), text, { mode: 0o644 });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
