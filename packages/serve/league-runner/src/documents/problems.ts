import { CommandLineError, EXIT } from '@rcss/kit/command-line';
import type { TournamentProblem } from '@rcss/tournament/documents';

/** Most problems of a file that are listed. */
const MAX_LISTED = 20;

/** An error that names the file and all its problems. */
export function createFileError(file: string, problems: readonly TournamentProblem[]): CommandLineError {
  const lines = problems.slice(0, MAX_LISTED).map(({ message }) => `  ${message}`);
  const rest = problems.length - lines.length;
  if (rest > 0) lines.push(`  and ${rest} more`);
  return new CommandLineError([`${file} is not usable:`, ...lines].join('\n'), EXIT.usage);
}
