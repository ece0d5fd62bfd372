import type { CallContext } from './call-context.js';
import type { PlayResult, Recipe, TeamSpec } from './sandbox/tasks.js';
import { ToolError } from './tool-error.js';

/** Teams that are programs of this machine, with start commands: those that the owner of the server allows. */
export interface AllowedPrograms {
  /** Their names for tools. */
  readonly names: readonly string[];
  /**
   * Plays a match from its beginning; without a right team, a match of the left one alone that says what is wrong with it.
   *
   * @throws {ToolError} if a team of the match cannot play against a program, or if there is no result
   */
  play(recipe: Recipe, cycles: number, context: CallContext): Promise<PlayResult>;
  /** Ends all its processes. */
  close(): Promise<void>;
}

/** The first program of a recipe or of what it leaves; undefined if its teams play in the processes of this server. */
export function findProgram({ left, right, branch }: Recipe): string | undefined {
  const programOf = (team: TeamSpec | null): string | undefined =>
    team !== null && 'program' in team ? team.program : undefined;
  return programOf(left) ?? programOf(right) ?? (branch === undefined ? undefined : findProgram(branch.of));
}

/**
 * Plays a task with programs.
 *
 * @throws {ToolError} if it is not a whole match
 */
export async function playAllowedPrograms(
  programs: AllowedPrograms | undefined,
  name: string,
  task: { readonly type: string; readonly recipe: Recipe; readonly cycles?: number },
  context: CallContext,
): Promise<PlayResult> {
  if (programs?.names.includes(name) !== true)
    throw new ToolError(
      `${name} is a program that this server does not have now. Its owner allows programs with --team; others: ${programs?.names.join(', ') || 'none'}.`,
    );
  const { left, right, branch } = task.recipe;
  if (task.type !== 'play' || branch !== undefined || task.cycles === undefined)
    throw new ToolError(
      `${name} is a program: its matches have a log, but no moment from which they can be continued here. Use play_match, compare_teams and the tools that read matches; rcss decide asks the program about a recording.`,
    );
  if (left.advice !== undefined || right?.advice !== undefined)
    throw new ToolError(
      `${name} is a program, which has a coach of its own: leave out left_advice and right_advice.`,
    );
  return programs.play(task.recipe, task.cycles, context);
}
