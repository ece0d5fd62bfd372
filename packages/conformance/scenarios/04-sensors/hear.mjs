// Who hears what: distance, direction, versions, capacity, attention, ears, coach and trainer.

const HEAR = /^\((hear|error|ok)/;

export default ({ presets }) => [
  {
    name: 'hear-directions',
    about:
      'a speaker around listeners of versions 3, 6, 7, 8, 13 and 19, teammates and opponents: directions, forms, cut-off distance',
    options: { ...presets.lab, 'player::player_types': 1, 'server::audio_cut_dist': 30 },
    clients: [
      { id: 'T', type: 'trainer', version: 19, only: HEAR },
      { id: 'S', type: 'player', team: 'Alpha', version: 19, only: HEAR },
      ...[3, 6, 7, 8, 13, 19].flatMap((version) => [
        { id: `L${version}`, type: 'player', team: 'Alpha', version, only: HEAR },
        { id: `R${version}`, type: 'player', team: 'Beta', version, only: HEAR },
      ]),
      { id: 'C', type: 'coach', team: 'Alpha', version: 19, only: HEAR },
      { id: 'D', type: 'coach', team: 'Beta', version: 7, only: HEAR },
    ],
    async script(t) {
      await t.command('(ear on)');
      await t.setPlayMode('play_on');
      let i = 0;
      for (const version of [3, 6, 7, 8, 13, 19]) {
        await t.placePlayer(`L${version}`, -2.3 + 3 * i, 5.7 - i, 20.7 * i - 77, 0, 0);
        await t.placePlayer(`R${version}`, -9.1 + 3 * i, -8.3 + 2 * i, 33.3 * i - 130, 0, 0);
        i += 1;
      }
      for (const [x, y] of [
        [20.3, 7.1],
        [-15.7, 11.3],
        [-12.3, -20.9],
        [29.1, -9.3],
        [1.7, 33.9],
        [35.3, 3.3],
      ]) {
        await t.placePlayer('S', x, y, 0);
        t.addHeading(`speaker at ${x} ${y}`);
        await t.runCycles({
          S: `(say m${Math.round(x)})`,
          L7: '(turn 33.3)',
          R13: ['(turn -20.4)', '(turn_neck 30)'],
        });
      }
    },
  },
  {
    name: 'hear-capacity',
    about:
      'several speakers: full and partial messages, attention, ears, capacity over cycles with hear_max 2 and hear_decay 2',
    options: {
      ...presets.lab,
      'player::player_types': 1,
      'server::hear_max': 2,
      'server::hear_inc': 1,
      'server::hear_decay': 2,
    },
    clients: [
      { id: 'T', type: 'trainer', version: 19, record: false },
      ...[1, 2, 3].map((n) => ({
        id: `L${n}`,
        type: 'player',
        team: 'Alpha',
        version: n === 3 ? 13 : 19,
        only: HEAR,
      })),
      { id: 'R1', type: 'player', team: 'Beta', version: 19, only: HEAR },
      { id: 'R7', type: 'player', team: 'Beta', version: 7, only: HEAR },
    ],
    // Messages whose turn is drawn by chance may come in any order.
    compare: {
      free: [{ match: /^\(hear \d+ (-?\d+ )?(our|opp)/ }, { client: 'R7', match: /^\(hear \d+ -?\d+ / }],
    },
    async script(t) {
      await t.setPlayMode('play_on');
      await t.placePlayer('L1', 0.3, 0.7, 10.3, 0, 0);
      await t.placePlayer('L2', 5.3, 3.7, 100.3, 0, 0);
      await t.placePlayer('L3', -5.3, 3.9, 0, 0, 0);
      await t.placePlayer('R1', 5.7, -8.7, 170, 0, 0);
      await t.placePlayer('R7', 9.7, 8.7, -170, 0, 0);
      await t.runCycles({}, 2);
      t.addHeading('one speaker in every cycle');
      for (let i = 0; i < 4; i += 1) await t.runCycles({ L2: `(say a${i})` });
      await t.runCycles({}, 2);
      t.addHeading('a teammate and an opponent');
      for (let i = 0; i < 3; i += 1) await t.runCycles({ L2: `(say b${i})`, R1: `(say c${i})` });
      await t.runCycles({}, 2);
      t.addHeading('attention to one of two');
      // A version 7 player hears the first of two: that is chance, so it goes out of reach.
      await t.placePlayer('R7', 52, 34, 0);
      await t.runCycles({ L1: '(attentionto our 2)', R1: '(attentionto opp 3)' });
      await t.runCycles({ L2: '(say d)', L3: '(say e)' });
      await t.runCycles({}, 2);
      await t.runCycles({ L1: '(attentionto our 3)', R1: '(attentionto l 2)' });
      await t.runCycles({ L2: '(say f)', L3: '(say g)' });
      await t.runCycles({}, 2);
      t.addHeading('ears');
      await t.runCycles({
        L1: '(ear (off our complete))',
        R1: '(ear (off opp))',
        L3: '(ear (off opp partial))',
      });
      await t.runCycles({ L2: '(say h)', R1: '(say i)' });
      await t.runCycles({ L2: '(say j)', R1: '(say k)' });
      await t.runCycles({ L1: '(ear (on our complete))', R1: '(ear (on))', L3: '(ear (off))' });
      await t.runCycles({}, 2);
      await t.runCycles({ L2: '(say l)' });
      await t.runCycles({ L3: '(ear (on our))' });
      await t.runCycles({ L2: '(say n)' });
    },
  },
  {
    name: 'hear-coach-and-trainer',
    about:
      'say of trainer and coaches, referee calls: what players of several versions, coaches and the trainer hear and when',
    options: { ...presets.lab, 'player::player_types': 1 },
    clients: [
      { id: 'T', type: 'trainer', version: 8, only: HEAR },
      ...[3, 6, 7, 8, 19].map((version) => ({
        id: `L${version}`,
        type: 'player',
        team: 'Alpha',
        version,
        only: HEAR,
      })),
      { id: 'R19', type: 'player', team: 'Beta', version: 19, only: HEAR },
      { id: 'C', type: 'coach', team: 'Alpha', version: 19, only: HEAR },
      { id: 'D', type: 'coach', team: 'Beta', version: 6, only: HEAR },
    ],
    async script(t) {
      await t.command('(ear on)');
      await t.command('(say before kick off)');
      await t.request('D', '(say from the old coach)');
      await t.request('C', '(say (freeform "from the coach"))');
      await t.runCycles();
      await t.setPlayMode('play_on');
      await t.runCycles();
      await t.command('(say "in play")', '(say (hello (world)))');
      await t.runCycles();
      for (const mode of ['goal_l', 'kick_off_r', 'offside_l', 'drop_ball', 'first_half_over']) {
        await t.setPlayMode(mode);
        await t.runCycles();
      }
      await t.request('C', '(say (freeform "again"))');
      await t.runCycles({ L6: '(say old)' });
      await t.runCycles({ L19: '(say new)' });
      await t.runCycles({}, 2);
    },
  },
];
