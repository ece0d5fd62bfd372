// sense_body and fullstate over a play that uses everything.

const ALL = [5, 6, 7, 8, 12, 13, 14, 18, 19];

/** A play in which the observed player dashes, turns, kicks, tackles, points, listens, collides. */
async function play(t, ids) {
  const all = (command) => Object.fromEntries(ids.map((id) => [id, command]));
  await t.setPlayMode('play_on');
  for (const [i, id] of ids.entries())
    await t.placePlayer(id, -30 + 5 * i, -12.3 + 2 * i, 20.5 + 31 * i, 0, 0);
  await t.placePlayer('R9', 20, 20, 0, 0, 0);
  await t.placeBall(0, 25);
  t.addHeading('dash, neck');
  await t.runCycles(all(['(dash 80)', '(turn_neck 30.6)']));
  await t.runCycles(all(['(turn 44.4)', '(turn_neck -100.2)']));
  t.addHeading('arm');
  await t.runCycles(all('(pointto 12.3 -20.5)'));
  await t.runCycles(all(['(dash 50)', '(pointto off)']));
  await t.runCycles({}, 4);
  await t.runCycles(all('(pointto 3.3 100.4)'));
  t.addHeading('attention');
  await t.runCycles(all('(attentionto opp 1)'));
  await t.runCycles(all('(attentionto off)'));
  t.addHeading('kick and catch without the ball, say, view');
  await t.runCycles(all(['(kick 50 10)', '(say x)', '(change_view narrow)']));
  await t.runCycles(all(['(catch 10)', '(change_focus 8 12)']));
  t.addHeading('collisions');
  for (const [i, id] of ids.entries()) {
    await t.placePlayer(id, -30 + 5 * i, 10, 0, 0.5, 0);
  }
  await t.placePlayer('R9', -29.2, 10, 180, -0.5, 0);
  await t.runCycles();
  await t.placeBall(-24.4, 10.1, -0.4, 0);
  await t.runCycles({}, 2);
  t.addHeading('tackle');
  await t.runCycles(all('(tackle 20)'));
  await t.runCycles(all('(dash 100)'));
  await t.runCycles({}, 8);
}

export default ({ presets }) => [
  {
    name: 'sense-body-versions',
    about:
      'sense_body of nine versions through one play: speed, neck, counts, arm, focus, tackle, collision, foul, focus point',
    options: {
      ...presets.lab,
      'player::player_types': 1,
      'server::tackle_cycles': 6,
      'server::tackle_exponent': 400,
    },
    clients: [
      { id: 'T', type: 'trainer', version: 19, record: false },
      ...ALL.map((version) => ({
        id: `V${version}`,
        type: 'player',
        team: 'Alpha',
        version,
        only: /^\((sense_body|error)/,
      })),
      { id: 'R9', type: 'player', team: 'Beta', version: 19, record: false },
    ],
    script: (t) =>
      play(
        t,
        ALL.map((v) => `V${v}`),
      ),
  },
  {
    name: 'fullstate-versions',
    about: 'fullstate of versions 5, 7, 8, 13 and 19 through the same play, left and right',
    options: {
      ...presets.lab,
      'player::player_types': 1,
      'server::tackle_cycles': 6,
      'server::tackle_exponent': 400,
      'server::fullstate_l': 1,
      'server::fullstate_r': 1,
    },
    clients: [
      { id: 'T', type: 'trainer', version: 19, record: false },
      ...[5, 8, 19].map((version) => ({
        id: `V${version}`,
        type: 'player',
        team: 'Alpha',
        version,
        goalie: version === 8,
        only: /^\(fullstate/,
      })),
      { id: 'R9', type: 'player', team: 'Beta', version: 7, only: /^\(fullstate/ },
      { id: 'R13', type: 'player', team: 'Beta', version: 13, only: /^\(fullstate/ },
    ],
    async script(t) {
      await play(t, ['V5', 'V8', 'V19', 'R13']);
      t.addHeading('modes');
      for (const mode of ['goal_l', 'free_kick_r', 'penalty_kick_l', 'before_kick_off']) {
        await t.setPlayMode(mode);
        await t.runCycles();
      }
    },
  },
  {
    name: 'view-of-the-trainer',
    about: 'see_global of trainers and coaches through the same play: arms, tackling, kicking, collisions',
    options: {
      ...presets.lab,
      'player::player_types': 1,
      'server::tackle_cycles': 6,
      'server::tackle_exponent': 400,
    },
    clients: [
      { id: 'T', type: 'trainer', version: 14, only: /^\((see_global|hear)/ },
      ...[7, 13, 19].map((version) => ({
        id: `V${version}`,
        type: 'player',
        team: 'Alpha',
        version,
        goalie: version === 13,
        record: false,
      })),
      { id: 'R9', type: 'player', team: 'Beta', version: 19, record: false },
      { id: 'C', type: 'coach', team: 'Alpha', version: 18, eye: true, only: /^\((see_global|hear)/ },
      { id: 'D', type: 'coach', team: 'Beta', version: 7, eye: true, only: /^\((see_global|hear)/ },
    ],
    compare: { free: [{ match: /^\(hear \d+ \(p / }] },
    script: (t) => play(t, ['V7', 'V13', 'V19']),
  },
  {
    name: 'pointto',
    about: 'pointing: rounding of the shown target while moving, ban, expiry, off; what coaches see',
    options: {
      ...presets.lab,
      'player::player_types': 1,
      'server::point_to_ban': 4,
      'server::point_to_duration': 9,
      'server::fullstate_l': 1,
    },
    clients: [
      { id: 'T', type: 'trainer', version: 19, only: /^\(see_global/ },
      { id: 'L1', type: 'player', team: 'Alpha', version: 19, only: /^\((sense_body|fullstate)/ },
      { id: 'L2', type: 'player', team: 'Alpha', version: 8, only: /^\(sense_body/ },
    ],
    async script(t) {
      await t.setPlayMode('play_on');
      await t.placePlayer('L1', -10.3, 4.7, 33.3, 0.4, 0.1);
      await t.placePlayer('L2', -20.3, -4.7, -133.3, 0, 0);
      const commands = [
        '(pointto 10.37 22.2)',
        '(pointto 5 5)',
        '(turn 60)',
        '(dash 100)',
        '(pointto off)',
        '(pointto 2.5 -170.7)',
        '(turn_neck 40.4)',
        '',
        '',
        '',
        '',
        '',
        '',
        '',
        '',
        '',
        '',
        '(pointto 0.04 10)',
        '(dash 100)',
        '',
        '',
        '',
        '',
        '(pointto off)',
        '(pointto 70 0)',
        '(turn -90)',
        '',
      ];
      for (const command of commands) await t.runCycles(command ? { L1: command, L2: command } : {});
    },
  },
];
