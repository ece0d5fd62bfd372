const NUMBERS = [
  '5e',
  '5e+',
  '5E-',
  '.5e',
  '-5e',
  '5e1',
  '5e+1',
  '5ex',
  '5e.',
  '5e(',
  '1.5e-',
  '5d',
  '5 e',
  'e5',
  '05e',
  '0x5p',
  '0x5p-',
  '0x',
  '0xg',
];

export default ({ presets }) => [
  {
    name: 'numbers-that-break-off',
    about: 'numbers of trainer and monitor commands that break off in their exponent',
    options: { ...presets.lab },
    clients: [
      { id: 'T', type: 'trainer', version: 19 },
      { id: 'L1', type: 'player', team: 'Alpha', version: 19, record: false },
      { id: 'M', type: 'monitor', version: 4, only: /^\((ok|error|warning)/ },
    ],
    compare: { ignore: [{ match: /^\((server_param|player_param|player_type)/ }] },
    async script(t) {
      await t.request('T', '(eye on)');
      await t.setPlayMode('play_on');
      for (const text of NUMBERS) {
        await t.placePlayer('L1', -20, -20, 0, 0, 0);
        await t.placeBall(1, 2);
        for (const command of [
          `(move (ball) ${text} 7)`,
          `(move (ball) 3 ${text})`,
          `(move (ball) 3 4 0 ${text} ${text})`,
          `(move (player Alpha 1) ${text} -14)`,
          `(move (player Alpha 1) -13 ${text} 20)`,
          `(move (player Alpha 1) -3 -24 ${text} 0.1 0.2)`,
          `(move (player Alpha ${text}) -3 -4)`,
        ]) {
          t.addHeading(command);
          await t.request('T', command);
          await t.runCycles();
        }
        t.addHeading(`monitor: ${text}`);
        await t.sendAndWait('M', `(move (ball) ${text} 7)`);
        await t.runCycles();
        await t.sendAndWait('M', `(move (player Alpha 1) -16 ${text} 8)`);
        await t.runCycles();
      }
    },
  },
];
