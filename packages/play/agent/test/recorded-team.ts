import type { CreateTeam, TeamClient } from '@rcss/core/team-module';
import createChasers from '../src/entries/chasers.js';
import { createLocalMatch, createLocalSpec } from '../src/local/local-match.js';
import { readMessageText } from '../src/node/datagrams.js';

/** What a client received before a decision, and what it decided. */
export type Exchange = { readonly messages: readonly string[]; readonly commands: string };

/** Returns a client that does as `client` and adds what it gets and sends in each cycle. */
export function recordClient(client: TeamClient, exchanges: Exchange[]): TeamClient {
  let messages: string[] = [];
  return {
    init: client.init,
    receive(message) {
      messages.push(readMessageText(message));
      client.receive(message);
    },
    decide() {
      const commands = client.decide();
      exchanges.push({ messages, commands });
      messages = [];
      return commands;
    },
  };
}

/** Returns what the clients of a team received before each decision in a match in process, and what they decided. */
export async function recordTeam(create: CreateTeam, cycles: number): Promise<Exchange[][]> {
  const all: Exchange[][] = [];
  const recording: CreateTeam = async (context) => {
    const { players, coach } = await create(context);
    const wrap = (client: TeamClient): TeamClient => {
      const exchanges: Exchange[] = [];
      all.push(exchanges);
      return recordClient(client, exchanges);
    };
    return { players: players.map(wrap), ...(coach === undefined ? {} : { coach: wrap(coach) }) };
  };
  const match = await createLocalMatch({
    left: { name: 'Alpha', create: recording },
    right: { name: 'Beta', create: createChasers },
    spec: createLocalSpec({ seed: 3 }),
  });
  match.run({ cycles });
  return all;
}

interface LaterClient extends TeamClient {
  readonly decideLater: () => Promise<string>;
}

/** Gives a client of a process team the messages of a recording; returns its commands. */
export async function replayClient(client: TeamClient, exchanges: readonly Exchange[]): Promise<string[]> {
  const commands: string[] = [];
  for (const { messages } of exchanges) {
    for (const message of messages) client.receive(message);
    commands.push(await (client as LaterClient).decideLater());
  }
  return commands;
}
