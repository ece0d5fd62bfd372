/**
 * Writes docs/reference/rules.md: rules of the game, actions, perception, messages and parameters, each with its file
 * and its test.
 *
 *   node scripts/rule-index.mjs           writes the page
 *   node scripts/rule-index.mjs --check   exits 1 if the page is out of date
 *
 * It exits 1 if a file or test of the table does not exist, or if a source file of the listed folders is missing from
 * the table. The test of `x.ts` is `x.test.ts` beside it unless the row names another.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const PAGE = 'docs/reference/rules.md';

/** Heading, folder, files that need no row, and rows: name, file, test if it is not beside the file. */
const SECTIONS = [
  {
    title: 'Rules of the referee',
    folder: 'packages/referee/src/rules',
    rows: [
      ['back pass', 'back-pass.ts'],
      ['ball stuck', 'ball-stuck.ts'],
      ['cards', 'cards.ts'],
      ['catch fault', 'catch-fault.ts'],
      ['corner kick', 'corner-kick.ts'],
      ['drop ball', 'drop-ball.ts', 'set-play.test.ts'],
      ['foul charge', 'foul.ts'],
      ['foul, detection', 'foul-detection.ts', 'foul.test.ts'],
      ['free kick', 'free-kick.ts', 'goalkeeper.test.ts'],
      ['free kick fault', 'free-kick-fault.ts'],
      ['goal', 'goal.ts'],
      ['goal kick', 'goal-kick.ts'],
      ['golden goal, after a goal', 'goal.ts'],
      ['golden goal, at the end of a half', 'time.ts'],
      ['goalie catch', 'goalkeeper.ts'],
      ['illegal defense', 'illegal-defense.ts'],
      ['keepaway', 'keepaway.ts'],
      ['kick-in', 'kick-in.ts'],
      ['kick-off', 'kick-off.ts'],
      ['offside', 'offside.ts'],
      ['out of play', 'out-of-play.ts'],
      ['penalty shootout', 'penalty-shootout.ts'],
      ['penalty shootout, positions', 'penalty-shootout-positions.ts', 'penalty-shootout.test.ts'],
      ['penalty shootout, results', 'penalty-shootout-results.ts', 'penalty-shootout.test.ts'],
      ['restarts: distance, time limit, end', 'set-play.ts'],
      ['time: halves, extra time, end', 'time.ts'],
    ],
  },
  {
    title: 'Bodies and actions',
    folder: 'packages/physics/src',
    without: ['index.ts', 'actions.ts', 'stages.ts', 'players.ts', 'predict.ts', 'context.ts', 'body.ts'],
    rows: [
      ['attentionto', 'attention.ts'],
      ['catch', 'catch.ts'],
      ['change_view, change_focus, synch_see', 'view.ts'],
      ['collisions', 'collision.ts'],
      ['command budgets, counters of a cycle', 'cycle.ts'],
      ['dash', 'dash.ts'],
      ['goal posts', 'posts.ts'],
      ['kick', 'kick.ts'],
      ['motion and noise', 'motion.ts'],
      ['move', 'move-player.ts'],
      ['move by trainers and monitors', 'placement.ts'],
      ['pointto', 'arm.ts'],
      ['prediction of kicks', 'predict-kick.ts', 'predict.test.ts'],
      ['prediction of runs', 'predict-run.ts', 'predict.test.ts'],
      ['prediction of the ball', 'predict-ball.ts', 'predict.test.ts'],
      ['slots of players, reconnect, types', 'roster.ts'],
      ['stamina', 'stamina.ts'],
      ['step, the part of the bodies', 'step.ts', 'properties.test.ts'],
      ['tackle', 'tackle.ts'],
      ['turn, turn_neck', 'turn.ts'],
      ['wind', 'wind.ts'],
    ],
  },
  {
    title: 'Perception',
    folder: 'packages/sensors/src',
    without: ['index.ts', 'view.ts', 'context.ts', 'log-grid.ts', 'shown-player.ts'],
    rows: [
      ['ear', 'ear.ts', 'aural.test.ts'],
      ['fullstate', 'fullstate.ts', 'whole-field.test.ts'],
      ['hear, say', 'aural.ts'],
      ['see', 'see.ts'],
      ['see: lines', 'see-lines.ts'],
      ['see: players', 'see-player.ts'],
      ['see: timing', 'see-timing.ts'],
      ['see_global, look', 'global-view.ts', 'whole-field.test.ts'],
      ['sense_body', 'sense-body.ts'],
      ['show, of monitors and logs', 'frame.ts', 'whole-field.test.ts'],
    ],
  },
  {
    title: 'Commands of a match',
    folder: 'packages/simulator/src',
    partial: true,
    rows: [
      ['automatic mode', 'auto-mode.ts'],
      ['commands of monitors', 'monitor-commands.ts'],
      ['commands of online coaches', 'coach-commands.ts'],
      ['commands of players', 'player-commands.ts'],
      ['commands of the trainer', 'trainer-commands.ts'],
      ['connect, reconnect, leave', 'connections.ts'],
      ['digest of a step', 'digest.ts', 'independence.test.ts'],
      ['malformed commands', 'invalid-command.ts'],
      ['snapshot, restore, fork', 'snapshot.ts'],
      ['step', 'step.ts'],
      ['substitution, player types', 'substitution.ts'],
    ],
  },
];

/** Parameters by group, from the `group` of each row of the table. */
const PARAMETERS = {
  table: 'packages/params/src/server-params.ts',
  test: 'packages/params/src/tables.test.ts',
};

const problems = [];

function pathTo(folder, file) {
  const path = `${folder}/${file}`;
  if (!existsSync(join(ROOT, path)))
    problems.push(`${path}: no such file; change its row in scripts/rule-index.mjs`);
  return path;
}

const link = (path) => `[\`${path.split('/').at(-1)}\`](../../${path})`;

function section({ title, folder, rows, without = [], partial = false }) {
  const lines = rows.map(([name, file, test = file.replace(/\.ts$/, '.test.ts')]) => {
    return `| ${name} | ${link(pathTo(folder, file))} | ${link(pathTo(folder, test))} |`;
  });
  const listed = new Set([...rows.map((row) => row[1]), ...without]);
  for (const file of partial ? [] : readdirSync(join(ROOT, folder))) {
    if (file.endsWith('.ts') && !/\.(test|generated)\.ts$/.test(file) && !listed.has(file))
      problems.push(`${folder}/${file} is in no row; add one to scripts/rule-index.mjs`);
  }
  return `## ${title}\n\nIn [\`${folder}\`](../../${folder}).\n\n| what | file | test |\n|---|---|---|\n${lines.join('\n')}\n`;
}

const ENGINE_FOLDERS = [
  'packages/physics/src',
  'packages/sensors/src',
  'packages/referee/src',
  'packages/referee/src/rules',
  'packages/simulator/src',
];

/** Parameter names that are also words of the code: only `server.NAME` counts. */
const COMMON_WORDS = new Set(['coach', 'keepaway', 'port', 'profile', 'verbose']);

/** Returns the source files of the engine that contain one of the names. */
function filesThatUse(names) {
  const patterns = names.map((name) => (COMMON_WORDS.has(name) ? `server\\.${name}` : name));
  const word = new RegExp(`\\b(?:${patterns.join('|')})\\b`);
  return ENGINE_FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((file) => file.endsWith('.ts') && !/\.(test|generated)\.ts$/.test(file))
      .map((file) => `${folder}/${file}`)
      .filter((path) => word.test(code(readFileSync(join(ROOT, path), 'utf8')))),
  );
}

/** Returns a text without its comments. */
function code(text) {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
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
      const used = files.length === 0 ? 'programs only' : files.map(link).join(', ');
      return `| ${group} | ${names.map((name) => `\`${name}\``).join(', ')} | ${used} |`;
    });
  return `## Parameters by group\n\nRows of ${link(PARAMETERS.table)}, tested in ${link(PARAMETERS.test)}; all of them with their meaning are in [parameters.md](parameters.md). The last column lists the files of the engine that read a parameter of the group; the sections above list their tests.\n\n| group | parameters | used in |\n|---|---|---|\n${lines.join('\n')}\n`;
}

/** Messages and commands of each client: name, file, test; the first path in a row is below the folder. */
const MESSAGES = {
  folder: 'packages/protocol/src',
  folders: ['coach-messages', 'monitor-messages', 'player-messages'],
  rows: [
    ['player: init, reconnect', 'player-init.ts'],
    ['player: commands, decode', 'player-commands.ts'],
    ['player: commands, encode', 'player-commands-encode.ts', 'player-commands.test.ts'],
    [
      'player: replies to init, parameters',
      'player-messages/handshake.ts',
      'player-messages/examples.test.ts',
    ],
    ['player: see', 'player-messages/see.ts', 'player-messages/recorded.test.ts'],
    ['player: sense_body', 'player-messages/sense-body.ts', 'player-messages/recorded.test.ts'],
    ['player: hear', 'player-messages/hear.ts', 'player-messages/examples.test.ts'],
    ['player: fullstate', 'player-messages/fullstate.ts', 'player-messages/recorded.test.ts'],
    ['player: ok, warning, error, score', 'player-messages/reply.ts', 'player-messages/examples.test.ts'],
    ['player: decoder of all messages', 'player-messages/decode.ts', 'player-messages/round-trip.test.ts'],
    ['coach: init', 'coach-init.ts'],
    ['coach: commands', 'coach-commands.ts'],
    ['coach: team_graphic', 'coach-team-graphic.ts', 'coach-commands.test.ts'],
    ['trainer: init', 'trainer-init.ts'],
    ['trainer: commands', 'trainer-commands.ts'],
    ['coach, trainer: see_global, look', 'coach-messages/global.ts', 'coach-messages/recorded.test.ts'],
    ['coach, trainer: hear', 'coach-messages/hear.ts', 'coach-messages/recorded.test.ts'],
    [
      'coach, trainer: change_player_type and others',
      'coach-messages/notices.ts',
      'coach-messages/recorded.test.ts',
    ],
    ['coach, trainer: ok, warning, error', 'coach-messages/reply.ts', 'coach-messages/recorded.test.ts'],
    ['coach, trainer: decoder of all messages', 'coach-messages/decode.ts'],
    ['monitor: dispinit', 'monitor-init.ts'],
    ['monitor: commands', 'monitor-commands.ts'],
    ['monitor: show, msg, team as text', 'monitor-messages/text.ts', 'monitor-messages/codec.test.ts'],
    ['monitor: binary messages', 'monitor-messages/binary.ts', 'monitor-messages/codec.test.ts'],
    ['monitor: JSON messages', 'monitor-messages/json.ts', 'monitor-messages/codec.test.ts'],
    ['monitor: board of a show', 'monitor-messages/board.ts', 'monitor-messages/codec.test.ts'],
    ['monitor: codec of a version', 'monitor-messages/codec.ts'],
    ['monitor: decoder of all messages', 'monitor-messages/decode.ts', 'monitor-messages/codec.test.ts'],
    ['datagrams: terminator, several messages', 'datagram.ts'],
  ],
};

function messages() {
  const { folder, folders, rows } = MESSAGES;
  const listed = new Set(rows.map((row) => row[1]));
  for (const group of folders) {
    for (const file of readdirSync(join(ROOT, folder, group))) {
      if (file.endsWith('.ts') && !file.endsWith('.test.ts') && !listed.has(`${group}/${file}`))
        problems.push(`${folder}/${group}/${file} is in no row; add one to scripts/rule-index.mjs`);
    }
  }
  return section({ title: 'Messages', folder, rows, partial: true });
}

const page = `# Where a rule is

Generated by \`node scripts/rule-index.mjs\`; do not edit. Every file is in the folder named above its table.

${[...SECTIONS.map(section), messages(), parameters()].join('\n')}`;

for (const problem of problems) console.error(problem);
const old = existsSync(join(ROOT, PAGE)) ? readFileSync(join(ROOT, PAGE), 'utf8') : '';
if (process.argv.includes('--check')) {
  if (old !== page) console.error(`${PAGE} is out of date; run node scripts/rule-index.mjs`);
  process.exitCode = problems.length > 0 || old !== page ? 1 : 0;
} else {
  writeFileSync(join(ROOT, PAGE), page);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
