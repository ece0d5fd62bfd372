/** The worker of the base team, which is a script of its own: most matches do without it. */
import baseTeam from '@rcss/base-team';
import { answerRequests, TeamHost } from '@rcss/team-frames/team-host';

/** Begins to answer the engine, at the port of the first message. */
export function startBaseWorker(): void {
  answerRequests(() => new TeamHost(async () => baseTeam));
}
