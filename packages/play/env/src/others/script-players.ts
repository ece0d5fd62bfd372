import { type Player, playerIndex, type SideName, sideOfName } from '@rcss/core';
import type { MatchSlot } from '../match-slot.js';
import { suggestName } from '../options.js';
import type { Scenario, ScenarioPlayer } from '../scenario.js';
import { SCRIPTS, type Script, type ScriptName } from '../scripts/script.js';
import type { OtherPlayers, OtherSlots } from './controller.js';

/**
 * Returns the script of a player of a scenario.
 *
 * @param script Another script for field players; null: that of the scenario.
 * @throws RangeError if there is no such script
 */
export function findScript(
  scenario: Scenario,
  side: SideName,
  unum: number,
  script: ScriptName | null = null,
): Script {
  const player = scenario[side][unum - 1] as ScenarioPlayer;
  const name = script === null || player.goalie === true ? player.script : script;
  if (Object.hasOwn(SCRIPTS, name)) return SCRIPTS[name];
  throw new RangeError(
    `scenario ${scenario.name}: script ${JSON.stringify(name)} is not one of ${Object.keys(SCRIPTS).join(', ')}${suggestName(String(name), Object.keys(SCRIPTS))}`,
  );
}

/** Plays by scripts: those of the scenario, or one for all field players. */
export class ScriptPlayers implements OtherPlayers {
  readonly name: string;
  readonly weight: number;
  readonly #players: readonly { readonly index: number; readonly script: Script }[];

  constructor(
    scenario: Scenario,
    { side, unums }: OtherSlots,
    script: ScriptName | null,
    { name, weight }: Pick<OtherPlayers, 'name' | 'weight'>,
  ) {
    this.name = name;
    this.weight = weight;
    this.#players = unums.map((unum) => ({
      index: playerIndex(sideOfName(side), unum),
      script: findScript(scenario, side, unum, script),
    }));
  }

  act(slot: MatchSlot): void {
    for (const { index, script } of this.#players) script(slot, slot.match.world.players[index] as Player);
  }
}
