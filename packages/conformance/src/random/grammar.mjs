// The grammar of all messages from a server (spec 03 §10). A message is checked against the
// formats of the client's version.

const INT = '-?\\d+';
const REAL = '-?\\d+(?:\\.\\d+)?(?:e[-+]\\d+)?';
/** Text of a message of a client or of the referee: every character but NUL. */
const TEXT = '[^\\0]*';
const TEAM = '[-0-9A-Za-z_+.]*';
const WIDTH = '(?:narrow|normal|wide)';
const VIEW = `(?:high|low) ${WIDTH}`;
const MODE = '[a-z_]+';
const ARM = `\\(arm \\(movable ${INT}\\) \\(expires ${INT}\\) \\(target ${REAL} ${INT}\\) \\(count ${INT}\\)\\)`;

const optional = (condition, text) => (condition ? text : '');
const compile = (text) => new RegExp(`^${text}$`);

function senseBody(v) {
  const speed = v < 6 ? REAL : `${REAL} ${INT}`;
  return compile(
    [
      `\\(sense_body ${INT} \\(view_mode ${VIEW}\\)`,
      ` \\(stamina ${REAL} ${REAL}${optional(v >= 13, ` ${REAL}`)}\\) \\(speed ${speed}\\)`,
      optional(v >= 5, ` \\(head_angle ${INT}\\)`),
      ` \\(kick ${INT}\\) \\(dash ${INT}\\) \\(turn ${INT}\\) \\(say ${INT}\\)`,
      optional(v >= 5, ` \\(turn_neck ${INT}\\)`),
      optional(v >= 7, ` \\(catch ${INT}\\) \\(move ${INT}\\) \\(change_view ${INT}\\)`),
      optional(v >= 18, ` \\(change_focus ${INT}\\)`),
      optional(
        v >= 8,
        ` ${ARM} \\(focus \\(target (?:none|[lr] ${INT})\\) \\(count ${INT}\\)\\) \\(tackle \\(expires ${INT}\\) \\(count ${INT}\\)\\)`,
      ),
      optional(
        v >= 12,
        ' \\(collision (?:none|\\(ball\\)|(?:\\(ball\\) )?\\(player\\)|(?:\\(ball\\) )?(?:\\(player\\) )?\\(post\\))\\)',
      ),
      optional(v >= 14, ` \\(foul \\(charged ${INT}\\) \\(card (?:none|yellow|red)\\)\\)`),
      optional(v >= 18, ` \\(focus_point ${REAL} ${REAL}\\)`),
      '\\)',
    ].join(''),
  );
}

/** Objects of a see message with the numbers of each visible identity. */
function see(v) {
  const marks = v < 8 ? '' : `(?: ${INT})?${v < 13 ? '(?: t)?' : '(?: [tk])?'}`;
  const near = `${REAL} ${INT}`;
  const moving = `${near}(?: ${REAL} ${REAL})?`;
  const full = `${near} ${REAL} ${REAL}${v < 4 ? '' : v < 5 ? ` ${INT}` : ` ${INT} ${INT}${marks}`}`;
  const fixed = v < 6 ? '(?:flag [a-z0-9 ]+|goal [lr]|ball)' : '(?:f [a-z0-9 ]+|g [lr]|b)';
  const line = v < 6 ? 'line (?:l|r|t|b)' : 'l (?:l|r|t|b)';
  const close = v < 6 ? '(?:Flag|Goal|Ball|Player)' : '(?:F|G|B|P)';
  const team = v < 6 ? `player ${TEAM}` : `p "${TEAM}"`;
  const goalie = v < 6 ? '' : '(?: goalie)?';
  const name = v < 6 ? 'player' : 'p';
  const objects = [
    `\\(${fixed}\\) ${moving}`,
    `\\(${line}\\) ${near}`,
    `\\(${close}\\) ${near}`,
    `\\(${name}\\) ${near}`,
    `\\(${team}\\) ${near}${marks}`,
    `\\(${team} \\d+${goalie}\\) ${full}`,
    // A player of a team without a name, after a reconnect to a free place (spec 03 §3).
    ` (?:${INT}|${near}(?: ${REAL} ${REAL}(?: ${INT}){0,3})?(?: [tk])?)`,
    `\\((?:${fixed}|${line}|${close}|${name}|${team}(?: \\d+${goalie})?)\\) ${INT}`,
  ];
  const object = ` \\((?:${objects.join('|')})\\)`;
  return compile(`\\(see ${INT}${v < 3 ? '' : `(?:${object})*`}\\)`);
}

function hear(v) {
  const quoted = v < 7 ? TEXT : `"${TEXT}"`;
  const player = v < 8 ? `${INT} ${quoted}` : `${INT} (?:our ${INT}|opp) ${quoted}|our ${INT}|opp`;
  const coach = v < 7 ? '' : `|coach ${quoted}`;
  return compile(
    `\\(hear ${INT} (?:referee ${TEXT}|self ${quoted}|online_coach_(?:left|right) ${TEXT}|${player}${coach})\\)`,
  );
}

function fullstate(v) {
  const head = `\\(fullstate ${INT} \\(pmode ${MODE}\\) \\(vmode ${VIEW}\\)`;
  if (v < 8) {
    const player = ` \\([lr]_\\d+(?: ${REAL}){6} ${INT} ${REAL} ${REAL}\\)`;
    return compile(
      `${head} \\(score ${INT} 0\\) \\(ball ${REAL} ${REAL} ${REAL} ${REAL}\\)(?:${player})*\\)`,
    );
  }
  const type = v < 14 ? '(?:g|\\d+)' : '(?:g )?\\d+';
  const stamina = ` \\(stamina ${REAL} ${REAL} ${REAL}${optional(v >= 13, ` ${REAL}`)}\\)`;
  const flags = v < 13 ? '' : v < 14 ? '(?: [tk])?' : '(?: [tkf])?(?: [ry])?';
  const focus = optional(v >= 18, ` \\(focus_point ${REAL} ${REAL}\\)`);
  const player = ` \\(\\(p [lr] \\d+ ${type}\\)(?: ${REAL}){6}(?: ${REAL} ${REAL})?${focus}${stamina}${flags}\\)`;
  return compile(
    `${head} \\(count(?: ${INT}){${v < 18 ? 8 : 9}}\\) ${ARM} \\(score ${INT} ${INT}\\) \\(\\(b\\)(?: ${REAL}){4}\\)(?:${player})*\\)`,
  );
}

const PARAMS = {
  server_param: /^\(server_param [^\0]+\)$/,
  player_param: /^\(player_param [^\0]+\)$/,
  player_type: /^\(player_type [^\0]+\)$/,
};
const named = (name) => new RegExp(`^\\(${name} (?:\\([a-z0-9_]+ (?:"[^"\\0]*"|${REAL})\\))+\\)$`);
const NAMED_PARAMS = Object.fromEntries(Object.keys(PARAMS).map((name) => [name, named(name)]));
const positional = (name) => new RegExp(`^\\(${name}(?: (?:"[^"\\0]*"|${REAL}))+\\)$`);
const POSITIONAL_PARAMS = Object.fromEntries(Object.keys(PARAMS).map((name) => [name, positional(name)]));

const WARNING_NUL = 'message_not_null_terminated';
const CONNECT_ERRORS =
  'unknown_command|illegal_teamname|illegal_teamname_or_too_long_teamname|illegal_command_form|conflict_with_fixed_teamname|no_more_team|no_more_player_or_goalie_or_illegal_client_version|no_more_team_or_player_or_goalie|connection_failed|cannot_reconnect_while_playon|red_carded_player|socket_open_failed|illegal_client_version|no_such_team_or_player|no_more_monitor|only_init_allowed_on_init_port|connected_offline_coach_without_coach_mode|already_have_offline_coach|already_have_coach|illegal_coachname_or_too_long_coachname|no_such_team|no_such_team_or_already_have_coach|illegal_coachname_or_too_long_coachname|no_such_team|illegal_mode|illegal_object_form';

function playerFormats(v) {
  return {
    sense_body: senseBody(v),
    see: see(v),
    hear: hear(v),
    fullstate: v < 5 ? /^(?!)/ : fullstate(v),
    think: /^\(think\)$/,
    init: compile(`\\(init [lr] \\d+ ${MODE}\\)`),
    reconnect: compile(`\\(reconnect [lr] ${MODE}\\)`),
    score: compile(`\\(score ${INT} ${INT} ${INT}\\)`),
    change_player_type: compile(
      `\\(change_player_type \\d+(?: \\d+)?\\)${v < 16 ? '' : '|^\\(change_player_type [lr] \\d+ goalie\\)'}`,
    ),
    ok: compile(`\\(ok (?:compression ${INT}|clang \\(ver ${INT} ${INT}\\)|synch_see|gaussian_see)\\)`),
    warning: compile(`\\(warning (?:${WARNING_NUL}|moving_to_opponent_field)\\)`),
    error: compile(
      `\\(error (?:illegal_command_form|too_many_moves|no team with name ${TEXT}|only_init_allowed_on_init_port)\\)`,
    ),
    ...(v < 8 ? POSITIONAL_PARAMS : NAMED_PARAMS),
  };
}

/** Global view of coaches and trainers: `see` or `see_global` and the answer to `look`. */
function globalView(v, head, isLook) {
  const fixed = v < 7 ? ['goal r', 'goal l', 'ball'] : ['g r', 'g l', 'b'];
  const name = v < 7 ? `player ${TEAM} \\d+` : `p "${TEAM}" \\d+(?: goalie)?`;
  const point = v < 8 || (isLook && v < 13) ? '' : `(?: ${INT})?`;
  const marks =
    v < 8 || (isLook && v < 13)
      ? ''
      : isLook || v < 13
        ? '(?: t)?'
        : v < 14
          ? '(?: [tk])?'
          : '(?: [tkf])?(?: [ry])?';
  const player = ` \\(\\(${name}\\)(?: ${REAL}){4} ${INT} ${INT}${point}${marks}\\)`;
  const oldPlayer = ` \\(\\(${name}\\) ${REAL} ${REAL} ${INT} ${INT} ${REAL} ${REAL}\\)`;
  return compile(
    `\\(${head} ${INT} \\(\\(${fixed[0]}\\) 52.5 0\\) \\(\\(${fixed[1]}\\) -52.5 0\\) \\(\\(${fixed[2]}\\)(?: ${REAL}){4}\\)(?:${v < 7 ? oldPlayer : player})*\\)`,
  );
}

const COACH_ERRORS =
  'illegal_command_form|unknown_command|illegal_mode|illegal_object_form|out_of_range_player_type|invalid_xpm_data|could_not_parse_say|goalie_already_exists|said_too_many_[a-z_]*messages|cannot_say_freeform_while_playon|only_init_allowed_on_init_port';
const COACH_WARNINGS = `${WARNING_NUL}|no_team_found|no_such_player|cannot_[a-z_]+|no_subs_left|no_left_of_that_type|max_of_that_type_on_field|only_before_kick_off|invalid_tile_location|invalid_tile_size`;

function coachFormats(v, isTrainer) {
  const speaker = v < 7 ? `\\(player ${TEAM} \\d+\\)` : `\\(p "${TEAM}" \\d+(?: goalie)?\\)`;
  const coaches = 'online_coach_(?:left|right)';
  const hearTrainer =
    v < 7
      ? `\\(hear (?:referee|${coaches}|${speaker}) ${INT} ${TEXT}\\)`
      : `\\(hear (?:referee ${INT} ${TEXT}|${INT} (?:referee|${coaches}|${speaker}) "${TEXT}")\\)`;
  const hearCoach = `\\(hear ${INT} (?:referee ${TEXT}|${speaker} ${v < 7 ? TEXT : `"${TEXT}"`})\\)`;
  const word = '(?:change_mode|move|start|recover|say)';
  const look = globalView(v, 'ok look', true);
  const ok = compile(
    `\\(ok (?:${word}|(?:eye|ear) (?:on|off)|check_ball ${INT} (?:in_field|goal_[lr]|out_of_field)|team_names(?: \\(team l ${TEAM}\\))?(?: \\(team r ${TEAM}\\))?|change_player_type (?:${TEAM} )?${INT} (?:${INT}|goalie)|team_graphic \\d+ \\d+|compression ${INT})\\)\\n?`,
  );
  return {
    [v < 7 ? 'see' : 'see_global']: globalView(v, v < 7 ? 'see' : 'see_global', false),
    hear: compile(isTrainer ? hearTrainer : hearCoach),
    think: /^\(think\)$/,
    init: isTrainer || v < 6 ? /^\(init ok\)$/ : /^\(init [lr] ok\)$/,
    ok: { test: (text) => ok.test(text) || look.test(text) },
    warning: compile(`\\(warning (?:${COACH_WARNINGS})\\)`),
    error: compile(`\\(error (?:${COACH_ERRORS})\\)`),
    ...(isTrainer
      ? {}
      : { clang: compile(`\\(clang \\(ver (?:${speaker})? \\d+ \\d+\\)\\)`), include: /^\(include .*\)$/s }),
    ...(v < 7 || isTrainer
      ? {}
      : {
          change_player_type: compile(
            `\\(change_player_type (?:\\d+(?: \\d+)?${v < 16 ? '' : '|[lr] \\d+ goalie'})\\)`,
          ),
        }),
    ...(v < 7 ? {} : v < 8 ? POSITIONAL_PARAMS : NAMED_PARAMS),
  };
}

/** Show of a monitor of version 3, 4 or 5; a server may send all three forms to all of them. */
function show() {
  const view = `\\(v [hl] ${REAL}\\)`;
  const stamina = `\\(s ${REAL} ${REAL} ${REAL}(?: ${REAL})?\\)`;
  const attention = `(?: \\(f [lr] \\d+\\))?`;
  const player = ` \\(\\([lr] \\d+\\) ${INT} (?:0x[0-9a-f]+|0)(?: ${REAL}){6}(?: ${REAL} ${REAL})? ${view}(?: \\(fp ${REAL} ${REAL}\\))? ${stamina}${attention} \\(c(?: ${INT}){11,12}\\)\\)`;
  const teams = `\\(tm ${TEAM} ${TEAM} ${INT} ${INT}(?: ${INT}){0,4}\\)`;
  return compile(`\\(show ${INT} \\(pm ${INT}\\) ${teams} \\(\\(b\\)(?: ${REAL}){4}\\)(?:${player}){22}\\)`);
}

function monitorFormats() {
  return {
    show: show(),
    msg: compile(`\\(msg ${INT} ${INT} "${TEXT}"\\)`),
    warning: compile(`\\(warning ${WARNING_NUL}\\)`),
    error: compile(`\\(error (?:${CONNECT_ERRORS})\\)`),
    ...NAMED_PARAMS,
  };
}

const REFUSAL = compile(`\\(error (?:${CONNECT_ERRORS})\\)`);
const formatsByClient = new Map();

function formatsOf(role, version) {
  const v = Math.trunc(version);
  const key = `${role} ${v}`;
  let formats = formatsByClient.get(key);
  if (formats === undefined) {
    if (role === 'player') formats = playerFormats(v);
    else if (role === 'monitor') formats = monitorFormats();
    else formats = coachFormats(v, role === 'trainer');
    formatsByClient.set(key, formats);
  }
  return formats;
}

/**
 * Checks a message without its NUL.
 *
 * @param {'player' | 'coach' | 'trainer' | 'monitor'} role
 * @param {number} version protocol version of the client
 * @param {string} text
 * @returns {{ head: string, problem: string | null }} first word of the message, and what is wrong with it
 */
export function checkMessage(role, version, text) {
  const head = /^\(([a-z_]+)/.exec(text)?.[1] ?? '';
  const format = formatsOf(role, version)[head];
  if (format === undefined)
    return { head, problem: `a ${role} of version ${version} must not receive "${text.slice(0, 80)}"` };
  if (format.test(text)) return { head, problem: null };
  return { head, problem: `the message does not match its format for version ${version}: ${text}` };
}

/** Checks an answer from a well-known port to an unknown sender. Returns what is wrong with it, or null. */
export function checkRefusal(text) {
  return REFUSAL.test(text) ? null : `a well-known port answers "${text.slice(0, 80)}"`;
}

/** Time in a message, or null if it has none. */
export function timeOf(text) {
  const found =
    /^\((?:sense_body|see|see_global|fullstate|hear|score|show|msg|ok look|ok check_ball) (-?\d+)/.exec(text);
  return found ? Number(found[1]) : null;
}
