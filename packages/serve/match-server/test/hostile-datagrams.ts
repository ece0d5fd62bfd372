import { deflateSync } from 'node:zlib';
import { createRandom } from '../../../kit/kit/test/random.mjs';

/** Hostile datagrams: noise, damaged commands, bombs. Drawn from a seed, so that a failure can be repeated. */

/** Valid messages of every kind of client, to be damaged. */
const VALID_MESSAGES = [
  '(init Alpha (version 19))',
  '(init Beta (version 19) (goalie))',
  '(init Alpha Coach (version 19))',
  '(init (version 19))',
  '(reconnect Alpha 1)',
  '(dispinit version 4)',
  '(dispinit)',
  '(dash 100 45)(turn_neck 10)(change_view narrow low)',
  '(dash (l 50) (r 60 -10))',
  '(kick 100 -30)',
  '(tackle 90 on)(attentionto our 3)(pointto 10 20)',
  '(say "abc def")(hear (our l) off)(synch_see)',
  '(catch 15)(move -10 20)(score)(sense_body)',
  '(compression 6)',
  '(done)',
  '(look)(eye on)',
  '(change_player_type 3 5)',
  '(team_graphic (0 0 "8 8 1 1" "a c #FFF" "aaaaaaaa"))',
  '(say (define (rule r (dont our {1} (pass {2})))))',
  '(say (advice (6000 (true) "g" (do our {0} (mark {1 2 3})))))',
  '(say (freeform "hello"))',
  '(move (player Alpha 3) 10 20 30 1 1)(start)(check_ball)',
  '(change_mode play_on)(recover)(ear on)',
  '(dispstart)(dispfoul 10 10 1)(dispdiscard 1 3)(dispplayer 1 2 300 400 90)',
  '(dispcard 1 3 yellow)(compression 3)',
] as const;

const pick = <T>(random: () => number, list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
const randomBelow = (random: () => number, n: number) => Math.floor(random() * n);

const noiseSource = createRandom(1);
const NOISE = Buffer.from(Array.from({ length: 70_000 }, () => Math.floor(noiseSource() * 256)));
const COMPRESSION_BOMB = deflateSync(Buffer.alloc(8 << 20, 0x28));

function createNoise(random: () => number, length: number): Buffer {
  const at = randomBelow(random, NOISE.length - length);
  return NOISE.subarray(at, at + length);
}

/** A valid message with some bytes changed, removed or doubled, or with the tail of another one. */
function damageMessage(random: () => number): Buffer {
  let text = pick(random, VALID_MESSAGES) as string;
  for (let n = randomBelow(random, 4); n >= 0; n--) {
    const at = randomBelow(random, text.length);
    const to = at + randomBelow(random, 12);
    const kind = randomBelow(random, 6);
    if (kind === 0) text = text.slice(0, at) + text.slice(to);
    else if (kind === 1)
      text = text.slice(0, at) + String.fromCharCode(randomBelow(random, 256)) + text.slice(at + 1);
    else if (kind === 2) text = text.slice(0, to) + text.slice(at);
    else if (kind === 3)
      text = text.slice(0, at) + pick(random, VALID_MESSAGES).slice(randomBelow(random, 20));
    else if (kind === 4)
      text = text.replace(
        /-?\d+/,
        pick(random, ['1e999', 'nan', '-2147483649', '99999999999', 'inf', '0x7f', '.', '--1']),
      );
    else
      text =
        text.slice(0, at) + pick(random, ['(', ')', '"', '\0', ' ', '\n', '{', '}', '\xff']) + text.slice(at);
  }
  return Buffer.from(random() < 0.8 ? `${text}\0` : text, 'latin1');
}

/** One hostile datagram of at most 65 000 bytes. */
export function createHostileDatagram(random: () => number): Buffer {
  const kind = randomBelow(random, 12);
  switch (kind) {
    case 0:
      return createNoise(random, randomBelow(random, 600));
    case 1:
      return createNoise(random, 8000 + randomBelow(random, 50_000));
    case 2:
      return Buffer.from('('.repeat(1 + randomBelow(random, 30_000)), 'latin1');
    case 3:
      return Buffer.from(`(say ${'('.repeat(4000)}${')'.repeat(4000)})\0`, 'latin1');
    case 4:
      return Buffer.from(
        `(say (define ${'(condition "c" (not '.repeat(300)}(true)${'))'.repeat(300)}))\0`,
        'latin1',
      );
    case 5:
      return COMPRESSION_BOMB;
    case 6: {
      const packed = deflateSync(damageMessage(random));
      return random() < 0.5 ? packed : packed.subarray(0, randomBelow(random, packed.length));
    }
    case 7:
      return Buffer.from(
        `(init T${randomBelow(random, 1e6)} (version ${randomBelow(random, 25)}))\0`,
        'latin1',
      );
    case 8:
      return Buffer.from(`(dash 1)${'(turn 1)'.repeat(randomBelow(random, 1000))}\0`, 'latin1');
    default:
      return damageMessage(random);
  }
}
