import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { readInputFile } from '@rcss/core/node';
import {
  CommandLineError,
  type CommandLineProgram,
  createProgram,
  defineProgram,
  EXIT,
  parseTeamName,
} from '@rcss/kit/command-line';
import { type Command, Option } from 'commander';
import { createNativeTeam } from './create-native-team.js';
import { createTeam, TeamFolderError } from './create-team.js';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};

/** The program `create-rcss-team`. */
export const program: CommandLineProgram = defineProgram('create-rcss-team', createCommand);

interface TeamOptions {
  readonly javascript?: boolean;
  readonly team?: string;
  readonly code?: string;
  readonly native?: string;
  readonly start?: string;
}

function createCommand(): Command {
  return createProgram({
    name: 'create-rcss-team',
    description:
      'Creates the files of a soccer team in a new folder. The team plays at once and is yours to change.',
    version,
    examples: [
      ['create-rcss-team my-team', 'a team in TypeScript in the folder my-team'],
      ['create-rcss-team my-team --javascript', 'in JavaScript'],
      [
        'create-rcss-team --native ./my-team',
        'documents for a program with a start script: ./my-team-rcss checks, compares and tunes it',
      ],
      ['create-rcss-team my-team --code team.ts', 'with the team of a file that the playground saved'],
    ],
    exitCodes: {
      [EXIT.ok]: 'the files were written',
      [EXIT.failed]: 'the folder is not empty, or the file of --code cannot be read',
      [EXIT.usage]: 'wrong command line',
    },
  })
    .argument(
      '[folder]',
      'folder of the team; it must not exist, or be empty (with --native, default: that of the program with -rcss)',
    )
    .option('--javascript', 'write JavaScript instead of TypeScript')
    .option('--team <name>', 'name of the team (default: from the folder)', parseTeamName)
    .addOption(
      new Option('--code <file>', 'file with the team in TypeScript, in place of the first team').conflicts(
        'javascript',
      ),
    )
    .addOption(
      new Option(
        '--native <program>',
        'folder of a program with a start script, for which the documents are written',
      ).conflicts(['javascript', 'code']),
    )
    .option(
      '--start <command>',
      'with --native: start command with {host}, {port}, {olcoach_port}, {team} (default: start.sh with the options that it reads)',
    )
    .action((folder: string | undefined, options: TeamOptions) => {
      if (options.native !== undefined) return createNative(options.native, folder, options);
      if (folder === undefined)
        throw new CommandLineError('missing argument: the folder of the team', EXIT.usage);
      if (options.start !== undefined) throw new CommandLineError('--start needs --native', EXIT.usage);
      const name = create(folder, options);
      const place = relative('.', resolve(folder)) || '.';
      process.stdout.write(
        `Created the team ${name} in ${place}. Next:\n\n` +
          `  cd ${quote(place)}\n  npm install\n  npm test         # a scene in process\n` +
          '  npm run match    # a match in process against simple agents\n' +
          '  npm start        # play on a server on this machine\n',
      );
    });
}

function createNative(program: string, folder: string | undefined, { team, start }: TeamOptions): void {
  const created = orRefuse(() =>
    createNativeTeam({
      program,
      ...(folder === undefined ? {} : { folder }),
      ...(team === undefined ? {} : { team }),
      ...(start === undefined ? {} : { start }),
    }),
  );
  process.stdout.write(
    `Created documents for the team ${created.name} in ${relative('.', created.folder) || '.'}. Next:\n\n` +
      `  cd ${quote(relative('.', created.folder) || '.')}\n  make check      # starts the team alone\n` +
      '  make base       # keeps this version, with which later ones are compared\n' +
      '  cat AGENTS.md   # how to show that a change is better\n',
  );
}

function orRefuse<Value>(create: () => Value): Value {
  try {
    return create();
  } catch (error) {
    throw error instanceof TeamFolderError ? new CommandLineError(error.message) : error;
  }
}

/** A path as a shell takes it. */
function quote(path: string): string {
  return /^[\w./\\:+-]+$/.test(path) ? path : `"${path}"`;
}

function create(folder: string, { javascript, team, code }: TeamOptions): string {
  const settings = {
    folder,
    language: javascript === true ? 'js' : 'ts',
    ...(team === undefined ? {} : { team }),
    ...(code === undefined ? {} : { code: readCode(code) }),
  } as const;
  return orRefuse(() => createTeam(settings));
}

function readCode(file: string): string {
  try {
    return readInputFile(file).toString();
  } catch (error) {
    throw new CommandLineError(`--code ${file}: ${(error as Error).message}`);
  }
}
