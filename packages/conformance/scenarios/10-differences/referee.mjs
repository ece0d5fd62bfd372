export default ({ presets, referee: { squad, CERTAIN_OUTCOMES } }) => {
  const trainer = { id: 'T', type: 'trainer', version: 19, only: /^\((see_global|hear|error|warning)/ };

  const illegalDefense = (name, about, kicks) => ({
    name,
    about,
    options: {
      ...presets.refereed,
      ...CERTAIN_OUTCOMES,
      'server::illegal_defense_number': 1,
      'server::illegal_defense_duration': 3,
      'server::use_offside': 0,
    },
    clients: [trainer, ...squad(['L2', 'R2', 'R3'])],
    async script(t) {
      await t.request('T', '(eye on)');
      await t.request('T', '(ear on)');
      await t.placePlayer('L2', 20, 0, 0, 0, 0);
      await t.placePlayer('R2', 45, 5, 180, 0, 0);
      await t.placePlayer('R3', 20, 0.9, 180, 0, 0);
      await t.placeBall(20.4, 0.4);
      await t.setPlayMode('play_on');
      for (const commands of kicks) {
        t.addHeading(JSON.stringify(commands));
        await t.runCycles(commands);
      }
      await t.runCycles({}, 8);
    },
  });

  /** One attempt in a mode that the trainer sets. */
  async function attempt(t, [mode, ball, commands, cycles]) {
    t.addHeading(`${mode}, ball at ${ball}, ${JSON.stringify(commands)}`);
    await t.setPlayMode('before_kick_off');
    await t.placePlayer('L1', -50, -20, 0, 0, 0);
    await t.placePlayer('L2', 30, -0.5, 0, 0, 0);
    await t.placePlayer('L3', 3, 3, 0, 0, 0);
    await t.placePlayer('R1', 50, 0, 180, 0, 0);
    await t.placePlayer('R2', 30, 0.6, 180, 0, 0);
    await t.placePlayer('R3', -3, -3, 0, 0, 0);
    await t.placeBall(...ball);
    await t.setPlayMode(mode);
    await t.runCycles(commands);
    await t.runCycles({}, cycles);
  }

  const shootout = (name, about, options, attempts, only = trainer.only) => ({
    name,
    about,
    options: {
      ...presets.refereed,
      ...CERTAIN_OUTCOMES,
      'server::pen_setup_wait': 6,
      'server::pen_ready_wait': 4,
      'server::pen_taken_wait': 9,
      'server::pen_before_setup_wait': 3,
      'server::pen_nr_kicks': 60,
      ...options,
    },
    clients: [
      { ...trainer, only },
      ...squad(['L1', 'L2', 'L3', 'R1', 'R2', 'R3']),
      { id: 'M', type: 'monitor', version: 4, only: /^\(show / },
    ],
    // Of the frames, only the play mode and the numbers of kicks.
    compare: { replace: [{ client: 'M', match: /^\(show /, from: / \(\(b\).*$/, to: ')' }] },
    async script(t) {
      await t.request('T', '(eye on)');
      await t.request('T', '(ear on)');
      for (const entry of attempts) await attempt(t, entry);
    },
  });

  const AT = [30.3, 0];
  const OUT = [30, 33.9, 0, 1];
  const modes = (kinds, rest) =>
    kinds.flatMap((kind) => ['l', 'r'].flatMap((side) => rest.map((r) => [`penalty_${kind}_${side}`, ...r])));

  const NO_NEXT_KICK = { 'server::pen_before_setup_wait': 40 };
  const STRICT = { 'server::pen_coach_moves_players': 0, 'server::pen_allow_mult_kicks': 0 };
  const ATTEMPTS = [
    ...modes(
      ['setup', 'ready', 'taken'],
      [
        [AT, { L2: '(kick 20 0)' }, 8],
        [AT, { R2: '(kick 20 0)' }, 8],
        [[49.5, 0], { R1: '(catch 0)' }, 8],
        [OUT, {}, 8],
        [[52, 1, 2, 0], {}, 8],
        [[-52, 1, -2, 0], {}, 8],
      ],
    ),
    ...modes(
      ['miss', 'score'],
      [
        [[10, 5, 0.3, 0.1], {}, 14],
        [AT, { L2: '(kick 20 0)' }, 8],
      ],
    ),
  ];
  const STRICT_ATTEMPTS = modes(
    ['setup', 'ready', 'taken'],
    [
      [AT, { L2: '(kick 20 0)' }, 8],
      [AT, { R2: '(kick 20 0)' }, 8],
      [[49.5, 0], { R1: '(catch 0)' }, 8],
      [[10, 0], {}, 12],
    ],
  );

  return [
    illegalDefense('first-kick-at-time-0', 'illegal defense: a first kick at time 0 does not count', [
      { L2: '(kick 1 0)' },
    ]),
    illegalDefense('second-kick-after-time-0', 'illegal defense: a kick after time 0 counts', [
      { L2: '(kick 1 0)' },
      { L2: '(kick 1 0)' },
    ]),
    illegalDefense('first-kick-at-time-1', 'illegal defense: a first kick at time 1 counts', [
      {},
      { L2: '(kick 1 0)' },
    ]),
    shootout(
      'shootout-without-start',
      'shootout modes set by a trainer before any shootout: there is no taker',
      NO_NEXT_KICK,
      ATTEMPTS,
    ),
    shootout(
      'shootout-without-start-strict',
      'shootout modes set by a trainer; players must be in position, and one kick per attempt',
      { ...NO_NEXT_KICK, ...STRICT },
      STRICT_ATTEMPTS,
    ),
    shootout(
      'shootout-other-side-set',
      'shootout modes set by a trainer for either side, after the referee has named a taker',
      {},
      ATTEMPTS,
    ),
    shootout(
      'shootout-other-side-set-strict',
      'shootout modes set by a trainer for either side; players must be in position, and one kick per attempt',
      STRICT,
      STRICT_ATTEMPTS,
    ),
    // Players are put at random places.
    shootout(
      'shootout-set-timers',
      'shootout modes set by a trainer before any shootout, until the time limits of several phases',
      {},
      modes(['setup', 'ready', 'taken', 'miss', 'score'], [[[10, 0], {}, 60]]),
      /^\((hear|error|warning)/,
    ),
  ];
};
