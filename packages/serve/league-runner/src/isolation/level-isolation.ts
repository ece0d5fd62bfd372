import type { StartCommand } from '@rcss/kit/match-runner';

/** How a level of isolation starts a team. */
export interface LevelIsolation {
  wrap(command: StartCommand): StartCommand;
  /** Why the level does not limit the number of threads; null if it does. */
  readonly withoutThreadLimit: string | null;
  /** First name of another team for which the team has asked for a place; absent or null: none. */
  findForeignTeam?(): string | null;
  /** Frees what it needs. */
  close(): void | Promise<void>;
}
