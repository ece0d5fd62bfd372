export default ({ referee }) => [
  referee.automatic({
    name: 'auto-mode',
    about:
      'auto_mode: kick-off after connect_wait, later halves after kick_off_wait, end after game_over_wait',
    options: { 'server::connect_wait': 50, 'server::kick_off_wait': 5, 'server::game_over_wait': 7 },
  }),
  referee.automatic({
    name: 'auto-mode-full',
    about: 'auto_mode: kick-off kick_off_wait cycles after the 22nd player',
    options: { 'server::connect_wait': 500, 'server::kick_off_wait': 6, 'server::game_over_wait': 3 },
    players: ['L', 'R'].flatMap((s) => Array.from({ length: 11 }, (_, i) => `${s}${i + 1}`)),
    late: 1,
  }),
];
