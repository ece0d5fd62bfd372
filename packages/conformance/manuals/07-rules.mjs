import { PLAY, params } from '../src/manual-probes.mjs';

export default [
  {
    name: 'rules',
    heads: ['the manuals', 'version 19'],
    section: 'Referee Model',
    rows: [
      {
        manual: 'catch only in the own penalty area and in play_on',
        section: 'Catch Model',
        here: 'accepted anywhere; a catch outside is a catch fault ([spec 06 §12](../../specification/06-referee.md#12-goalkeeper-rule))',
        probe: {
          options: { 'server::coach': 0, 'server::coach_w_referee': 1 },
          clients: [
            { id: 'T', type: 'trainer', version: 19 },
            { id: 'L1', type: 'player', team: 'Alpha', version: 19, goalie: true },
          ],
          steps: [
            PLAY,
            { place: { L1: [0, 0, 0, 0, 0] }, ball: [0.9, 0, 0, 0] },
            { commands: { L1: '(catch 0)' }, cycles: 1, expect: { L1: /referee catch_fault_l/ } },
          ],
        },
      },
      {
        manual: 'a caught ball that is carried over the goal line beside the goal: corner kick',
        section: 'Catch Model',
        here: 'catch fault ([spec 06 §11.3](../../specification/06-referee.md#113-goal-test))',
        probe: {
          options: { 'server::coach': 0, 'server::coach_w_referee': 1 },
          clients: [
            { id: 'T', type: 'trainer', version: 19 },
            { id: 'L1', type: 'player', team: 'Alpha', version: 19, goalie: true },
          ],
          steps: [
            PLAY,
            { place: { L1: [-50.7, 12, 180, 0, 0] }, ball: [-51.5, 12, 0, 0] },
            { commands: { L1: '(catch 0)' }, cycles: 1 },
            { mode: 'play_on' },
            { commands: { L1: '(dash 100)' }, cycles: 1 },
            {
              commands: { L1: '(dash 100)' },
              cycles: 1,
              expect: { L1: /referee catch_fault_l/ },
              absent: { L1: /corner_kick/ },
            },
          ],
        },
      },
      {
        manual: 'back pass: free kick from the nearer corner of the penalty area',
        here: 'indirect free kick at the place of the catch, outside the goal area ([spec 06 §12.4](../../specification/06-referee.md#124-calls))',
        probe: {
          options: { 'server::coach': 0, 'server::coach_w_referee': 1 },
          clients: [
            { id: 'T', type: 'trainer', version: 19 },
            { id: 'L1', type: 'player', team: 'Alpha', version: 19, goalie: true },
            { id: 'L2', type: 'player', team: 'Alpha', version: 19 },
          ],
          steps: [
            PLAY,
            { place: { L1: [-42, 0, 0, 0, 0], L2: [-40, 0, 180, 0, 0] }, ball: [-40.5, 0, 0, 0] },
            { commands: { L2: '(kick 20 0)' }, cycles: 1 },
            { commands: { L1: '(catch 0)' }, cycles: 1, expect: { L1: /referee back_pass_l/ } },
          ],
        },
      },
      {
        manual: 'offside lines of every cycle',
        here: 'offside marks, which are set when a player touches the ball ([spec 06 §9](../../specification/06-referee.md#9-offside-rule))',
      },
      {
        manual: 'sudden death in extra time',
        here: '`golden_goal` is off, the shootout is on ([spec 06 §7](../../specification/06-referee.md#7-time-rule), [§16](../../specification/06-referee.md#16-shootout-rule))',
        probe: { steps: [params([/\(golden_goal 0\)/, /\(penalty_shoot_outs 1\)/])] },
      },
      {
        manual: 'a free kick at once for an illegal defense',
        here: '`illegal_defense_l` for 30 cycles, then a free kick ([spec 06 §14](../../specification/06-referee.md#14-illegal-defense-rule))',
        probe: { steps: [params([/\(illegal_defense_duration 20\)/, /\(illegal_defense_number 0\)/])] },
      },
      {
        manual: 'collisions: objects moved back along their way',
        section: 'Collision Model',
        here: 'each object moves to the mean of the places that its collisions propose, in up to 10 rounds ([spec 05 §7](../../specification/05-simulation.md#7-collisions-between-ball-and-players))',
      },
      {
        manual: 'any number of players of the default type',
        section: 'Heterogeneous Players',
        here: 'one per team unless `player::allow_mult_default_type` is on: at the first kickoff the others get types 1 to 10 ([spec 07 §9.4](../../specification/07-coach-protocol.md#94-automatic-types-at-the-first-kickoff))',
        probe: { steps: [params([/\(allow_mult_default_type 0\)/])] },
      },
      {
        manual: 'surrounding the ball, blocking, time wasting',
        here: 'judged by people; see [the human referee](../../learn/running-matches.md#the-human-referee)',
      },
      {
        manual: 'one process per player, no freeform',
        here: 'these are rules of tournaments; the server does not check them',
      },
    ],
  },
];
