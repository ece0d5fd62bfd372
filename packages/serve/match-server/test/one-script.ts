/** Commands of clients of all roles, in turn, for a match that is hosted in several ways. */

/** A client of the script: the port of its request, and the request. */
export const CLIENTS = {
  l19: ['player', '(init Alpha (version 19) (goalie))'],
  r18: ['player', '(init Beta (version 18))'],
  l8: ['player', '(init Alpha (version 8))'],
  r1: ['player', '(init Beta)'],
  coachL: ['olcoach', '(init Alpha Carl (version 19))'],
  coachR: ['olcoach', '(init Beta (version 8))'],
  trainer: ['coach', '(init (version 19))'],
  monitor: ['player', '(dispinit version 4)'],
} as const;

export type ScriptClient = keyof typeof CLIENTS;

/** What clients send before each of the steps; `|` at the end: without the final NUL. */
export const SCRIPT: readonly Partial<Record<ScriptClient, string>>[] = [
  {
    l19: '(move -50 0)(change_view narrow)(clang (ver 7 8))',
    r18: '(move -10 5)(synch_see)',
    l8: '(move -5 0)(change_view wide high)',
    r1: '(move -20 -10)',
    coachL: '(eye on)',
    coachR: '(look)',
    trainer: '(ear on)',
    monitor: '(dispplayer 1 2 -12 3 90)',
  },
  {
    l19: '(gaussian_see)(score)(nonsense)',
    r18: '(turn 30)|',
    coachL: '(change_player_type 3 5)',
    coachR: '(team_graphic (0 0 "8 8 1 1" "a c #000000" "aaaaaaaa"))',
    trainer: '(eye on)',
  },
  {
    trainer: '(change_player_type Beta 2 4)',
    coachL: '(team_names)',
    coachR: '(say hello)',
    l8: '(sense_body)',
  },
  { monitor: '(dispstart)', trainer: '(check_ball)' },
  { trainer: '(move (ball) 0 0 0 0)', l8: '(dash 100)(turn_neck 20)', r18: '(dash 80 45)', r1: '(dash 60)' },
  {
    trainer: '(change_mode play_on)',
    l19: '(say "ab1")(attentionto our 2)',
    r18: '(say xyz)',
    r1: '(say old words)',
  },
  { l8: '(kick 100 10)', r18: '(pointto 20 10)(change_focus 1 5)', l19: '(dash (l 50) (r 60 10))' },
  {
    trainer: '(say "from the trainer")',
    coachL: '(say (freeform "watch out"))',
    r1: '(turn 40)',
    r18: '(tackle 30 on)',
  },
  { monitor: '(dispfoul 10 5 1)', coachR: '(nonsense)', trainer: '(nonsense)', l19: '(catch 0)' },
  { coachL: '(change_goalie 3)', trainer: '(recover)', l8: '(ear (our off))(kick 50 0)' },
  { trainer: '(change_mode goal_kick_l)', monitor: '(nonsense)', r18: '(long_kick 10 0)' },
  { l19: '(dash 100)', r1: '(bye)', coachR: '(bye)', trainer: '(look)' },
  {
    l19: '(turn -30)',
    r18: '(dash -50)',
    l8: '(change_view normal)',
    coachL: '(look)',
    monitor: '(dispbye)',
  },
  { l19: '(turn 10)', r18: '(turn 10)', l8: '(turn 10)' },
];
