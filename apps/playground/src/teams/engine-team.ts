import { DecodedReceiver, findDecodedReceiver } from '@rcss/agent/local';
import type { AgentTeam, CreateTeam, TeamClient } from '@rcss/core/team-module';
import type { TeamPeer } from '../team-link.js';

/**
 * A team of the project in the thread of the engine. Its clients process messages and decide in `collect`, while the other team decides
 * in its worker.
 */
export class EngineTeam implements TeamPeer {
  readonly #name: string;
  readonly #playerCount: number | undefined;
  readonly #load: () => Promise<CreateTeam>;
  /** Deliveries since the last exchange. */
  #deliveries: (() => void)[] = [];
  /** The client of the team that each client of the match stands for. */
  readonly #clients = new Map<TeamClient, TeamClient>();
  /** Decisions of this cycle. */
  readonly #texts = new Map<TeamClient, string>();

  constructor(name: string, playerCount: number | undefined, load: () => Promise<CreateTeam>) {
    this.#name = name;
    this.#load = load;
    this.#playerCount = playerCount;
  }

  async create(seed: number): Promise<AgentTeam> {
    const createTeam = await this.#load();
    const { players, coach } = await createTeam({ team: this.#name, seed, options: {} });
    return {
      players: players.slice(0, this.#playerCount).map((client) => this.#createClient(client)),
      ...(coach === undefined ? {} : { coach: this.#createClient(coach) }),
    };
  }

  #createClient(client: TeamClient): TeamClient {
    const receive: TeamClient['receive'] = (message) => {
      // The bytes are valid during the call only.
      const copy = typeof message === 'string' ? message : message.slice();
      this.#deliveries.push(() => client.receive(copy));
    };
    const receiveDecoded = findDecodedReceiver(client);
    const proxy: TeamClient & { readonly decoded?: DecodedReceiver } = {
      init: client.init,
      receive,
      decide: () => {
        const text = this.#texts.get(proxy) ?? '';
        this.#texts.delete(proxy);
        return text;
      },
      ...(receiveDecoded === null
        ? {}
        : {
            decoded: new DecodedReceiver(receive, (message) =>
              this.#deliveries.push(() => receiveDecoded(message)),
            ),
          }),
    };
    this.#clients.set(proxy, client);
    return proxy;
  }

  async collect(clients: readonly TeamClient[]): Promise<void> {
    const asked = clients.filter((client) => this.#clients.has(client));
    if (asked.length === 0) return;
    for (const deliver of this.#deliveries) deliver();
    this.#deliveries = [];
    for (const proxy of asked) this.#texts.set(proxy, this.#clients.get(proxy)!.decide());
  }

  stopRepeating(): void {}

  close(): void {
    this.#deliveries = [];
  }
}
