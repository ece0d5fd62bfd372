import { createMatchParams, createPlayerParams, createServerParams } from '@rcss/params';
import { fillFrame } from '@rcss/sensors';
import { createMatch, step } from '@rcss/simulator';
import { runAutoMode } from '@rcss/simulator/cycle';
import {
  broadcast,
  createHost,
  createSensePhases,
  handleCoachRequest,
  handlePlayerPortRequest,
  handleTrainerRequest,
  type Link,
  readSession,
  sendFrame,
  type Visitor,
} from '../../src/index.js';

const params = createMatchParams(
  createServerParams({ coach_w_referee: true, synch_mode: true }),
  createPlayerParams(),
  7,
);
const MAX_LINES = 64;

/** A sender in this process: the first datagram is its request, the others are read when its turn comes. */
class Sender implements Link {
  readonly observer = null;
  readonly setCompression = null;
  isLost = false;
  isClient = false;
  readonly #waiting: string[] = [];
  #commands = 0;

  send(bytes: Uint8Array): void {
    if (bytes.length === 0) throw new Error('an empty message');
  }

  get hasInput(): boolean {
    return this.#waiting.length > 0;
  }

  push(text: string): void {
    this.#commands = 0;
    this.#waiting.push(text);
  }

  takeDatagram(): string | undefined {
    return this.#waiting.shift();
  }

  allowCommand(): boolean {
    return ++this.#commands <= 100;
  }

  close(): void {
    this.isLost = true;
  }

  readonly visitor: Visitor = {
    onlyRole: null,
    refuse: () => {},
    prepare: () => ({
      accept: () => {
        this.isClient = true;
        return this;
      },
      discard: () => {},
    }),
  };
}

/**
 * Datagrams of every role. Each line is one: its first character names the sender (0 to 3 players, 4 and 5 coaches, 6 the trainer, 7 and
 * above monitors or players); a line that begins with `>` is a cycle.
 */
export default {
  seeds: [
    '0(init Alpha (version 19))\n1(init Beta (version 18) (goalie))\n4(init Alpha Coach (version 19))\n6(init (version 19))\n7(dispinit version 4)\n>\n0(dash 100 45)(turn_neck 10)(change_view narrow low)(say "abc def")\n6(start)\n>\n1(catch 15)(move -10 20)(synch_see)\n>',
    '0(init A (version 20))\n0(dash (l 50) (r 60 -10))\n0(kick 100 -30)(tackle 90 on)(attentionto our 3)(pointto 10 20)\n0(ear (our l) off)(score)(sense_body)(compression 6)(done)\n>\n2(reconnect A 1)\n>',
    '6(init (version 19))\n6(look)(eye on)\n6(move (player Alpha 3) 10 20 30 1 1)\n6(change_mode play_on)(recover)(ear on)(check_ball)\n6(change_player_type Alpha 3 5)\n>\n>',
    '4(init Alpha Coach (version 16))\n4(team_graphic (0 0 "8 8 1 1" "a c #FFF" "aaaaaaaa"))\n4(say (define (definerule r direc ((true) (do our {1} (hold))))))\n4(change_player_type 3 5)\n>\n4(look)(bye)\n>',
    '7(dispinit)\n7(dispstart)\n7(dispfoul 10 10 1)\n7(dispdiscard 1 3)(dispplayer 1 2 300 400 90)\n7(dispcard 1 3 yellow)(compression 3)\n>\n7(dispbye)\n>',
  ],
  run(bytes: Buffer): void {
    const match = createMatch({ params, seed: 7 });
    const host = createHost(match);
    match.listener = (event) => broadcast(host, event);
    const phases = createSensePhases(host);
    const senders = Array.from({ length: 10 }, () => new Sender());
    const runCycle = () => {
      const { players, coaches, trainer, monitors } = host.clients;
      for (const session of [...players, ...Object.values(coaches), trainer, ...monitors])
        if (session) readSession(host, session);
      step(match);
      runAutoMode(match);
      phases.sense();
      phases.synchronousVision();
      phases.coachVision();
      sendFrame(host, fillFrame(match.world, match.params, host.buffers.frame));
    };
    for (const line of bytes.toString('latin1').split('\n').slice(0, MAX_LINES)) {
      if (line.startsWith('>')) {
        runCycle();
        continue;
      }
      const index = line.charCodeAt(0) % 10 || 0;
      const sender = senders[index] as Sender;
      const text = line.slice(1);
      if (sender.isClient) sender.push(text);
      else if (index === 4 || index === 5) handleCoachRequest(host, sender.visitor, text);
      else if (index === 6) handleTrainerRequest(host, sender.visitor, text);
      else handlePlayerPortRequest(host, sender.visitor, text);
    }
    runCycle();
    for (const { pos, vel } of [match.world.ball, ...match.world.players])
      if (!Number.isFinite(pos.x + pos.y + vel.x + vel.y))
        throw new Error('an object without a finite place');
  },
};
