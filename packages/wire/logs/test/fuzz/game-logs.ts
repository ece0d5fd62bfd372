import { openLog, readLogBytes } from '../../src/index.js';

/** Game logs of every version, compressed or not: read whole and by record. */
export default {
  seeds: [
    'ULG6\n(server_param (catch_ban_cycle 5))\n(player_param (player_types 18))\n(player_type (id 0)(player_speed_max 1.05))\n(playmode 1 kick_off_l)\n(team 1 a b 1 0)\n(show 1 ((b) 0 0 0 0) ((l 1) 0 0x9 -50 0 0 0 0 0 (v h 180) (s 8000 1 1 130600) (c 0 0 0 0 0 0 0 0 0 0 0)))\n(msg 1 1 "(result 202611281200 a-vs-b 1-0)")\n',
    '["JSON",{"version":"json"},{"server_param":{"goal_width":14.02}},{"team":{"time":1,"l":{"name":"a","score":1},"r":{"name":"b","score":0}}},{"show":{"time":1,"mode":"play_on","ball":{"x":0,"y":0,"vx":0,"vy":0},"players":[]}}]',
    'ULG5\n(show 1 ((b) 0 0 0 0))\n',
    'ULG4\n(msg 1 1 "x")\n',
    Buffer.concat([Buffer.from('ULG\u0003', 'latin1'), Buffer.alloc(400)]),
    Buffer.concat([Buffer.from('ULG\u0002', 'latin1'), Buffer.alloc(400)]),
    Buffer.alloc(1000, 1),
  ] as (string | Buffer)[],
  maxBytes: 8192,
  run(bytes: Buffer): void {
    const opened = openLog(bytes, { maxBytes: 2 ** 20 });
    if (opened.ok) {
      const log = opened.value;
      for (let i = 0; i < log.frameCount; i++) log.frame(i);
      log.frameAt(0);
    } else if (!opened.error.message) throw new Error('a failure without a message');
    let records = 0;
    for (const _ of readLogBytes(bytes)) records++;
    if (records === 0) throw new Error('neither a record nor damage');
  },
};
