export default ({ height: { seen, streamed, logged, flights, player } }) => [
  seen({
    name: 'see-ball-height',
    about: 'the ball in flight seen by versions 20, 19, 13 and 8 from several distances, and close behind',
    distances: [3, 8, 15, 45, 60],
    kick: '(kick 40 0 70)',
    wait: 3,
  }),
  streamed({
    name: 'stream-v6',
    about: 'monitor version 6 watches a play in the air',
    version: 6,
    numbers: { power: 60, dir: 10, loft: 40, second: '(kick 35 -20 15)' },
  }),
  streamed({
    name: 'stream-v5',
    about: 'monitor version 5 is blind to height',
    version: 5,
    numbers: { power: 60, dir: 10, loft: 40, second: '(kick 35 -20 15)' },
  }),
  streamed({
    name: 'stream-json',
    about: 'a JSON monitor watches a play in the air',
    version: -1,
    numbers: { power: 60, dir: 10, loft: 40, second: '(kick 35 -20 15)' },
  }),
  logged({
    name: 'rcg-v7',
    about: 'game log version 7',
    version: 7,
    numbers: { power: 50, dir: -15, loft: 55, second: '(kick 30 25 20)' },
  }),
  logged({
    name: 'rcg-json',
    about: 'JSON game log',
    version: -1,
    numbers: { power: 50, dir: -15, loft: 55, second: '(kick 30 25 20)' },
  }),
  flights({
    name: 'flat-mode',
    about:
      '2d_mode on: loft and chest_trap have no effect, a version 20 player gets zeros, rolling does not stop early',
    options: { 'server::2d_mode': 1 },
    plays: [
      ...['(kick 60 10 30)', '(kick 60 10)', '(kick -40 0 30)', '(kick 100 0 90)'].map((send) => ({
        note: send,
        ball: [0, 0, 0.1, 0.1],
        send,
        coast: 3,
      })),
      { note: 'chest_trap', ball: [0, 0, 0.3, 0.1], send: '(chest_trap)', coast: 2 },
      { note: 'chest_trap, kick', ball: [0, 0, 0.3, 0.1], send: ['(chest_trap)', '(kick 50 0)'], coast: 2 },
      { note: 'slow ball', ball: [0, 0, 0.04, 0], at: [4, 0], send: '(turn 0)', coast: 6 },
      { note: 'version 19 kicks with loft', ball: [0, 0], by: 'R1', send: '(kick 60 0 30)', coast: 2 },
    ],
    clients: [player('L1'), player('R1', 19)],
  }),
];
