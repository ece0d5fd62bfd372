import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import {
  CommandLineError,
  type CommandLineProgram,
  createProgram,
  EXIT,
  parseTeamName,
  runProgram,
} from '@rcss/kit/command-line';
import { type Command, Option } from 'commander';
import { createTeam, TeamFolderError } from './create-team.js';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};

/** The program `create-rcss-team`. */
export const program: CommandLineProgram = {
  name: 'create-rcss-team',
  createCommand,
  run(argv, name = program.name) {
    return runProgram(createCommand().name(name), argv);
  },
};

interface TeamOptions {
  readonly javascript?: boolean;
  readonly team?: string;
  readonly code?: string;
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
      ['create-rcss-team my-team --code team.ts', 'with the team of a file that the playground saved'],
    ],
    exitCodes: {
      [EXIT.ok]: 'the files were written',
      [EXIT.failed]: 'the folder is not empty, or the file of --code cannot be read',
      [EXIT.usage]: 'wrong command line',
    },
  })
    .argument('<folder>', 'folder of the team; it must not exist, or be empty')
    .option('--javascript', 'write JavaScript instead of TypeScript')
    .option('--team <name>', 'name of the team (default: from the folder)', parseTeamName)
    .addOption(
      new Option('--code <file>', 'file with the team in TypeScript, in place of the first team').conflicts(
        'javascript',
      ),
    )
    .action((folder: string, options: TeamOptions) => {
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
  try {
    return createTeam(settings);
  } catch (error) {
    throw error instanceof TeamFolderError ? new CommandLineError(error.message) : error;
  }
}

function readCode(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandLineError(`--code ${file}: ${(error as Error).message}`);
  }
}
