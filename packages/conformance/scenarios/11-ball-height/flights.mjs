const PLAYS = [
  { note: 'high and far', ball: [-45, 0], send: '(kick 100 0 45)', coast: 50 },
  { note: 'low and far', ball: [-45, 0], send: '(kick 100 0 20)', coast: 40 },
  { note: 'steep', ball: [0, 0], send: '(kick 50 30.5 80)', coast: 42 },
  { note: 'small', ball: [0, 0], send: '(kick 20 0 30)', coast: 20 },
  { note: 'hardly off the ground', ball: [0, 0], send: '(kick 8 0 45)', coast: 12 },
  { note: 'pressed to the ground at once', ball: [0, 0], send: '(kick 100 0 1)', coast: 4 },
  { note: 'rolling out', ball: [0, 0, 0.12, 0.09], at: [4, 0], send: '(turn 0)', coast: 25 },
];

export default ({ height: { flights, player, HEIGHT }, presets }) => [
  flights({
    name: 'flight',
    about: 'flight, bounces, rolling out with the default parameters',
    plays: PLAYS,
  }),
  flights({
    name: 'flight-other',
    about: 'other gravity, restitution and stop speeds',
    options: {
      'server::gravity': 0.2,
      'server::ball_bounce_restitution': 0.7,
      'server::bounce_stop_speed': 0.12,
      'server::roll_stop_speed': 0.02,
      'server::ball_decay': 0.9,
    },
    plays: PLAYS.slice(1, 5).map((p) => ({ ...p, coast: 25 })),
  }),
  flights({
    name: 'flight-settling',
    about: 'bounce_stop_speed 0: the least bounce follows from gravity and restitution',
    options: { 'server::bounce_stop_speed': 0, 'server::roll_stop_speed': 0 },
    plays: [14, 17, 22, 31].map((p) => ({
      note: `power ${p}`,
      ball: [0, 0],
      send: `(kick ${p} 0 60)`,
      coast: 18,
    })),
  }),
  flights({
    name: 'flight-imprecise',
    about: 'precise_bounce_timing off',
    options: { 'server::precise_bounce_timing': 0 },
    plays: PLAYS.slice(2, 5).map((p) => ({ ...p, coast: 28 })),
  }),
  flights({
    name: 'collision-height',
    about: 'the ball meets a player below and above player_height',
    plays: [
      ...[0, 2, 4, 8, 10, 12].map((n) => ({
        note: `30 at 60 degrees, after ${n}`,
        ball: [0, 0],
        send: '(kick 30 0 60)',
        steps: [n || {}, { place: { R1: [0.3739 + 0.2, 0, 180] } }, 1],
      })),
      ...[0, 1, 2, 3, 13, 14].map((n) => ({
        note: `40 at 60 degrees, after ${n}`,
        ball: [0, 0],
        send: '(kick 40 0 60)',
        steps: [n || {}, { place: { R1: [0.49854 + 0.2, 0.05, 180] } }, 1],
      })),
    ].map((p) => ({ ...p, steps: p.steps.filter((s) => typeof s === 'number' || Object.keys(s).length) })),
  }),
  flights({
    name: 'goal-height',
    about: 'goal or goal kick by the height on the line; corner; kick-in in the air',
    refereed: true,
    options: { 'server::use_offside': 0 },
    plays: [
      ...[0, 10, 18.4, 19.53, 19.54, 20, 30].map((l) => ({
        note: `rising ${l}`,
        ball: [45, 0.2],
        send: `(kick 100 0 ${l})`,
        coast: 5,
      })),
      ...[
        [38, 60],
        [42, 60],
        [43, 60],
        [44, 65],
        [44, 70],
      ].map(([p, l]) => ({
        note: `falling ${p} ${l}`,
        ball: [45, 0.2],
        send: `(kick ${p} 0 ${l})`,
        coast: 26,
      })),
      { note: 'wide', ball: [48, 12], send: '(kick 100 0 30)', coast: 4 },
      { note: 'over the touch line', ball: [-20, -31.5], at: [0.6, -90], send: '(kick 60 0 60)', coast: 5 },
      { note: 'own goal line', ball: [-50, 15], at: [0.6, 180], send: '(kick 60 0 45)', coast: 4 },
    ],
  }),
  flights({
    name: 'crossbar',
    about: 'the crossbar is met only where the ball overlaps it at the end of a step; its width; both goals',
    options: { 'server::goal_height': 1 },
    plays: [
      ...[44.8, 44.85, 44.9, 44.95, 45, 45.05, 45.1].map((x) => ({
        note: `from ${x}`,
        ball: [x, 0.2],
        send: '(kick 40 0 60)',
        coast: 18,
      })),
      ...[6.9, 7.1, 7.15, 7.16].map((y) => ({
        note: `at y ${y}`,
        ball: [45, y],
        send: '(kick 40 0 60)',
        coast: 16,
      })),
      { note: 'left goal', ball: [-45, -0.2], at: [0.6, 180], send: '(kick 40 0 60)', coast: 17 },
      { note: 'fast: nothing is met', ball: [50.5, 0], send: '(kick 100 0 30)', coast: 3 },
    ],
  }),
  flights({
    name: 'posts-height',
    about: 'posts are solid while the ball is not above goal_height at the beginning of the step',
    plays: [
      ...[0, 15, 20, 26.5, 27, 28, 29].map((l) => ({
        note: `loft ${l}`,
        ball: [47.3, 7.07],
        send: `(kick 100 0 ${l})`,
        coast: 4,
      })),
      ...[44.3, 44.5, 44.6, 44.8].map((x) => ({
        note: `falling from ${x}`,
        ball: [x, 7.07],
        send: '(kick 42 0 60)',
        coast: 18,
      })),
    ],
  }),
];
