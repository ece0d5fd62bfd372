// Forms of the player's init message, full teams, goalies, ports, endings of datagrams.

const ANSWERS = /^\((init|error|warning|ok|reconnect)/;

const FORMS = [
  '(init)',
  '(init )',
  '(init Alpha',
  '(init Alpha)',
  '(init Alpha (version 19)',
  '(init Alpha (version 19))',
  '(init Alpha (version 19) (goalie))',
  '(init Alpha (goalie) (version 19))',
  '(init Alpha (goalie))',
  '(init Alpha (version abc))',
  '(init Alpha (version))',
  '(init Alpha (version 7.9))',
  '(init Alpha (version 20))',
  '(init Alpha (version 0))',
  '(init Alpha (version 2.5))',
  '(init Alpha (version -3))',
  '(init Al.pha (version 19))',
  '(init "Alpha" (version 19))',
  '(init ABCDEFGHIJKLMNOP (version 19))',
  '(init ABCDEFGHIJKLMNO (version 18))',
  '( init Alpha (version 19))',
  '(init   Alpha   (version   19)  )',
  '(init Alpha(version 19))',
  '(init Alpha (version 19))\n',
  'init Alpha',
  '(foo)',
  '',
  '(init Alpha (version 19) (captain))',
  '(init Alpha (version 18) (version 19))',
  '(INIT Alpha (version 19))',
  '(init Alpha (version 1e1))',
  '(init Gamma (version 19))',
];

export default ({ families, presets, rules }) => [
  families.playerInitForms(
    'player-init-forms',
    'good, odd and wrong init messages of players and their answers',
    FORMS,
  ),
  {
    name: 'teams-full',
    about: 'twelfth player, second goalie, third team, uniform numbers',
    options: { ...presets.lab, 'player::player_types': 1 },
    clients: [{ id: 'T', type: 'trainer', version: 19, only: /^\((ok team|see_global)/ }],
    async script(t) {
      const join = (id, team, more = {}) =>
        t.connect({ id, type: 'player', team, version: 19, only: ANSWERS, refused: true, ...more });
      for (let i = 1; i <= 4; i += 1) await join(`A${i}`, 'Alpha');
      await join('A5', 'Alpha', { goalie: true });
      await join('A5b', 'Alpha', { goalie: true });
      await join('B1', 'Beta-_1', { goalie: true, version: 8 });
      await join('C1', 'Gamma');
      for (let i = 6; i <= 12; i += 1) await join(`A${i}`, 'Alpha', { version: 3 + i });
      await join('B2', 'Beta-_1', { version: 3 });
      await t.request('T', '(team_names)');
      await t.runCycles({}, 2);
    },
  },
  {
    name: 'defaults-v19',
    about: 'all parameters of a server with default options, as a version 19 player sees them',
    params: true,
    options: { ...presets.synch },
    clients: [{ id: 'L1', type: 'player', team: 'Alpha', version: 19 }],
    compare: { ignore: [rules.randomTypes, { match: /^\(see/ }] },
    async script(t) {
      await t.connect({ id: 'R1', type: 'player', team: 'Beta', version: 13 });
      await t.connect({ id: 'R2', type: 'player', team: 'Beta', version: 7 });
      await t.connect({
        id: 'M',
        type: 'monitor',
        version: 4,
        only: /^\((server_param|player_param|player_type)/,
      });
      await t.runCycles({}, 2);
    },
  },
  {
    name: 'init-port',
    about: 'commands to the init port after init: refused from version 8 on',
    unsupported: { websocket: 'a WebSocket of one client has no init port' },
    options: { ...presets.lab, 'player::player_types': 1 },
    clients: [{ id: 'T', type: 'trainer', version: 19, only: /^\((ok|error)/ }],
    compare: { ignore: [{ match: /^\(see/ }] },
    async script(t) {
      for (const version of [7, 8, 19])
        await t.connect({ id: `V${version}`, type: 'player', team: 'Alpha', version });
      await t.connect({ id: 'C', type: 'coach', team: 'Alpha', version: 19 });
      await t.connect({ id: 'C7', type: 'coach', team: 'Alpha', version: 7, refused: true });
      await t.connect({ id: 'M', type: 'monitor', version: 3, only: /^\((msg|error)/ });
      await t.runCycles();
      for (const id of ['V7', 'V8', 'V19']) {
        await t.sendAndWait(id, '(turn 10)', { port: t.server.port });
        await t.sendAndWait(id, '(init Alpha (version 19))', { port: t.server.port });
        await t.sendAndWait(id, '(nonsense)', { port: t.server.port });
      }
      await t.sendAndWait('C', '(look)', { port: t.server.port + 2 });
      await t.sendAndWait('T', '(look)', { port: t.server.port + 1 });
      await t.sendAndWait('M', '(dispstart)', { port: t.server.port });
      await t.runCycles({}, 2);
    },
  },
  {
    name: 'datagram-ending',
    about: 'datagrams without an ending NUL: a warning from version 8 on (players, coach, trainer, monitor)',
    options: { ...presets.lab, 'player::player_types': 1 },
    clients: [{ id: 'T', type: 'trainer', version: 19, only: /^\((ok|error|warning)/ }],
    compare: { ignore: [{ match: /^\(see/ }] },
    async script(t) {
      for (const version of [5, 7, 8, 13, 19])
        await t.connect({ id: `V${version}`, type: 'player', team: 'Alpha', version });
      await t.connect({ id: 'C', type: 'coach', team: 'Alpha', version: 19 });
      await t.connect({ id: 'M', type: 'monitor', version: 4, only: /^\((msg|error)/ });
      await t.runCycles();
      for (const id of ['V5', 'V7', 'V8', 'V13', 'V19']) {
        await t.sendAndWait(id, '(turn 10)', { raw: true });
        await t.sendAndWait(id, '(turn_neck 10)\n', { raw: true });
        await t.sendAndWait(id, '(change_view wide)\n');
        await t.sendAndWait(id, '(nonsense)', { raw: true });
      }
      await t.request('C', '(team_names)', 2, { raw: true });
      await t.request('T', '(team_names)', 2, { raw: true });
      await t.sendAndWait('M', '(check_ball)', { raw: true });
      await t.sendAndWait('M', '(check_ball)');
      await t.runCycles({}, 2);
    },
  },
];
