// Player types at the kick-off, substitutions late in a match, goalie changes, and who is told (spec 07
// §5, §8 and §9; spec 05b §3).

export default ({ clang, presets }) => {
  const { plannedScenario, spec } = clang;
  const P = spec.player;
  const types = { 'player::player_types': 8 };
  const _STDOUT = { stdout: /^rcssserver changes|connected|Kick_off|disconnected/ };
  return [
    plannedScenario({
      name: 'types-at-kick-off',
      about:
        'first kick-off: types that the coach gave are kept, the others get the lowest free ones, goalie first',
      options: { ...types },
      logs: { stdout: /^rcssserver changes/ },
      mode: null,
      clients: [
        spec.trainer(),
        ...[1, 2, 3, 4, 5].map((n) => P(`L${n}`, 'Alpha', n === 5 ? 7 : 19, { goalie: n === 3 })),
        ...[1, 2, 3].map((n) => P(`R${n}`, 'Beta', n === 1 ? 6 : 16)),
        spec.coach('C', 'Alpha', 19),
        spec.coach('D', 'Beta', 7),
        spec.monitor(),
      ],
      plan: [
        [0, 'C', ['(change_player_type 2 5)', '(change_player_type 4 1)', '(change_player_type 4 2)']],
        [1, 'T', '(change_player_type Beta 2 0)'],
        [2, 'T', '(start)'],
        [4, 'T', '(start)'],
        [5, 'C', '(change_player_type 1 5)'],
        [6, 'C', '(change_player_type 1 6)'],
      ],
    }),
    plannedScenario({
      name: 'types-at-kick-off-free',
      about: 'first kick-off with allow_mult_default_type: nobody is changed',
      options: { ...types, 'player::allow_mult_default_type': 1 },
      logs: { stdout: /^rcssserver changes/ },
      mode: null,
      clients: [
        spec.trainer(),
        ...[1, 2, 3].map((n) => P(`L${n}`, 'Alpha', 19)),
        P('R1', 'Beta', 19),
        spec.coach('C', 'Alpha', 19),
      ],
      plan: [
        [
          0,
          'C',
          [
            '(change_player_type 2 5)',
            '(change_player_type 3 0)',
            '(change_player_type 2 0)',
            '(change_player_type 1 0)',
          ],
        ],
        [2, 'T', '(start)'],
        [4, '=', 'free_kick_l'],
        [5, 'C', ['(change_player_type 1 3)', '(change_player_type 1 0)', '(change_player_type 2 3)']],
      ],
    }),
    plannedScenario({
      name: 'types-two-of-each',
      about: 'first kick-off and substitutions with pt_max 2 and three types for six players',
      options: { 'player::player_types': 3, 'player::pt_max': 2, 'player::subs_max': 5 },
      logs: { stdout: /^rcssserver changes/ },
      mode: null,
      clients: [
        spec.trainer(),
        ...[1, 2, 3, 4, 5, 6, 7].map((n) => P(`L${n}`, 'Alpha', 19, { goalie: n === 7 })),
        P('R1', 'Beta', 19),
        spec.coach('C', 'Alpha', 19),
      ],
      plan: [
        [
          0,
          'C',
          [
            '(change_player_type 1 2)',
            '(change_player_type 2 2)',
            '(change_player_type 3 2)',
            '(change_player_type 2 1)',
          ],
        ],
        [2, 'T', '(start)'],
        [4, '=', 'kick_in_r'],
        [
          5,
          'C',
          [
            '(change_player_type 1 0)',
            '(change_player_type 1 1)',
            '(change_player_type 1 2)',
            '(change_player_type 3 2)',
            '(change_player_type 6 2)',
          ],
        ],
        [6, 'T', ['(change_player_type Alpha 3 2)', '(change_player_type Alpha 4 2)']],
        [7, 'C', '(change_player_type 5 2)'],
      ],
    }),
    plannedScenario({
      name: 'types-vector-a',
      about: 'substitutions by two coaches and the trainer before and after the kick-off, step by step',
      options: { 'player::player_types': 18, 'player::pt_max': 1, 'player::subs_max': 2 },
      logs: { stdout: /^rcssserver changes/ },
      mode: null,
      clients: [
        spec.trainer({ record: true, only: /^\((ok|error|warning|change)/ }),
        ...[1, 2, 3, 4].map((n) => P(`L${n}`, 'Alpha', 19, { goalie: n === 1 })),
        ...[1, 2, 3, 4].map((n) => P(`R${n}`, 'Beta', 14)),
        spec.coach('C', 'Alpha', 19),
        spec.coach('D', 'Beta', 16),
      ],
      plan: [
        [
          0,
          'C',
          [
            '(change_player_type 2 3)',
            '(change_player_type 3 3)',
            '(change_player_type 2 3)',
            '(change_player_type 2 0)',
            '(change_player_type 3 0)',
            '(change_player_type 5 4)',
            '(change_player_type 2 18)',
            '(change_player_type 1 5)',
            '(change_player_type 2 goalie)',
            '(change_player_type 3 6 x',
            '(change_player_types (2 3))',
          ],
        ],
        [0, 'T', ['(change_player_type Beta 1 7)', '(change_player_type Beta 2 7)']],
        [0, 'D', ['(change_player_type 1 goalie)', '(change_player_type 3 8)']],
        [1, 'T', '(start)'],
        [3, 'C', ['(change_player_type 4 9)', '(change_player_type 4 10)', '(change_player_type 3 11)']],
        [3, 'T', '(change_player_type Alpha 3 11)'],
        [4, '=', 'play_on'],
        [5, 'D', ['(change_player_type 3 99)', '(change_player_type 1 goalie)']],
        [6, '=', 'free_kick_l'],
        [7, 'D', ['(change_player_type 3 7)', '(change_player_type 1 12)', '(change_player_type 3 12)']],
      ],
    }),
    plannedScenario({
      name: 'types-late',
      about: 'no substitutions once the normal and extra halves are over',
      options: { ...types, 'server::half_time': 1, 'server::extra_half_time': 1 },
      mode: 'kick_in_l',
      clients: [
        spec.trainer(),
        P('L1', 'Alpha', 19),
        P('L2', 'Alpha', 19),
        P('R1', 'Beta', 19),
        spec.coach('C', 'Alpha', 19),
      ],
      plan: [
        [38, 'C', '(change_player_type 1 1)'],
        [39, 'C', '(change_player_type 1 2)'],
        [40, 'C', '(change_player_type 1 3)'],
        [41, 'C', '(change_player_type 1 99)'],
        [42, 'T', '(change_player_type Alpha 2 4)'],
      ],
    }),
    plannedScenario({
      name: 'types-told-later',
      about:
        'players and coaches that connect later are told of all changes, as far as their version knows them',
      options: { ...types },
      mode: 'kick_in_l',
      clients: [
        spec.trainer(),
        P('L1', 'Alpha', 19),
        P('L2', 'Alpha', 19, { goalie: true }),
        P('R1', 'Beta', 19),
        P('R2', 'Beta', 19),
      ],
      declare: { L1: '7 8', R1: '8 8' },
      plan: [
        [
          0,
          'T',
          [
            '(change_player_type Alpha 1 3)',
            '(change_player_type Alpha 2 0)',
            '(change_player_type Beta 2 4)',
            '(change_player_type Beta 2 5)',
          ],
        ],
        [1, '+', P('L3', 'Alpha', 6)],
        [2, '+', P('L4', 'Alpha', 7)],
        [3, '+', P('L5', 'Alpha', 19)],
        [4, '+', P('R3', 'Beta', 8)],
        [5, '+', spec.coach('C', 'Alpha', 6)],
        [6, '+', spec.coach('D', 'Beta', 19)],
        [7, '-', 'L1'],
        [8, 'T', ['(change_player_type Alpha 1 6)', '(change_player_type Beta 1 1)']],
        [9, '+', P('R4', 'Beta', 19)],
      ],
      compare: { free: [{ match: /^\(clang / }] },
    }),
    plannedScenario({
      name: 'goalie-change',
      about:
        'change_player_type N goalie: modes, refusals, who is told, what team mates and opponents see afterwards',
      options: { ...types, 'server::fullstate_l': 1 },
      mode: 'kick_in_l',
      clients: [
        spec.trainer({ record: true, only: /^\((see_global|ok|error)/ }),
        P('L1', 'Alpha', 19, { only: /^\((change|fullstate|hear)/ }),
        P('L2', 'Alpha', 15, { goalie: true }),
        P('L3', 'Alpha', 16),
        P('R1', 'Beta', 19),
        P('R2', 'Beta', 15),
        spec.coach('C', 'Alpha', 19),
        spec.coach('D', 'Beta', 15),
        spec.monitor(),
      ],
      plan: [
        [
          0,
          'C',
          ['(change_player_type 1 goalie)', '(change_player_type 2 goalie)', '(change_player_type 9 goalie)'],
        ],
        [
          1,
          'D',
          [
            '(change_player_type 3 goalie)',
            '(change_player_type 2 goaliexyz)',
            '(change_player_type 1 goalie)',
          ],
        ],
        [2, '-', 'L2'],
        [3, '=', 'play_on'],
        [4, 'C', '(change_player_type 1 goalie)'],
        [5, '=', 'penalty_ready_l'],
        [6, 'C', '(change_player_type 1 goalie)'],
        [7, '=', 'penalty_taken_r'],
        [8, 'C', '(change_player_type 1 goalie)'],
        [9, '=', 'penalty_setup_l'],
        [
          10,
          'C',
          [
            '(change_player_type 2 goalie)',
            '(change_player_type 7 goalie)',
            '(change_player_type 3 goalie)',
            '(change_player_type 1 goalie)',
          ],
        ],
        [11, 'C', '(look)'],
        [11, 'D', '(look)'],
        [12, '=', 'play_on'],
        [13, 'L3', '(catch 0)'],
      ],
      cycles: 16,
    }),
    {
      name: 'goalie-change-seen',
      about: 'names of a goalie made by the coach, as seen by team mates and opponents',
      options: { ...presets.lab, ...types },
      clients: [
        spec.trainer(),
        ...['L1', 'L2'].map((id) => P(id, 'Alpha', 19, { only: /^\(see/ })),
        ...['R1', 'R2'].map((id) => P(id, 'Beta', 19, { only: /^\(see/ })),
        spec.coach('C', 'Alpha', 19),
        spec.coach('D', 'Beta', 19),
      ],
      compare: { replace: [{ match: /^\(see /, from: /\(\((?!p).*?\) [^)]*\) ?/g, to: '' }] },
      async script(t) {
        await t.setPlayMode('kick_in_l');
        await t.placeBall(0, 30);
        for (const [id, x, y, a] of [
          ['L1', -5, 0, 0],
          ['L2', 0, 0, 180],
          ['R1', 5, 1, 180],
          ['R2', 9, -1, 180],
        ])
          await t.placePlayer(id, x, y, a);
        await t.runCycles({
          L1: '(change_view narrow)',
          L2: '(change_view narrow)',
          R1: '(change_view narrow)',
          R2: '(change_view narrow)',
        });
        await t.runCycles({}, 2);
        t.addHeading('L2 becomes goalie');
        await t.request('C', '(change_player_type 2 goalie)', 2, { match: /change_player_type/ });
        await t.runCycles();
        await t.request('C', '(look)', 1, { match: /^\(ok look/ });
        await t.request('D', '(look)', 1, { match: /^\(ok look/ });
        t.addHeading('R1 becomes goalie');
        await t.request('D', '(change_player_type 1 goalie)', 2, { match: /change_player_type/ });
        await t.runCycles({}, 2);
        await t.request('D', '(eye on)');
        await t.runCycles({}, 2);
      },
    },
    plannedScenario({
      name: 'coach-message-file',
      about: 'coach_msg_file: its text is sent to coaches of version 11 and later when they connect',
      files: { 'news.txt': 'hello "coach"\nsecond line\n' },
      options: { 'server::coach_msg_file': './news.txt' },
      mode: 'kick_in_l',
      clients: [spec.trainer(), P('L1', 'Alpha', 19), P('R1', 'Beta', 19)],
      plan: [
        [0, '+', spec.coach('C', 'Alpha', 11)],
        [1, '+', spec.coach('D', 'Beta', 10)],
      ],
    }),
    plannedScenario({
      name: 'coach-message-file-missing',
      about: 'coach_msg_file that does not exist',
      options: { 'server::coach_msg_file': './nothing.txt' },
      mode: 'kick_in_l',
      clients: [spec.trainer(), P('L1', 'Alpha', 19), P('R1', 'Beta', 19)],
      plan: [[0, '+', spec.coach('C', 'Alpha', 19)]],
    }),
    plannedScenario({
      name: 'absent-players',
      about: 'a trainer moves players that are not connected yet, or gone',
      mode: 'kick_in_l',
      clients: [
        spec.trainer({ record: true, only: /^\((see_global|ok|error)/ }),
        P('L1', 'Alpha', 19, { only: /^\(sense_body/ }),
        P('R1', 'Beta', 19),
      ],
      plan: [
        [
          0,
          'T',
          [
            '(move (player Alpha 2) -10 5 90 0.5 0)',
            '(move (player Beta 2) 12 -3 45)',
            '(move (player Alpha 12) 0 0)',
          ],
        ],
        [2, '+', P('L2', 'Alpha', 19, { only: /^\(sense_body/ })],
        [4, '+', P('R2', 'Beta', 19)],
        [6, '-', 'R1'],
        [7, 'T', '(move (player Beta 1) 1 1)'],
        [9, 'T', '(look)'],
      ],
    }),
  ];
};
