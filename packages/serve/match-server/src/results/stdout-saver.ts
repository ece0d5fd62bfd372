import { formatStart, type TeamResult } from './match-result.js';
import type { Saver } from './saver.js';

const quoteName = (team: TeamResult | null) => (team === null ? 'null' : `'${team.name}'`);

/** The result as a block on stdout (spec 02 §9.1). */
export const stdoutSaver: Saver = {
  name: 'STDOutSaver',
  save(result, { out }) {
    const { left, right } = result;
    out('');
    out('Game Results:');
    out(`\t${formatStart(result)}`);
    out(`\t${quoteName(left)} vs ${quoteName(right)}`);
    if (left !== null && left.coach !== '') out(`\tLeft Coach: '${left.coach}'`);
    if (right !== null && right.coach !== '') out(`\tRight Coach: '${right.coach}'`);
    out(`\tScore: ${left?.score ?? 0} - ${right?.score ?? 0}`);
    // The text after the score begins with a blank, even if it contains nothing else (spec 02 §9.1, quirk).
    let rest = ' ';
    if (result.penalties) {
      const l = `${left?.penaltyScored ?? 0} (${left?.penaltyTaken ?? 0})`;
      const r = `${right?.penaltyScored ?? 0} (${right?.penaltyTaken ?? 0})`;
      rest += `\tPenalties: ${l} - ${r}\n`;
    }
    if (result.tossWinner !== null)
      rest += `\tCoin Toss Winner: ${result.tossWinner === 'l' ? 'Left' : 'Right'} Team\n`;
    out(rest);
    return 'saved';
  },
};
