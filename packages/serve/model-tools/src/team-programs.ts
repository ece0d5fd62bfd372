import type { Side } from '@rcss/core';
import type { CallContext } from './call-context.js';
import type {
  Continuation,
  ContinuationPlan,
  PlayResult,
  Recipe,
  SandboxResult,
  SandboxTask,
  TeamSpec,
} from './sandbox/tasks.js';
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
  /**
   * Lets a program decide all cycles of a recorded match again; returns the difference in words.
   *
   * @throws {ToolError} if the program or the recording does not fit
   */
  decide(recording: Uint8Array, question: ProgramQuestion, signal: AbortSignal): Promise<string>;
  /**
   * Plays one continuation of a recorded match.
   *
   * @throws {ToolError} if a program or the recording does not fit
   */
  continue(recording: Uint8Array, question: ContinueQuestion, signal: AbortSignal): Promise<Continuation>;
  /** Ends all its processes. */
  close(): Promise<void>;
}

/** Whose decisions are made again, and by which team. */
export interface ProgramQuestion {
  readonly side: Side;
  /** The only player, 0 for the coach; null: all of the side. */
  readonly unum: number | null;
  readonly team: TeamSpec;
}

/** A continuation of a match of programs; its length is in cycles. */
export interface ContinueQuestion
  extends Pick<Extract<SandboxTask, { type: 'what_if' }>, 'recipe' | 'cycle' | 'side' | 'horizon' | 'seed'> {
  readonly plan: ContinuationPlan;
}

/** The first program of a recipe or of what it leaves; undefined if its teams play in the processes of this server. */
export function findProgram({ left, right, branch }: Recipe): string | undefined {
  const programOf = (team: TeamSpec | null): string | undefined =>
    team !== null && 'program' in team ? team.program : undefined;
  return programOf(left) ?? programOf(right) ?? (branch === undefined ? undefined : findProgram(branch.of));
}

/**
 * Performs a task with programs.
 *
 * @throws {ToolError} if programs cannot do it
 */
export async function performWithPrograms(
  programs: AllowedPrograms | undefined,
  name: string,
  task: SandboxTask,
  context: CallContext,
): Promise<SandboxResult> {
  if (programs?.names.includes(name) !== true)
    throw new ToolError(
      `${name} is a program that this server does not have now. Its owner allows programs with --team; others: ${programs?.names.join(', ') || 'none'}.`,
    );
  if (task.type === 'what_if') return playContinuations(programs, name, task, context);
  const { left, right, branch } = task.recipe;
  if (task.type !== 'play' || branch !== undefined)
    throw new ToolError(
      `${name} is a program: its matches have no state for fork, and no perception. Use what_if, try_advice, decide and the tools that read matches.`,
    );
  if (left.advice !== undefined || right?.advice !== undefined)
    throw new ToolError(
      `${name} is a program, which has a coach of its own: leave out left_advice and right_advice; try_advice adds messages to those of its coach.`,
    );
  return programs.play(task.recipe, task.cycles, context);
}

/** Each continuation starts the programs anew, with the recorded messages up to its cycle. */
async function playContinuations(
  programs: AllowedPrograms,
  name: string,
  { recording, plans, count, ...task }: Extract<SandboxTask, { type: 'what_if' }>,
  { signal, report }: CallContext,
): Promise<SandboxResult> {
  if (recording === undefined)
    throw new ToolError(`the match of ${name} has no recording; play it again with play_match`);
  if (plans.some(({ order }) => order !== null))
    throw new ToolError(
      `${name} is a program, which gets no orders: give commands such as (kick 100 20), team or server in a plan, not action`,
    );
  const results: Continuation[][] = plans.map(() => []);
  for (let i = 0; i < count; i++)
    for (const [index, plan] of plans.entries()) {
      const done = i * plans.length + index;
      report(done, count * plans.length, `${done} of ${count * plans.length} continuations`);
      results[index]!.push(
        await programs.continue(recording, { ...task, plan, seed: task.seed + i }, signal),
      );
    }
  return { type: 'what_if', plans: results };
}
