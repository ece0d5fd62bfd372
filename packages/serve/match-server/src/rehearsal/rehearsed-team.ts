import type { AgentTeam, CreateTeam, TeamClient, TeamContext } from '@rcss/core/team-module';
import { type OpenClient, type RecordedPlayer, RehearsalError } from './rehearsal-options.js';

/** A team of this process whose clients take places of a recorded match. It is created for the first place. */
export class RehearsedTeam {
  readonly #load: (player: RecordedPlayer) => CreateTeam;
  readonly #context: Omit<TeamContext, 'team'>;
  #team: Promise<AgentTeam> | null = null;
  /** Clients that take no place. */
  readonly #unused = new Set<TeamClient>();

  /** @param load Returns what creates the team, which may depend on the recorded protocol version. */
  constructor(load: (player: RecordedPlayer) => CreateTeam, context: Omit<TeamContext, 'team'>) {
    this.#load = load;
    this.#context = context;
  }

  /** Opens a client of the team; an error names a player that the team does not have. */
  readonly open: OpenClient = async (player) => {
    const { side, unum } = player;
    this.#team ??= this.#create(player);
    const { players, coach } = await this.#team;
    const client = unum === 0 ? coach : players[unum - 1];
    if (client === undefined && unum > 0)
      throw new RehearsalError(`the team has ${players.length} players; ${unum} is not one of them`, side);
    if (client !== undefined) this.#unused.delete(client);
    return client;
  };

  /** Closes the clients that have taken no place; the match closes the others. */
  close(): void {
    for (const client of this.#unused) client.close?.();
  }

  async #create(player: RecordedPlayer): Promise<AgentTeam> {
    const team = await this.#load(player)({ ...this.#context, team: player.team });
    for (const client of [...team.players, team.coach]) if (client !== undefined) this.#unused.add(client);
    return team;
  }
}
