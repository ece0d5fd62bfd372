/**
 * The page docs/reference/rules.md: rules of the game, actions, perception, messages, parameters and parts of the server, each with its file and
 * its test. The test of `x.ts` is `x.test.ts` or `x.e2e.ts` beside it unless the row names another.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { packageFolders } from '../workspace.mjs';
import { listFiles, ROOT, read, withoutComments } from './sources.mjs';

const PAGE = 'docs/reference/rules.md';

/**
 * Each section has a heading, a folder, files that need no row, and rows. A row has a name, a file, a word of the
 * code of that file (comments do not count), and the test if it is not beside the file. `decided` has, by the name
 * of the row, the other files that decide when a rule applies.
 */
const SECTIONS = [
  {
    title: 'Rules of the referee',
    folder: 'packages/engine/referee/src/rules',
    decided: {
      'corner kick': ['out-of-play.ts'],
      'drop ball': ['set-play.ts', 'goal-kick.ts', 'ball-stuck.ts', 'out-of-play.ts'],
      'goal kick': ['out-of-play.ts', 'goal-kick.ts'],
      'kick-in': ['out-of-play.ts'],
    },
    rows: [
      ['back pass', 'back-pass.ts', 'judgePassBeforeCatch'],
      ['ball stuck', 'ball-stuck.ts', 'ballStuckRule'],
      ['cards', 'cards.ts', 'giveCard'],
      ['catch fault', 'catch-fault.ts', 'callCatchFault'],
      ['corner kick', 'corner-kick.ts', 'awardCornerKick'],
      ['drop ball', 'drop-ball.ts', 'dropBall', 'set-play.test.ts'],
      ['foul charge', 'foul.ts', 'foulRule'],
      ['foul, detection', 'foul-detection.ts', 'detectFoul', 'foul.test.ts'],
      ['free kick', 'free-kick.ts', 'awardFreeKick', 'goalkeeper.test.ts'],
      ['free kick fault', 'free-kick-fault.ts', 'callFreeKickFault'],
      ['goal', 'goal.ts', 'judgeGoal'],
      ['goal kick', 'goal-kick.ts', 'awardGoalKick'],
      ['golden goal, after a goal', 'goal.ts', 'golden_goal'],
      ['golden goal, at the end of a half', 'time.ts', 'golden_goal'],
      ['goalie catch', 'goalkeeper.ts', 'judgeCatch'],
      ['illegal defense', 'illegal-defense.ts', 'illegalDefenseRule'],
      ['keepaway', 'keepaway.ts', 'keepawayRule'],
      ['kick-in', 'kick-in.ts', 'awardKickIn'],
      ['kick-off', 'kick-off.ts', 'callKickOff'],
      ['offside', 'offside.ts', 'offsideRule'],
      ['out of play', 'out-of-play.ts', 'outOfPlayRule'],
      ['penalty shootout', 'penalty-shootout.ts', 'penaltyShootoutRule'],
      [
        'penalty shootout, positions',
        'penalty-shootout-positions.ts',
        'isSideInPosition',
        'penalty-shootout.test.ts',
      ],
      ['penalty shootout, results', 'penalty-shootout-results.ts', 'countScore', 'penalty-shootout.test.ts'],
      ['restarts: distance, time limit, end', 'set-play.ts', 'setPlayRule'],
      ['time: halves, extra time, end', 'time.ts', 'timeRule'],
    ],
  },
  {
    title: 'Bodies and actions',
    folder: 'packages/engine/physics/src',
    without: ['index.ts', 'context.ts', 'body.ts'],
    rows: [
      ['attentionto', 'attention.ts', 'setAttention'],
      ['catch', 'catch.ts', 'catchBall'],
      ['change_view, change_focus, synch_see', 'view.ts', 'changeView'],
      ['chest_trap', 'chest-trap.ts', 'chestTrap'],
      ['collisions', 'collision.ts', 'resolveCollisions'],
      ['command budgets, counters of a cycle', 'cycle.ts', 'resetCommands'],
      ['crossbar', 'crossbar.ts', 'reflectFromCrossbar'],
      ['dash', 'dash.ts', 'dash'],
      ['flight and bounce', 'flight.ts', 'advanceHeight'],
      ['goal posts', 'posts.ts', 'moveAmongPosts'],
      ['kick', 'kick.ts', 'kick'],
      ['motion and noise', 'motion.ts', 'advancePlayer'],
      ['move', 'move-player.ts', 'movePlayer'],
      ['move by trainers and monitors', 'placement.ts', 'placePlayerByTrainer'],
      ['pointto', 'pointto.ts', 'pointTo'],
      ['prediction of a flight', 'predict-flight.ts', 'fly'],
      ['prediction of kicks', 'predict-kick.ts', 'kickForVelocity', 'predict.test.ts'],
      ['prediction of runs', 'predict-run.ts', 'cyclesToPoint', 'predict.test.ts'],
      ['prediction of the ball', 'predict-ball.ts', 'coast', 'predict.test.ts'],
      ['slots of players, reconnect, types', 'roster.ts', 'enterField'],
      ['stamina', 'stamina.ts', 'updateStamina'],
      ['step, the part of the bodies', 'step.ts', 'moveBodies', 'properties.test.ts'],
      ['tackle', 'tackle.ts', 'tackle'],
      ['turn, turn_neck', 'turn.ts', 'turnNeck'],
      ['wind', 'wind.ts', 'initializeWind'],
    ],
  },
  {
    title: 'Perception',
    folder: 'packages/engine/sensors/src',
    without: ['index.ts', 'view.ts', 'context.ts', 'log-grid.ts', 'shown-player.ts'],
    rows: [
      ['ear', 'ear.ts', 'setEar', 'hear.test.ts'],
      ['fullstate', 'fullstate.ts', 'fillFullstate', 'whole-field.test.ts'],
      ['hear, say', 'hear.ts', 'deliverAudio'],
      ['see', 'see.ts', 'fillSee'],
      ['see: lines', 'see-lines.ts', 'seeLines'],
      ['see: players', 'see-player.ts', 'seePlayer'],
      ['see: noise', 'see-noise.ts', 'noisyDistance'],
      ['see: timing', 'see-timing.ts', 'asyncSeeInterval'],
      ['see_global, look', 'see-global.ts', 'fillGlobalView', 'whole-field.test.ts'],
      ['sense_body', 'sense-body.ts', 'fillSenseBody'],
      ['show, of monitors and logs', 'frame.ts', 'fillFrame', 'whole-field.test.ts'],
    ],
  },
  {
    title: 'Commands of a match',
    folder: 'packages/engine/simulator/src',
    partial: true,
    rows: [
      ['automatic mode', 'auto-mode.ts', 'runAutoMode'],
      ['dispstart', 'execute-monitor-command.ts', 'dispstart'],
      ['commands of monitors', 'execute-monitor-command.ts', 'applyMonitorCommand'],
      ['commands of online coaches', 'execute-coach-command.ts', 'applyCoachCommand'],
      ['commands of players', 'execute-player-command.ts', 'applyPlayerCommand'],
      ['commands of the trainer', 'execute-trainer-command.ts', 'applyTrainerCommand'],
      ['connect, reconnect, leave', 'connections.ts', 'reconnectPlayer'],
      ['cycle, which phases are due', 'phase-schedule.ts', 'PhaseSchedule'],
      ['digest of a step', 'digest/digest.ts', 'digest', 'independence.test.ts'],
      ['malformed commands', 'invalid-command.ts', 'InvalidCommandError'],
      ['situations: set and read', 'scene.ts', 'applyScene'],
      ['reset, with clients that stay', 'reset-match.ts', 'resetMatch'],
      ['snapshot, restore, fork', 'snapshot.ts', 'fork'],
      ['step', 'step.ts', 'step'],
      ['stop conditions', 'stop-conditions.ts', 'checkStop'],
      ['substitution, player types', 'substitution.ts', 'changePlayerType'],
    ],
  },
];

const PLAYERS = 'sessions/player-protocol.test.ts';

/** Tests of the host run a server: the place of its tests from the folder of the host. */
const SERVER_TESTS = '../../../serve/server/src';
const OF_PLAYERS = `${SERVER_TESTS}/${PLAYERS}`;
const OF_COACHES = `${SERVER_TESTS}/sessions/coach-protocol.test.ts`;
const OF_MONITORS = `${SERVER_TESTS}/sessions/monitor-protocol.test.ts`;

const HOST = {
  title: 'Sessions of the clients',
  folder: 'packages/engine/host/src',
  partial: true,
  rows: [
    ['first datagram of a player', 'player.ts', 'handlePlayerRequest', OF_PLAYERS],
    ['datagrams of players', 'player.ts', 'readPlayer', OF_PLAYERS],
    ['datagrams of online coaches', 'online-coach.ts', 'readCoach', OF_COACHES],
    ['datagrams of the trainer', 'trainer.ts', 'readTrainer', OF_COACHES],
    ['datagrams of monitors', 'monitor.ts', 'readMonitor', OF_MONITORS],
    ['dispstart, dispfoul and others', 'monitor.ts', 'applyMonitorCommand', OF_MONITORS],
    ['messages of an event to all clients', 'broadcast.ts', 'broadcast', OF_COACHES],
    ['order in which clients are read', 'poll-order.ts', 'PollOrder', `${SERVER_TESTS}/cycle/cycle.test.ts`],
    [
      'sense_body, see, fullstate, global view',
      'senses.ts',
      'createSensePhases',
      `${SERVER_TESTS}/cycle/phases.test.ts`,
    ],
  ],
};

const SERVER = {
  title: 'Server',
  folder: 'packages/serve/server/src',
  partial: true,
  rows: [
    ['(done), its time limit', 'clock/synchronous-clock.ts', 'synch_timeout'],
    ['(done), order of commands (rcss::reproducible)', 'clock/done-barrier.ts', 'DoneBarrier'],
    ['(think)', 'clock/synchronous-clock.ts', 'THINK_DATAGRAM'],
    ['cycle, real time', 'clock/real-time-clock.ts', 'runRealTime'],
    ['cycle, synchronous mode (synch_mode)', 'clock/synchronous-clock.ts', 'runSynchronous'],
    ['cycle, phases', 'cycle/phases.ts', 'createPhases', 'cycle/cycle.test.ts'],
    ['configuration files', 'config/conf-parser.ts', 'parseConf'],
    ['datagrams on the well-known ports', 'sessions/ports.ts', 'readPort', PLAYERS],
    ['game log', 'logs/game-log.ts', 'GameLog', 'lifecycle/match.test.ts'],
    ['game log, events that it contains', 'logs/match-log.ts', 'logEvent', 'lifecycle/match.test.ts'],
    [
      'limits on datagrams and clients',
      'sessions/rate-limits.ts',
      'canAcceptClient',
      'net/hostile-datagrams.e2e.ts',
    ],
    ['recording of a match', 'logs/recording-file.ts', 'RecordingFile', 'recordings/recording.long.ts'],
    ['result as CSV', 'results/csv-saver.ts', 'createCsvSaver', 'results/savers.e2e.ts'],
    ['result as JSON', 'results/result-file.ts', 'writeResultFile', 'results/match-result.test.ts'],
    ['result in MySQL', 'results/mysql-saver.ts', 'openMySqlSaver'],
    ['start of the server', 'lifecycle/start-server.ts', 'startServer'],
    ['end of the server', 'lifecycle/finish-server.ts', 'finishServer', 'lifecycle/match.test.ts'],
    ['start scripts of the teams', 'teams/team-processes.ts', 'startTeams', 'lifecycle/start-scripts.e2e.ts'],
    ['text log', 'logs/text-log.ts', 'TextLog', 'lifecycle/match.test.ts'],
    ['warmup', 'warmup/warmup.ts', 'openWarmup'],
  ],
};

/** Parameters by group, from the `group` of each row of the table. */
const PARAMETERS = {
  table: 'packages/engine/params/src/server-params.ts',
  test: 'packages/engine/params/src/tables.test.ts',
};

/** What is wrong with the rows. */
let problems = [];

function pathTo(folder, file) {
  const path = posix.join(folder, file);
  if (!existsSync(join(ROOT, path)))
    problems.push(`${path}: no such file; change its row in scripts/house/rule-index.mjs`);
  return path;
}

const link = (path) => `[\`${path.split('/').at(-1)}\`](../../${path})`;

/** Whether a text contains a word or phrase that is not part of a longer word. */
function contains(text, word) {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<!\\w)${escaped}(?!\\w)`).test(text);
}

/** Returns the path of a file that must exist and contain a word outside of comments. */
function pathOf(folder, file, word, row) {
  const path = pathTo(folder, file);
  if (existsSync(join(ROOT, path)) && !contains(withoutComments(read(path)), word))
    problems.push(`${path}: no "${word}" found; change the row "${row}" in scripts/house/rule-index.mjs`);
  return path;
}

function testOf(folder, file) {
  const [unit, e2e] = ['test', 'e2e'].map((kind) => file.replace(/\.ts$/, `.${kind}.ts`));
  return existsSync(join(ROOT, folder, e2e)) ? e2e : unit;
}

function section({ title, folder, rows, without = [], partial = false, decided }) {
  const lines = rows.map(([name, file, word, test = testOf(folder, file)]) => {
    const cells = [name, link(pathOf(folder, file, word, name))];
    if (decided !== undefined)
      cells.push(
        (decided[name] ?? [file]).map((other) => link(pathOf(folder, other, word, name))).join(', '),
      );
    return `| ${[...cells, link(pathTo(folder, test))].join(' | ')} |`;
  });
  const columns = ['what', 'file', ...(decided === undefined ? [] : ['decided in']), 'test'];
  const head = `| ${columns.join(' | ')} |\n|${'---|'.repeat(columns.length)}`;
  const listed = new Set([...rows.map((row) => row[1]), ...without]);
  for (const file of partial ? [] : readdirSync(join(ROOT, folder))) {
    if (file.endsWith('.ts') && !/\.(test|e2e|generated)\.ts$/.test(file) && !listed.has(file))
      problems.push(`${folder}/${file} is in no row; add one to scripts/house/rule-index.mjs`);
  }
  return `## ${title}\n\nIn [\`${folder}\`](../../${folder}).\n\n${head}\n${lines.join('\n')}\n`;
}

/** The engine and the server: files that may read a parameter. */
const ENGINE_FOLDERS = [
  'packages/engine/physics/src',
  'packages/engine/sensors/src',
  'packages/engine/referee/src',
  'packages/engine/referee/src/rules',
  'packages/engine/simulator/src',
  'packages/engine/host/src',
  ...[
    'clock',
    'cycle',
    'lifecycle',
    'logs',
    'net',
    'recordings',
    'results',
    'sessions',
    'teams',
    'warmup',
  ].map((folder) => `packages/serve/server/src/${folder}`),
];

/** Parameter names that are also words of the code: only `server.NAME` counts. */
const COMMON_WORDS = new Set(['coach', 'keepaway', 'port', 'profile', 'verbose']);

/** Returns the source files of the engine that contain one of the names. */
function filesThatUse(names) {
  const patterns = names.map((name) => (COMMON_WORDS.has(name) ? `server\\.${name}` : name));
  const word = new RegExp(`\\b(?:${patterns.join('|')})\\b`);
  const engine = ENGINE_FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((file) => file.endsWith('.ts') && !/\.(test|e2e|long|generated)\.ts$/.test(file))
      .map((file) => `${folder}/${file}`),
  );
  return ['packages/engine/params/src/derived.ts', ...engine].filter((path) =>
    word.test(withoutComments(read(path))),
  );
}

function parameters() {
  const text = readFileSync(join(ROOT, PARAMETERS.table), 'utf8');
  const groups = new Map();
  for (const [, name, group] of text.matchAll(/\{ name: '(\w+)'.*?group: '([\w-]+)'/g)) {
    groups.set(group, [...(groups.get(group) ?? []), name]);
  }
  if (groups.size === 0) problems.push(`${PARAMETERS.table}: no row with a group found`);
  const lines = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([group, names]) => {
      const files = filesThatUse(names);
      const used = files.length === 0 ? '–' : files.map(link).join(', ');
      return `| ${group} | ${names.map((name) => `\`${name}\``).join(', ')} | ${used} |`;
    });
  return `## Parameters by group\n\nRows of ${link(PARAMETERS.table)}, tested in ${link(PARAMETERS.test)}; all of them with their meaning are in [parameters.md](parameters.md). The last column lists the files of the engine and the server that read a parameter of the group; the sections above list their tests.\n\n| group | parameters | used in |\n|---|---|---|\n${lines.join('\n')}\n`;
}

const PARAM_MESSAGES = {
  title: 'Texts of parameters',
  folder: 'packages/engine/params/src',
  partial: true,
  rows: [
    ['player_param, decode', 'param-messages-read.ts', 'readPlayerParamText'],
    ['player_param, encode', 'param-messages.ts', 'formatPlayerParamText'],
    ['player_type, decode', 'param-messages-read.ts', 'readPlayerTypeText'],
    ['player_type, encode', 'param-messages.ts', 'formatPlayerTypeText'],
    ['server_param, decode', 'param-messages-read.ts', 'readServerParamText'],
    ['server_param, encode', 'param-messages.ts', 'formatServerParamText'],
    ['blocks of monitors and logs', 'param-block.ts', 'createServerParamBlock'],
  ],
};

const EXAMPLES = 'player-messages/examples.test.ts';
const COACH_RECORDED = 'coach-messages/recorded.test.ts';
const CODEC = 'monitor-messages/codec.test.ts';

/** Messages and commands of each client; the paths in a row are below the folder. */
const MESSAGES = {
  folder: 'packages/wire/protocol/src',
  folders: ['coach-messages', 'monitor-messages', 'player-messages'],
  rows: [
    ['player: init, reconnect', 'player-init.ts', 'decodePlayerConnect'],
    ['player: commands, decode', 'player-commands.ts', 'decodePlayerCommands'],
    ['player: commands, encode', 'player-commands.ts', 'encodePlayerCommand', 'player-commands.test.ts'],
    ['player: (done)', 'player-arguments.generated.ts', 'DONE_COMMAND', 'player-commands.test.ts'],
    ['player: replies to init', 'player-messages/init-reply.ts', 'encodeInitReply', EXAMPLES],
    ['player: server_param', 'player-messages/param-messages.ts', 'encodeServerParam', EXAMPLES],
    ['player: player_param', 'player-messages/param-messages.ts', 'encodePlayerParam', EXAMPLES],
    ['player: player_type', 'player-messages/param-messages.ts', 'encodePlayerType', EXAMPLES],
    [
      'player, coach: change_player_type',
      'player-messages/change-player-type.ts',
      'encodeChangePlayerType',
      EXAMPLES,
    ],
    ['player: see', 'player-messages/see.ts', 'encodeSee', 'player-messages/recorded.test.ts'],
    [
      'player: names in see',
      'player-messages/seen-name.ts',
      'readSeenName',
      'player-messages/round-trip.test.ts',
    ],
    [
      'player: sense_body',
      'player-messages/sense-body.ts',
      'encodeSenseBody',
      'player-messages/recorded.test.ts',
    ],
    ['player: hear', 'player-messages/hear.ts', 'encodeHear', EXAMPLES],
    [
      'player: fullstate',
      'player-messages/fullstate.ts',
      'encodeFullstate',
      'player-messages/recorded.test.ts',
    ],
    ['player: ok, warning, error, score', 'player-messages/reply.ts', 'encodeReply', EXAMPLES],
    ['player, coach, trainer: (think)', 'player-messages/think.ts', '(think)', EXAMPLES],
    [
      'player: decoder of all messages',
      'player-messages/decode.ts',
      'decodePlayerMessage',
      'player-messages/round-trip.test.ts',
    ],
    ['coach: init', 'coach-init.ts', 'decodeCoachInit'],
    ['coach: commands', 'coach-commands.ts', 'decodeCoachCommand'],
    ['coach: team_graphic', 'coach-team-graphic.ts', 'decodeTeamGraphic', 'coach-commands.test.ts'],
    ['trainer: init', 'trainer-init.ts', 'decodeTrainerInit'],
    ['trainer: commands', 'trainer-commands.ts', 'decodeTrainerCommand'],
    ['coach, trainer: see_global, look', 'coach-messages/see-global.ts', 'see_global', COACH_RECORDED],
    ['coach, trainer: hear', 'coach-messages/hear.ts', 'encodeCoachHear', COACH_RECORDED],
    ['coach: include, clang versions', 'coach-messages/notices.ts', 'encodeInclude', COACH_RECORDED],
    ['coach, trainer: ok, warning, error', 'coach-messages/reply.ts', 'encodeCoachReply', COACH_RECORDED],
    ['coach, trainer: decoder of all messages', 'coach-messages/decode.ts', 'decodeCoachMessage'],
    ['monitor: dispinit', 'monitor-init.ts', 'dispinit'],
    ['monitor: dispstart and other commands', 'monitor-commands.ts', 'decodeMonitorCommand'],
    ['monitor: show, msg, team as text', 'monitor-messages/text.ts', 'writeTextShow', CODEC],
    ['monitor: binary messages', 'monitor-messages/binary.ts', 'writeShowinfo', CODEC],
    ['monitor: JSON messages', 'monitor-messages/json.ts', 'writeJsonShow', CODEC],
    ['monitor: texts of the message boards', 'monitor-messages/board.ts', 'formatMonitorSay', CODEC],
    ['monitor: codec of a version', 'monitor-messages/codec.ts', 'createMonitorCodec'],
    ['monitor: decoder of all messages', 'monitor-messages/decode.ts', 'decodeMonitorDatagram', CODEC],
    [
      'player: names of teams and objects',
      'player-messages/player-encoding.ts',
      'createPlayerEncoding',
      EXAMPLES,
    ],
    ['datagrams: terminator, several messages', 'datagram.ts', 'splitDatagram'],
  ],
};

function messages() {
  const { folder, folders, rows } = MESSAGES;
  const listed = new Set(rows.map((row) => row[1]));
  for (const group of folders) {
    for (const file of readdirSync(join(ROOT, folder, group))) {
      if (file.endsWith('.ts') && !file.endsWith('.test.ts') && !listed.has(`${group}/${file}`))
        problems.push(`${folder}/${group}/${file} is in no row; add one to scripts/house/rule-index.mjs`);
    }
  }
  return section({ title: 'Messages', folder, rows, partial: true });
}

const ARCHITECTURE = 'docs/inside/architecture.md';

/** Names that are not in the sources of this repository. */
const OTHER_NAMES = new Set(['apps/*', '@rcss/physics/actions', 'src/entries/']);

/** Checks that every file, folder, package, script and name in backticks on the page about the architecture exists. */
export function findArchitectureProblems() {
  problems = [];
  const files = listFiles().filter((path) => /^(packages|apps)\/.*\.ts$/.test(path));
  const text = files.map((path) => withoutComments(read(path))).join('\n');
  const packages = new Set(packageFolders(ROOT).flatMap((folder) => folder.split('/')));
  const manifests = ['.', ...packageFolders(ROOT)]
    .map((folder) => join(ROOT, folder, 'package.json'))
    .filter(existsSync)
    .map((path) => JSON.parse(readFileSync(path, 'utf8')));
  const scripts = new Set(manifests.flatMap(({ scripts = {} }) => Object.keys(scripts)));
  const bins = new Set(manifests.flatMap(({ bin = {} }) => Object.keys(bin)));
  const isKnown = (name) => {
    if (OTHER_NAMES.has(name) || packages.has(name) || bins.has(name)) return true;
    if (/^(node|pnpm|npm) /.test(name)) {
      const last = name.split(' ').at(-1);
      return existsSync(join(ROOT, last)) || scripts.has(last);
    }
    if (name.endsWith('/') || name.endsWith('.ts') || name.includes('/') || name.startsWith('.')) {
      return (
        existsSync(join(ROOT, name)) ||
        existsSync(join(ROOT, 'packages/serve/server/src', name)) ||
        files.some((path) => path.endsWith(`/${name}`))
      );
    }
    if (!/^\w+$/.test(name)) return text.includes(name);
    return new RegExp(
      `\\b(function|const|class|interface|type|readonly|get) ${name}\\b|^ +${name}\\??: `,
      'm',
    ).test(text);
  };
  const page = readFileSync(join(ROOT, ARCHITECTURE), 'utf8').split('\n');
  for (const [i, line] of page.entries()) {
    for (const [, name] of line.matchAll(/`([^`]+)`/g)) {
      if (!isKnown(name))
        problems.push(`${ARCHITECTURE}:${i + 1}: "${name}" is in no source; correct the name`);
    }
  }
  return problems;
}

/** The page by its path, and what is wrong with its rows. */
export function rulePage() {
  problems = [];
  const parts = [
    ...SECTIONS.map(section),
    messages(),
    ...[PARAM_MESSAGES, HOST, SERVER].map(section),
    parameters(),
  ];
  const head =
    '# Where a rule is\n\nGenerated by `npm run generate`; do not edit. Every file is in the folder named above its table.';
  return { page: [PAGE, `${head}\n\n${parts.join('\n')}`], problems };
}
