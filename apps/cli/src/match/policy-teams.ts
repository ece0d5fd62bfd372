import { type SideName, TEAM_SIZE } from '@rcss/core';
import { CommandLineError, EXIT } from '@rcss/kit/command-line';
import { PolicyFileError, readPolicyFile } from '@rcss/sampleclient';
import type { MatchPlan } from './options.js';

/** Number of players of each side. */
export interface MatchSizes {
  readonly left: number;
  readonly right: number;
}

/**
 * Reads the policies of a plan and returns how many players each team has: as given, as the scenarios of the policies have, or eleven.
 *
 * @throws {CommandLineError} if a policy cannot be used, or if the numbers contradict each other
 */
export async function findTeamSizes({ teams, players, scenario }: MatchPlan): Promise<MatchSizes> {
  const sizes: Partial<Record<SideName, number>> = {};
  let other = players ?? TEAM_SIZE;
  for (const side of ['left', 'right'] as const) {
    const { policy: file, players: own } = teams?.[side] ?? {};
    if (own !== undefined) sizes[side] = own;
    if (file === undefined) continue;
    const policy = await readPolicy(file);
    const { name, left, right } = policy.scenario;
    const plays = `${file} plays the ${policy.role} side of scenario ${name} with ${policy.players} players`;
    if (scenario !== null && (scenario.name !== name || policy.role !== side))
      throw new CommandLineError(
        `--${side}: ${plays}; it cannot play the ${side} side of ${scenario.name}`,
        EXIT.usage,
      );
    if (players !== null && players !== policy.players)
      throw new CommandLineError(`--players ${players}: ${plays}`, EXIT.usage);
    sizes[side] = policy.players;
    other = players ?? Math.max((policy.role === 'left' ? right : left).length, 1);
  }
  return { left: sizes.left ?? other, right: sizes.right ?? other };
}

async function readPolicy(file: string): ReturnType<typeof readPolicyFile> {
  try {
    return await readPolicyFile(file);
  } catch (error) {
    throw error instanceof PolicyFileError ? new CommandLineError(error.message, EXIT.usage) : error;
  }
}
