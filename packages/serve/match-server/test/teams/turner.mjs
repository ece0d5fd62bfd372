// A team over UDP: HOST PORT OLCOACH_PORT TEAM. Its players turn by their number and the game time, its coach says what it sees and how often it has; `(done)` is a datagram
// of its own. TURNER_FACTOR changes the turns of player 3, TURNER_MUTE, TURNER_DIE and TURNER_RECONNECT are
// game times at which player 2 stops answering, ends, or connects again with another socket; with
// TURNER_CLOSES, it decides, closes the first one, and is away for half a second.
// If TURNER_GOALIE is empty, the team has no goalie.
import { createSocket } from 'node:dgram';

const [host, port, coachPort, team] = process.argv.slice(2);
const {
  TURNER_FACTOR = '1',
  TURNER_MUTE,
  TURNER_DIE,
  TURNER_RECONNECT,
  TURNER_CLOSES,
  TURNER_NAME = team,
  TURNER_VERSION = '19',
  TURNER_GOALIE = '1',
} = process.env;
const PLAYERS = 4;
let isBack = false;

/** @param unum Number of a player that connects again. */
function connect(init, at, decide, unum = 0) {
  const socket = createSocket('udp4');
  let serverPort = at;
  const send = (text) => socket.send(`${text}\0`, serverPort, host);
  const client = { time: 0, unum, ball: '', views: 0 };
  socket.on('message', (bytes, from) => {
    serverPort = from.port;
    const text = bytes.toString('latin1').replace(/\0$/, '');
    const found = /^\((?:sense_body|see|see_global) (\d+)/.exec(text);
    if (found) client.time = Number(found[1]);
    if (text.startsWith('(see_global ')) client.views += 1;
    client.ball = /\(\(b\) ([-\d. ]+)\)/.exec(text)?.[1] ?? client.ball;
    const accepted = /^\(init [lr] (\d+)/.exec(text);
    if (accepted) client.unum = Number(accepted[1]);
    if (accepted) send(`(move ${-5 * client.unum} ${client.unum})`);
    if (text === '(init l ok)' || text === '(init r ok)') send('(eye on)');
    if (text !== '(think)') return;
    if (client.unum === 2 && client.time >= Number(TURNER_DIE ?? Infinity)) {
      console.log('player 2 gives up');
      socket.close();
      return;
    }
    if (client.unum === 2 && client.time >= Number(TURNER_RECONNECT ?? Infinity) && !isBack) {
      isBack = true;
      const reconnect = () => connect(`(reconnect ${TURNER_NAME} 2)`, at, decide, 2);
      if (TURNER_CLOSES === undefined) return reconnect();
      socket.send('(done)\0', serverPort, host, () => socket.close(() => setTimeout(reconnect, 500)));
      return;
    }
    if (client.unum === 2 && client.time >= Number(TURNER_MUTE ?? Infinity)) return;
    const commands = decide(client);
    if (commands !== '') send(commands);
    send('(done)');
  });
  socket.send(`${init}\0`, at, host);
  return new Promise((resolve) => socket.once('message', resolve));
}

const turn = ({ unum, time, ball }) =>
  `(turn ${(unum === 3 ? Number(TURNER_FACTOR) : 1) * (unum + (time % 7))})(dash ${20 + Math.abs(Math.round(Number.parseFloat(ball) || 0))})`;
for (let i = 0; i < PLAYERS; i++)
  await connect(
    `(init ${TURNER_NAME} (version ${TURNER_VERSION})${i === 0 && TURNER_GOALIE ? ' (goalie)' : ''})`,
    Number(port),
    turn,
  );
await connect(`(init ${TURNER_NAME} (version 19))`, Number(coachPort), ({ time, ball, views }) =>
  time % 10 === 5 ? `(say (freeform "${time} ${ball} ${views}"))` : '',
);
