/** A text to begin with. */
export interface WireExample {
  readonly label: string;
  readonly text: string;
}

/** Examples of the page, one datagram a line. */
export const WIRE_EXAMPLES: readonly WireExample[] = [
  {
    label: 'Player: connect and first cycle',
    text: `(init Alpha (version 18))
(init l 1 before_kick_off)
(move -10 0)
(sense_body 0 (view_mode high normal) (stamina 8000 1 130600) (speed 0 0) (head_angle 0) (kick 0) (dash 0) (turn 0) (say 0) (turn_neck 0) (catch 0) (move 1) (change_view 0) (change_focus 0) (arm (movable 0) (expires 0) (target 0 0) (count 0)) (focus (target none) (count 0)) (tackle (expires 0) (count 0)) (collision none) (foul (charged 0) (card none)) (focus_point 0 0))
(see 0 ((f c) 10 0 0 0) ((f c t) 35.5 -73 0 0) ((g r) 62.8 0) ((b) 10 0 0 0) ((p "Alpha" 7) 8.2 31 0 0 12 40) ((p "Beta") 27.1 -5) ((l r) 62.8 90))
(turn 15)(turn_neck -15)(dash 80)`,
  },
  {
    label: 'Player: what is heard',
    text: `(hear 12 referee kick_off_r)
(hear 13 self "pass to 7")
(hear 13 -24 our 7 "pass")
(hear 13 opp)
(hear 14 online_coach_left (freeform "press"))`,
  },
  {
    label: 'Player: versions 3 and 8',
    text: `(hear 5 180 old)
(hear 6 0 our 2 "new")
(see 8 ((flag g l b) 11.6 8 0 0) ((goal l) 13.5 39 -0 0) ((ball) 8.2 33 -0 0) ((Player) 1 135))
(sense_body 0 (view_mode high normal) (stamina 8000 1) (speed 0) (kick 0) (dash 0) (turn 0) (say 0))`,
  },
  {
    label: 'Online coach',
    text: `(init Alpha Boss (version 18))
(init l ok)
(eye on)
(see_global 0 ((g r) 52.5 0) ((g l) -52.5 0) ((b) 0 0 0 0) ((p "Alpha" 1 goalie) -50 0 0 0 0 0) ((p "Beta" 1) 7.125 -11.25 0 0 -161 0))
(change_player_type 7 4)
(say (define (definerule Press direc ((bowner opp {0}) (do our {9 10} (mark {0}))))))
(ok say)`,
  },
  {
    label: 'Trainer',
    text: `(init (version 18))
(init ok)
(change_mode play_on)
(move (ball) 10 -5 0 1.5 0)
(move (player Alpha 3) -20 4 90)
(look)
(ok look 0 ((g r) 52.5 0) ((g l) -52.5 0) ((b) 10 -5 1.5 0) ((p "Alpha" 3) -20 4 0 0 90 0))
(check_ball)
(ok check_ball 0 in_field)`,
  },
  {
    label: 'Monitor and game log',
    text: `(dispinit version 5)
(show 0 (pm 1) (tm Alpha Beta 0 0) ((b) 0 0 0 0) ((l 1) 0 0x9 -3 -37 0 0 0 0 (v h 120) (fp 0 0) (s 8000 1 1 130600) (c 0 0 0 0 0 0 0 0 0 0 0 0)))
(msg 20 1 "(referee yellow_card_l_1)")
(playmode 1 kick_off_l)
(team 21 North-1 South_2 1 0)
(dispfoul 160 -80 1)
{"msg":{"time":20,"stime":55,"board":1,"message":"(referee yellow_card_l_1)"}}`,
  },
  {
    label: 'Parameters and player types',
    text: `(server_param (goal_width 14.02)(player_speed_max 1.05)(stamina_max 8000)(ball_decay 0.94)(ball_speed_max 3)(maxpower 100)(minpower -100))
(player_param (player_types 18)(subs_max 3)(pt_max 1))
(player_type (id 0)(player_speed_max 1.05)(stamina_inc_max 45)(player_decay 0.4)(inertia_moment 5)(dash_power_rate 0.006)(player_size 0.3)(kickable_margin 0.7)(kick_rand 0.1)(extra_stamina 50)(effort_max 1)(effort_min 0.6))`,
  },
  {
    label: 'Errors',
    text: `(dash 50)(kick 100)
(sense_body 0 (stamina 8000 1)
(see 12 ((b) ten 3))
(jump 10)
(error illegal_command_form)
(warning message_not_null_terminated)`,
  },
];
