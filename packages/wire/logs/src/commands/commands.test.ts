import { expect, it } from 'vitest';
import { type CommandStep, CommandTracker } from '../entries/text-logs.js';
import { readTextLogBytes } from '../text-log.js';

function steps(lines: readonly string[]): CommandStep[] {
  const tracker = new CommandTracker();
  const found: (CommandStep | null)[] = [];
  for (const entry of readTextLogBytes(new Uint8Array(Buffer.from(`${lines.join('\n')}\n`, 'latin1')))) {
    if (entry.type !== 'damage') found.push(tracker.add(entry));
  }
  found.push(tracker.finish());
  return found.filter((step) => step !== null);
}

/** Types and statuses of the commands, step by step. */
function statuses(lines: readonly string[]): string[] {
  return steps(lines).map(({ commands }) =>
    commands.map(({ command, status }) => `${command.type}:${status}`).join(' '),
  );
}

const ON = '0,9\t(referee play_on)';
const player = (time: number, text: string, unum = 5) => `${time},0\tRecv Foxes_${unum}: ${text}`;

it('commands of players, coaches and trainers are decoded with their arguments', () => {
  const [step] = steps([
    '0,1\tRecv Foxes_1: (init Foxes (version 18) (goalie))',
    '0,1\tRecv Foxes_1: (dash 80 -15.5)(turn_neck 20)(say "hi there")',
    '0,1\tRecv Foxes_Coach: (init Foxes Red (version 15))',
    '0,1\tRecv Foxes_Coach: (change_player_type 3 2)',
    '0,1\tRecv Coach: (init (version 18))',
    '0,1\tRecv Coach: (move (ball) 3 -4)',
    '0,1\tRecv Foxes_2: (reconnect Foxes 2)',
  ]);
  expect(step!.commands.map(({ clientName, command }) => [clientName, command])).toEqual([
    ['Foxes_1', { type: 'init', team: 'Foxes', version: 18, goalie: true }],
    ['Foxes_1', { type: 'dash', power: 80, dir: -15.5 }],
    ['Foxes_1', { type: 'turn_neck', moment: 20 }],
    ['Foxes_1', { type: 'say', message: 'hi there' }],
    ['Foxes_Coach', { type: 'init', team: 'Foxes', version: 15, goalie: false }],
    ['Foxes_Coach', { type: 'change_player_type', unum: 3, typeId: 2 }],
    ['Coach', { type: 'init', team: '', version: 18, goalie: false }],
    ['Coach', { type: 'move_ball', to: { x: 3, y: -4 } }],
    ['Foxes_2', { type: 'reconnect', team: 'Foxes', unum: 2 }],
  ]);
  expect(step).toMatchObject({ time: 0, stoppageTime: 1, datagrams: 7, skippedSteps: 0 });
  expect(step!.commands.map(({ datagram }) => datagram)).toEqual([0, 1, 1, 1, 0, 1, 0, 1, 0]);
});

it('what the server cannot read is malformed, and so is nothing before it', () => {
  expect(statuses([ON, player(1, '(dash 50)(jump)(kick 1 2)'), '1,0\tRecv Coach: (dance)'])).toEqual([
    '',
    'dash:ok malformed:malformed malformed:malformed',
  ]);
});

it('a command is superfluous if its slot is taken (spec 03 §9.1)', () => {
  for (const [text, expected] of [
    ['(dash 50)(kick 10 20)', 'dash:ok kick:superfluous'],
    ['(turn 10)(turn_neck 5)(turn_neck 6)', 'turn:ok turn_neck:ok turn_neck:superfluous'],
    ['(dash (l 50 0))(dash (r 50 0))', 'dash_leg:ok dash_leg:ok'],
    ['(kick 80 0)(dash (l 100 0) (r 100 0))', 'kick:ok dash_leg:ok dash_leg:ok'],
    ['(turn 10)(dash (l 50 0))', 'turn:ok dash_leg:superfluous'],
    ['(move 1 2)(dash 50)', 'move:ok dash:ok'],
    ['(say a)\n(say b)\n(dash 20)', 'say:ok say:ok dash:ok'],
  ] as const) {
    expect([text, ...statuses([ON, player(1, text)])]).toEqual([text, '', expected]);
  }
  expect(statuses(['0,1\tRecv Foxes_5: (move -10 0)(dash 50)'])).toEqual(['move:ok dash:superfluous']);
});

it('slots are free again in the next step, also while the clock is stopped', () => {
  expect(
    statuses(['0,1\tRecv Foxes_5: (turn 1)', '0,2\tRecv Foxes_5: (turn 1)', player(1, '(turn 1)')]),
  ).toEqual(['turn:ok', 'turn:ok', 'turn:ok']);
});

it('the first of two body commands after a step without one is late', () => {
  const other = (time: number) => player(time, '(turn 1)', 7);
  expect(
    statuses([
      ON,
      player(1, '(dash 50)'),
      other(1),
      other(2),
      player(3, '(dash 51)'),
      player(3, '(dash 52)'),
      other(3),
    ]),
  ).toEqual(['', 'dash:ok turn:ok', 'turn:ok', 'dash:late dash:superfluous turn:ok']);
  // Two commands without a step that was missed: the second one is only superfluous.
  expect(statuses([ON, player(1, '(turn 1)'), player(2, '(dash 1)(dash 2)')])).toEqual([
    '',
    'turn:ok',
    'dash:ok dash:superfluous',
  ]);
  // In the step that was missed no client sent anything.
  expect(statuses([ON, player(1, '(turn 1)'), player(3, '(dash 1)'), player(3, '(dash 2)')])).toEqual([
    '',
    'turn:ok',
    'dash:late dash:superfluous',
  ]);
});

it('each leg has a slot of its own', () => {
  for (const [text, expected] of [
    ['(dash (l 50 0))(dash (l 40 0))', 'dash_leg:ok dash_leg:superfluous'],
    ['(dash (r 50 0))(dash (r 40 0))', 'dash_leg:ok dash_leg:superfluous'],
    ['(dash (r 50 0))(dash (l 40 0))', 'dash_leg:ok dash_leg:ok'],
  ] as const)
    expect([text, ...statuses([ON, player(1, text)])]).toEqual([text, '', expected]);
});

it.each([
  ['4,0', '5,0', 0],
  ['4,0', '7,0', 2],
  ['4,0', '4,1', 0],
  ['4,0', '4,4', 3],
  ['4,3', '4,1', 0],
  ['4,0', '5,2', 1],
  ['4,0', '3,0', 1],
])('between %s and %s, the steps without an entry are counted', (first, second, skipped) => {
  const found = steps([`${first}\tRecv A_1: (turn 1)`, `${second}\tRecv A_1: (turn 1)`]);
  expect(found.map(({ skippedSteps }) => skippedSteps)).toEqual([0, skipped]);
});

it('a body command of the first step counts for the first gap', () => {
  const other = (time: number) => player(time, '(turn 1)', 7);
  expect(
    statuses([
      '0,1\tRecv Foxes_5: (turn 2)',
      '0,2\tRecv Foxes_7: (turn 1)',
      '0,3\tRecv Foxes_5: (turn 3)',
      '0,3\tRecv Foxes_5: (turn 4)',
    ]),
  ).toEqual(['turn:ok', 'turn:ok', 'turn:late turn:superfluous']);
  expect(statuses([ON, other(1), player(2, '(dash 1)'), player(2, '(dash 2)')])).toEqual([
    '',
    'turn:ok',
    'dash:ok dash:superfluous',
  ]);
});

it('a step names the clients that sent no body command, and counts steps without any entry', () => {
  const found = steps([
    ON,
    player(1, '(dash 50)'),
    player(1, '(say a)', 7),
    player(2, '(turn 1)', 9),
    player(6, '(bye)', 9),
    player(7, '(say b)', 7),
  ]);
  expect(found.map(({ time, idleClients, skippedSteps }) => [time, idleClients, skippedSteps])).toEqual([
    [0, [], 0],
    [1, [], 0],
    [2, ['Foxes_5'], 0],
    [6, ['Foxes_5'], 3],
    [7, ['Foxes_5'], 0],
  ]);
});

it('the play mode of a step is that of the calls of the referee', () => {
  const found = steps([
    '0,1\tRecv Foxes_5: (move 1 2)',
    '0,2\t(referee kick_off_l)',
    '0,2\tRecv Foxes_5: (turn 1)',
    '9,0\t(referee goal_r_1)',
    '9,0\tRecv Foxes_5: (turn 1)',
    '9,50\t(referee foul_charge_l)',
    '9,51\t(referee yellow_card_l_2)',
  ]);
  expect(found.map(({ playMode }) => playMode)).toEqual([
    'before_kick_off',
    'kick_off_l',
    'goal_r',
    'foul_charge_l',
    'foul_charge_l',
  ]);
});
