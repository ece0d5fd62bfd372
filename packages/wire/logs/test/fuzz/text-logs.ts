import { readTextLogBytes } from '../../src/text-log.js';

/** Text logs (`.rcl`). */
export default {
  seeds: [
    '0,0\tRecv HELIOS_1: (init HELIOS (version 18) (goalie))\n1,0\tRecv HELIOS_1: (dash 100 0)(turn_neck 3)(done)\n1,0\t(referee kick_off_l)\n2,1\tRecv HELIOS_Coach: (say (freeform "a"))\n',
  ],
  run(bytes: Buffer): void {
    for (const _ of readTextLogBytes(bytes));
  },
};
