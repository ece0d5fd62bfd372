/** A team module of four players that walk and turn by what they receive, with debug records; `WALKERS_POWER` changes its dashes. */
const power = Number(process.env.WALKERS_POWER ?? 60);

function createPlayer(unum, { team, seed, onDebug }) {
  let [side, time, stoppageTime, ball] = ['l', 0, 0, null];
  return {
    init: `(init ${team} (version 19)${unum === 1 ? ' (goalie)' : ''})`,
    receive(message) {
      const text = typeof message === 'string' ? message : Buffer.from(message).toString('latin1');
      side = /^\(init ([lr])/.exec(text)?.[1] ?? side;
      const sensed = /^\(sense_body (\d+)/.exec(text);
      if (sensed !== null) {
        stoppageTime = Number(sensed[1]) === time ? stoppageTime + 1 : 0;
        time = Number(sensed[1]);
      }
      ball = /\(\(b\) (\S+) (-?\d+)/.exec(text) ?? ball;
    },
    decide() {
      const direction = ball === null ? (seed + time * unum) % 90 : Number(ball[2]);
      onDebug?.({
        ...{ time, stoppageTime, side, unum },
        beliefs: { self: { x: 0, y: 0 }, ball: { x: 1, y: 2, age: 3 } },
        texts: [{ text: `walks towards ${direction}`, level: 1 }],
      });
      if (time === 0) return `(move ${-5 * unum} ${3 * unum})`;
      return time % 2 === 0 ? `(turn ${direction})` : `(dash ${power})`;
    },
  };
}

export default (context) => ({ players: [1, 2, 3, 4].map((unum) => createPlayer(unum, context)) });
