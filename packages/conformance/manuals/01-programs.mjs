export default [
  {
    name: 'programs',
    heads: ['the manuals', 'here'],
    section: 'Getting Started',
    rows: [
      {
        manual: '`soccerserver`, `rcssserver`',
        here: '`rcss-server`, or `rcss server` ([server](../organizer/server.md))',
      },
      {
        manual: '`soccermonitor`, `rcssmonitor_classic`, `frameview`, `rcssmonitor`',
        section: 'Soccer Monitor',
        here: '`rcss-monitor`: a page in the browser. The original monitors connect to `rcss-server` as they are ([chapter 10](../../specification/10-monitor-protocol.md))',
      },
      {
        manual: '`logplayer`, `rcsslogplayer`, `rcsslogplay`',
        section: 'Logplayer',
        here: '`rcss-log play` (serves monitors over UDP), `rcss-log web` (page)',
      },
      {
        manual: '`sampleclient`, `client`, `rcssclient`',
        here: '`rcss-team client HOST PORT`; `-server` and `-port` work too. In a terminal it has panes for see, sense_body and hear messages; `-nogui` prints plain lines',
      },
      {
        manual:
          'the sample client prints lines `send 6000 : (init foo (version 7))` and `recv 1567 : (init r 1 before_kick_off)`',
        here: 'the text after the colon is the datagram, the number is the port; `rcss-team client` prints only the texts. The answer comes from a port of its own',
        probe: {
          clients: [],
          settle: false,
          steps: [
            {
              open: 'X',
              port: 'player',
              send: { X: '(init foo (version 7))' },
              expect: { X: '(init l 1 before_kick_off)' },
            },
          ],
        },
      },
      {
        manual: '`sclient1`, `sclient2`',
        here: '`rcss-team chaser` ([spec 11 §4.2](../../specification/11-logplayer-and-monitor-programs.md#42-sample-agents))',
      },
      {
        manual: '`rcsoccersim`, with `-frameview`, `-classic`, `-rcssmonitor`',
        here: '`rcss watch`: server and page together; it waits for teams. There is no choice of monitors',
      },
      {
        manual: 'start scripts of teams',
        here: '`rcss match --left ./start.sh`: the script gets the arguments `HOST PORT OLCOACH_PORT TEAM`; `rcss match --help` explains older forms',
      },
      {
        manual: '`client2dview`',
        here: 'none; any program can register as a monitor ([recipe](#a-commentator-fed-by-the-monitor-protocol))',
      },
      {
        manual:
          '`rcg2txt`, `rcgverconv`, `rclmscheduler` and the like ([spec 11 §6](../../specification/11-logplayer-and-monitor-programs.md#6-log-tools))',
        here: 'the verbs of `rcss-log`; `rcss-log --help` names the original of each',
      },
      {
        manual: '`rcssbase`, RPM packages, `./configure` and its options, flex, bison, Qt, X11',
        here: 'not needed: packages of npm, Node.js 20.19 or later',
      },
      {
        manual: "the parser of the coach language in the server's source",
        here: '`@rcss/clang`, `rcss-clang check`',
      },
    ],
  },
];
