import { openAsBlob } from 'node:fs';
import { CommandLineError, describeVerb, EXIT, escapeText } from '@rcss/kit/command-line';
import {
  describeSubmission,
  followSubmission,
  makeTeamToken,
  revokeTeamToken,
} from '@rcss/league-runner/program';
import type { Command } from 'commander';

/** Environment variable with the token of a team. */
const TOKEN_VARIABLE = 'RCSS_TEAM_TOKEN';

interface SubmitOptions {
  readonly to: string;
  readonly team: string;
}

/** Adds `submit` for teams and `token` for organizers. */
export function addSubmit(program: Command): void {
  const submit = program
    .command('submit')
    .description('submit a team to a league that takes uploads, and print what its check has found')
    .argument('<archive>', '.tar.gz or .tar.zst with start.sh, or with one folder that has it')
    .requiredOption('--to <url>', 'address of the page of the league, such as http://10.0.0.1:8070/')
    .requiredOption('--team <name>', `name of the team; its token is in the variable ${TOKEN_VARIABLE}`)
    .action(submitArchive);
  describeVerb(
    submit,
    [['reds.tar.gz --to http://10.0.0.1:8070/ --team Reds', 'submits, waits for the check']],
    {
      [EXIT.ok]: 'the submission is accepted',
      [EXIT.failed]: 'it is refused, with the reason, and replaces nothing',
      [EXIT.usage]: 'wrong command line, or no token',
    },
  );
  const token = program
    .command('token')
    .description(
      'make the token with which a team submits; it is printed once, and the old one is not valid any more',
    )
    .argument('<team>', 'name of the team')
    .requiredOption('--uploads <folder>', 'folder of the submissions, as for rcss league serve')
    .option('--revoke', 'make no new one', false)
    .action(makeToken);
  describeVerb(token, [['Reds --uploads uploads', 'prints the token of Reds']], {
    [EXIT.usage]: 'wrong command line, or no token to revoke',
  });
}

async function submitArchive(archive: string, { to, team }: SubmitOptions): Promise<void> {
  const token = process.env[TOKEN_VARIABLE];
  if (token === undefined)
    throw new CommandLineError(`${TOKEN_VARIABLE} is not set: the token of ${team}`, EXIT.usage);
  if (!URL.canParse(to))
    throw new CommandLineError(`--to: '${to}' is not an address such as http://10.0.0.1:8070/`, EXIT.usage);
  const note = (text: string): void => void process.stderr.write(escapeText(`${text}\n`));
  const submission = await openAsBlob(archive)
    .then((blob) => followSubmission({ url: to, team, token }, blob, note))
    .catch((error: Error) => {
      const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
      throw new CommandLineError(`${archive} is not submitted: ${error.message}${cause}`);
    });
  process.stdout.write(escapeText(`${describeSubmission(submission)}\n`));
  if (submission.state === 'refused') throw new CommandLineError('', EXIT.failed);
}

function makeToken(
  team: string,
  { uploads, revoke }: { readonly uploads: string; readonly revoke: boolean },
): void {
  if (!revoke) process.stdout.write(`${makeTeamToken(uploads, team)}\n`);
  else if (!revokeTeamToken(uploads, team))
    throw new CommandLineError(`${team} has no token in ${uploads}`, EXIT.usage);
}
