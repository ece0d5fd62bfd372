export default [
  {
    name: 'x11-monitor',
    heads: ['parameter of the X11 monitor', 'on the page'],
    section: 'Soccer Monitor',
    rows: [
      {
        manual: '`host`, `port`, `version`',
        here: '`rcss-monitor --server HOST:PORT`; the protocol version is always 5',
      },
      {
        manual: '`length_magnify`',
        here: 'zoom with the mouse wheel, a pinch gesture, or the keys Z, X, I',
      },
      {
        manual: '`goal_width`',
        here: "taken from the server's parameters",
      },
      {
        manual: '`print_log`, `log_line`',
        here: 'list of events (M), *Messages in the list of events* in the view panel; needs `server::send_comms=on`',
      },
      {
        manual: '`print_mark`, `mark_file_name`, `ball_file_name`',
        here: 'none; *Team banners* shows the pictures that coaches send',
      },
      {
        manual: '`player_widget_size`',
        here: '*Radius of players*, *Radius of the ball*',
      },
      {
        manual: '`player_widget_font`, `uniform_num_pos_x`, `uniform_num_pos_y`',
        here: 'numbers on or off with N',
      },
      {
        manual: '`team_l_color`, `team_r_color`, `goalie_l_color`, `goalie_r_color`',
        here: '*Kits*: *by team name*, *yellow and blue* or *chosen below*',
      },
      {
        manual: '`neck_l_color` and the like',
        here: 'the direction of the face is always drawn; V shows view cones',
      },
      {
        manual: '`status_font`, `goal_label_*`, `goal_score_*`, `offside_label_*`',
        here: 'sizes follow the window',
      },
      {
        manual: '`popup_msg`',
        here: '*Pop-ups for goals, offside, fouls*',
      },
      {
        manual: '`redraw_player`, `eval`',
        here: 'none',
      },
    ],
  },
  {
    name: 'rcssmonitor',
    heads: ['option of `rcssmonitor`', 'here'],
    section: 'Soccer Monitor',
    rows: [
      {
        manual: '`--server-host`, `--server-port`',
        here: '`--server HOST:PORT`',
      },
      {
        manual: '`--show-view-area` and all `--show-…`',
        here: 'the switches of the same name in the view panel; `?` on the page lists the keys',
      },
      {
        manual: '`--ball-size`, `--player-size`, `--focus-point-size`, `--team-graphic-scale`, `--grid-step`',
        here: 'numbers in the view panel',
      },
      {
        manual: '`--auto-quit-mode`, `--auto-reconnect-mode`, `--connect`',
        here: 'the bridge waits for the server and reconnects by itself; Ctrl-C ends it',
      },
      {
        manual: '`--timer-interval`, `--auto-loop-mode`',
        here: 'speed with Ctrl+Up, Ctrl+Down',
      },
      {
        manual: 'file argument',
        here: '`rcss-log web FILE`, or drop the file onto the page',
      },
      {
        manual: 'button *Quit*, which also stopped the server',
        here: 'none; Ctrl-C in `rcss watch` ends server and page together',
      },
    ],
  },
];
