// Play modes that the trainer can set, except those of the penalty shoot-out. Of pairs that share a clock inside the
// referee (goal, offside, back pass, catch fault) only one is here: the clock is not reset by the trainer.
const GOING_ON = [
  'play_on',
  'time_over',
  'free_kick_l',
  'free_kick_r',
  'kick_in_l',
  'kick_in_r',
  'corner_kick_l',
  'corner_kick_r',
  'goal_kick_l',
  'goal_kick_r',
  'drop_ball',
  'first_half_over',
  'pause',
  'human_judge',
  'foul_multiple_attack_l',
  'foul_ballout_r',
  'indirect_free_kick_l',
  'indirect_free_kick_r',
];
const STOPPED = [
  'goal_l',
  'offside_l',
  'foul_charge_l',
  'foul_charge_r',
  'foul_push_l',
  'foul_push_r',
  'back_pass_l',
  'free_kick_fault_l',
  'free_kick_fault_r',
  'catch_fault_l',
  'illegal_defense_l',
  'illegal_defense_r',
];

const play = (mode, wait) => ({
  note: mode,
  mode,
  ball: [20, 10],
  players: { L2: [19.3, 10, 0], R2: [22, 10.5, 180], L1: [24, 6, 0] },
  cycles: [1, { L1: '(dash 100)' }, { L2: '(kick 15 0)' }, { quiet: wait }, 1],
});

export default ({ referee }) =>
  referee.refereed({
    name: 'modes',
    about:
      'the trainer sets every play mode: time, what follows, who is moved, whether dashing and kicking work',
    players: ['L1', 'L2', 'R1', 'R2'],
    options: { 'server::drop_ball_time': 12, 'server::ball_stuck_area': 0 },
    plays: [
      ...GOING_ON.map((mode) => play(mode, 11)),
      ...STOPPED.map((mode) => play(mode, mode === 'goal_l' ? 50 : 30)),
    ],
  });
