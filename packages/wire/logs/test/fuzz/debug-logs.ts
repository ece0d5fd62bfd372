import { openDebugLog } from '../../src/entries/debug.js';
import { parseKeepawayLog } from '../../src/keepaway-log.js';

/** Debug files: of this project, of debug servers, of clients; keepaway logs. The first line is the name of the file. */
export default {
  seeds: [
    'Reds-7.jsonl\n{"cycle":1,"side":"l","unum":7,"draw":[{"kind":"circle","x":1,"y":2,"radius":3}],"text":"a"}\n',
    'Reds-7.log\n12,0 1 M hello\n12,1 1 c 1.0 2.0 3.0 #ff0000\n',
    'x.log\n%% step 1 0\n%% debug l 7 hello\n',
    'x.log\n(init l 7 before_kick_off)\n(see 1 ((b) 1 2))\n',
    'x.kwy\n1 3 42 50 0 0\n',
  ],
  run(bytes: Buffer): void {
    const end = bytes.indexOf(10);
    const name = bytes.subarray(0, Math.max(0, end)).toString('latin1');
    const text = bytes.toString('latin1', end + 1);
    for (const read of [() => openDebugLog(text, name, () => 'l'), () => parseKeepawayLog(text)])
      try {
        read();
      } catch (error) {
        // Errors for a person; faults of the program are of other kinds.
        if (error instanceof TypeError || error instanceof RangeError) throw error;
      }
  },
};
