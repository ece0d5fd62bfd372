import { type AgentPlayer, type ChooseTypes, defineTeam } from '@rcss/agent';

/** Called once per cycle for each player. */
function decide(player: AgentPlayer) {
  return player.goTo(player.home) ?? player.scan();
}

/** Gives the fastest types to the forwards. */
const chooseTypes: ChooseTypes = (types) => {
  const fastest = types.filter(({ id }) => id !== 0).sort((a, b) => b.dash_power_rate - a.dash_power_rate);
  return new Map([9, 10, 11].map((unum, i) => [unum, fastest[i]!.id]));
};

export default defineTeam({ play: decide, coach: chooseTypes });
