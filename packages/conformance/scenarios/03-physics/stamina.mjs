// Stamina, effort, recovery and capacity over a long time.

const TEAM = [
  { id: 'L1', type: 'player', team: 'Alpha', version: 19, only: /^\((sense_body|fullstate)/ },
  { id: 'L2', type: 'player', team: 'Alpha', version: 12, only: /^\(sense_body/ },
];

function run({ name, about, options, pattern, cycles, every = 1 }) {
  return ({ presets }) => ({
    name,
    about,
    options: { ...presets.lab, 'server::fullstate_l': 1, ...options },
    clients: [{ id: 'T', type: 'trainer', version: 19, record: false }, ...TEAM],
    async script(t) {
      await t.setPlayMode('play_on');
      await t.placePlayer('L1', -30, 5, 0, 0, 0);
      await t.placePlayer('L2', -30, -5, 0, 0, 0);
      for (let i = 0; i < cycles; i += 1) {
        t.recording = i % every === 0;
        await t.runCycles(pattern(i));
        // Back to the left, so that nobody leaves the field.
        if (i % 60 === 59) {
          await t.placePlayer('L1', -30, 5, 0);
          await t.placePlayer('L2', -30, -5, 0);
        }
      }
    },
  });
}

export default (kit) => [
  run({
    name: 'stamina-full-speed',
    about: '300 cycles at full power: stamina, effort and recovery fall; a second player rests now and then',
    options: {},
    cycles: 300,
    pattern: (i) => ({ L1: '(dash 100)', L2: i % 7 < 4 ? '(dash 90)' : '(turn 0)' }),
  })(kit),
  run({
    name: 'stamina-capacity',
    about: 'a small capacity runs out; extra stamina; recovery of stamina ends',
    options: {
      'server::stamina_capacity': 3000,
      'server::extra_stamina': 80,
      'server::stamina_max': 4000,
      'server::stamina_inc_max': 60,
      'server::effort_dec_thr': 0.4,
      'server::effort_inc_thr': 0.5,
    },
    cycles: 160,
    pattern: (i) => ({ L1: i % 40 < 30 ? '(dash 100)' : '(turn 0)', L2: '(dash (l 100 0)(r 30 0))' }),
  })(kit),
];
