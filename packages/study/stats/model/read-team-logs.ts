/** Command line and errors of the tools that answer a question about one team in game logs. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { readTeamLog, type TeamLog } from '../src/defense/team-log.js';

/** Flags of a tool; each is false without its option. */
type Flags<Name extends string> = Readonly<Record<Name, boolean>>;

/** What a tool does: `inspect` reads one log after the other, so that one match at a time is in memory. */
interface TeamTool<Name extends string, Found> {
  /** Names of the options, without value. */
  readonly flags: readonly Name[];
  /** Returns what is found in one log. */
  readonly inspect: (log: TeamLog) => readonly Found[];
  /** Returns the line for one of these; `log` is the name of the file without folders. */
  readonly formatLine: (found: Found, log: string) => string;
  /** Returns the text after the lines. */
  readonly summarize: (found: readonly Found[], matches: number) => string;
  /** Whether lines are printed; true by default. */
  readonly hasLines?: (flags: Flags<Name>) => boolean;
}

/**
 * Prints what a tool finds in the logs of its command line `[--FLAG] TEAM LOG...`. With wrong arguments or a log that cannot be used, it prints
 * one line to stderr instead, and the exit code is 2.
 */
export function runTeamTool<Name extends string, Found>(tool: TeamTool<Name, Found>): void {
  try {
    const { team, files, values } = readArguments(tool.flags);
    const lines: string[] = [];
    const all: Found[] = [];
    for (const file of files) {
      const found = tool.inspect(readFile(file, team));
      all.push(...found);
      lines.push(...found.map((one) => tool.formatLine(one, basename(file))));
    }
    if (tool.hasLines?.(values) === false) lines.length = 0;
    console.log([...lines, tool.summarize(all, files.length)].join('\n'));
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 2;
  }
}

function readArguments<Name extends string>(
  flags: readonly Name[],
): { team: string; files: string[]; values: Flags<Name> } {
  const options: ParseArgsConfig['options'] = Object.fromEntries(
    flags.map((name) => [name, { type: 'boolean', default: false }]),
  );
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [team, ...files] = positionals;
  const usage = [...flags.map((name) => `[--${name}]`), 'TEAM LOG...'].join(' ');
  if (team === undefined) throw new Error(`the name of the team is missing; arguments: ${usage}`);
  if (files.length === 0)
    throw new Error(`no game log after the name of the team '${team}'; arguments: ${usage}`);
  return { team, files, values: values as Flags<Name> };
}

function readFile(file: string, team: string): TeamLog {
  try {
    return readTeamLog(new Uint8Array(readFileSync(file)), team);
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`);
  }
}
