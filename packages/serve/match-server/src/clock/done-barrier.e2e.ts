import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { repeatAfterPause } from '../../test/harness.js';
import { playScriptedMatch } from '../../test/scripted-match.js';

/** Cycles whose messages are compared: all of them have arrived when the match is over. */
const CYCLES = 60;

it('clients that send (done) in a datagram of its own, at any time, receive the same in each match (spec 02 §5)', async () => {
  await repeatAfterPause(async () => {
    const heard: string[][][] = [];
    for (const most of [0, 27]) {
      // Pauses of up to some ms, which are different in each match.
      let n = most;
      const pause = () => {
        n = (n * 13 + 7) % 31;
        return n % (most + 1);
      };
      const match = await playScriptedMatch({
        perTeam: 3,
        // A player hears one of the messages of its team: which one depends on the order of the commands.
        script: (time, _, unum) => [`(say c${time}u${unum})`, `(turn ${(time * 7 + unum * 31) % 90})`],
        delayMs: pause,
        doneDelayMs: pause,
      });
      rmSync(dirname(match.gameLog), { recursive: true });
      if (match.missedDoneCount > 0) return false;
      const isCompared = (text: string) => Number(/^\(hear (\d+)/.exec(text)?.[1] ?? CYCLES) < CYCLES;
      heard.push(match.players.map(({ received }) => received.filter(isCompared)));
    }
    expect(heard[0]!.map((texts) => texts.length > CYCLES)).toEqual(Array(6).fill(true));
    expect(heard).toEqual(heard.map(() => heard[0]));
    return true;
  });
});
