/** Teams of this program: no code of the caller, so they play in the process of the match. */
import { defineTeam } from '@rcss/agent';
import { type FollowOptions, followAdvice } from '@rcss/agent/advice';
import createChasers from '@rcss/agent/chasers';
import { BASE_TEAM } from '@rcss/base-team';
import { createRandomStream } from '@rcss/core/random';
import type { CreateTeam, TeamContext } from '@rcss/core/team-module';
import type { BuiltInTeam } from './tasks.js';

/** A team whose players do anything: the lowest baseline. */
const createRandomTeam: CreateTeam = ({ team, seed }: TeamContext) => ({
  players: Array.from({ length: 11 }, (_, i) => {
    const rng = createRandomStream(seed, `random team ${i}`);
    const commands = [
      () => `(dash ${Math.round(200 * rng.next() - 100)})`,
      () => `(turn ${Math.round(360 * rng.next() - 180)})`,
      () => `(kick ${Math.round(100 * rng.next())} ${Math.round(360 * rng.next() - 180)})`,
    ];
    return {
      init: `(init ${team} (version 19)${i === 0 ? ' (goalie)' : ''})`,
      receive: () => {},
      decide: () => commands[Math.floor(rng.next() * commands.length)]!(),
    };
  }),
});

type OnFollow = NonNullable<FollowOptions['onFollow']>;

/** The base team follows its coach here; without advice it plays as always. */
const BUILT_IN: Readonly<Record<BuiltInTeam, (onFollow: OnFollow) => CreateTeam>> = {
  base: (onFollow) => defineTeam(followAdvice(BASE_TEAM, { onFollow })),
  chasers: () => createChasers,
  random: () => createRandomTeam,
};

/** @param onFollow Called when a player does what the coach says. */
export function getBuiltInTeam(name: BuiltInTeam, onFollow: OnFollow = () => {}): CreateTeam {
  return BUILT_IN[name](onFollow);
}
