/** Units and meanings of the fields of decoded messages, by channel and type of the message. */
import {
  COACH_COMMANDS,
  COMMAND_FIELD_DOCS,
  COMMAND_FIELDS,
  type CommandKind,
  type CommandRow,
  MONITOR_COMMANDS,
  PLAYER_COMMANDS,
  readCommandForm,
  TRAINER_COMMANDS,
} from '@rcss/core/commands';

/** Sender and receiver of a datagram. */
export type WireChannel =
  | 'to-player'
  | 'to-coach'
  | 'to-monitor'
  | 'from-player'
  | 'from-coach'
  | 'from-trainer'
  | 'from-monitor';

/** Unit ('' for none) and meaning of a field. */
export type FieldDoc = readonly [unit: string, meaning: string];

/** Documentation of a message. Fields of nested objects are joined by points; `[]` stands for each element of a list. */
export interface MessageDoc {
  /** Name in the index of the specification. */
  readonly head: string;
  /** What the message does, in one sentence. */
  readonly summary: string;
  readonly fields: Readonly<Record<string, FieldDoc>>;
}

type Fields = MessageDoc['fields'];

const doc = (head: string, summary: string, fields: Fields = {}): MessageDoc => ({ head, summary, fields });

const TIME: Fields = { time: ['cycles', 'Cycle of the match clock.'] };
const SIDE: FieldDoc = ['', 'Side: l is left, r is right.'];
const UNUM: FieldDoc = ['', 'Uniform number, 1 to 11.'];
const TYPE_ID: FieldDoc = ['', 'Id of the player type; 0 is the default type.'];
const GOALIE: FieldDoc = ['', 'Whether the player is marked as goalie.'];
const PLAY_MODE: FieldDoc = ['', 'Play mode.'];
const TEAM: FieldDoc = ['', 'Name of the team.'];
const DIR_FACE: FieldDoc = ['°', 'Direction relative to the face direction; positive is clockwise.'];
const X: FieldDoc = ['m', 'Position along the pitch; the right goal is at +52.5.'];
const Y: FieldDoc = ['m', 'Position across the pitch; positive is down on the screen.'];
const VX: FieldDoc = ['m/cycle', 'Velocity along the pitch.'];
const VY: FieldDoc = ['m/cycle', 'Velocity across the pitch.'];
const BODY: FieldDoc = ['°', 'Direction of the body; 0 is to the right goal, positive is clockwise.'];
const NECK: FieldDoc = ['°', 'Angle of the neck relative to the body.'];
const STAMINA: FieldDoc = ['', 'Stamina, 0 to server::stamina_max.'];
const EFFORT: FieldDoc = ['', 'Efficiency of dashes, 0 to 1.'];
const RECOVERY: FieldDoc = ['', 'Factor of the stamina recovery, 0 to 1.'];
const CAPACITY: FieldDoc = ['', 'Stamina that can still be recovered.'];
const QUALITY: FieldDoc = ['', 'View quality: high or low.'];
const WIDTH: FieldDoc = ['', 'View width: narrow, normal or wide.'];
const VERSION: FieldDoc = ['', 'Protocol version that the client requests.'];
const REPLY_CODE: FieldDoc = ['', 'Command or reason.'];
const CARD: FieldDoc = ['', 'Card: r is red, y is yellow; empty is none.'];

/** Prefixes the names of fields. */
function nest(prefix: string, fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [`${prefix}${name}`, field]));
}

/** Numbers of executed commands. */
function countFields(names: readonly string[], suffix = ''): Fields {
  return Object.fromEntries(
    names.map((name) => {
      const command = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      return [`${name}${suffix}`, ['commands', `Number of ${command} commands executed.`] as const];
    }),
  );
}

const COUNTS = countFields([
  'kick',
  'dash',
  'turn',
  'say',
  'turnNeck',
  'catch',
  'move',
  'changeView',
  'changeFocus',
]);
const BALL: Fields = nest('ball.', {
  x: X,
  y: Y,
  z: ['m', 'Height above the ground; only in messages with heights.'],
  vx: VX,
  vy: VY,
  vz: ['m/cycle', 'Vertical speed; only in fullstate of version 20.'],
});
const MOTION: Fields = { x: X, y: Y, vx: VX, vy: VY, body: BODY, neck: NECK };

const ARM: Fields = nest('arm.', {
  movable: ['cycles', 'Cycles until the arm can move again.'],
  expires: ['cycles', 'Cycles until the arm stops pointing.'],
  targetDist: ['m', 'Distance to the target of the arm.'],
  targetDir: DIR_FACE,
  count: ['commands', 'Number of pointto commands executed.'],
});

const TILE: Fields = {
  x: ['tiles', 'Column of the tile in the banner.'],
  y: ['tiles', 'Row of the tile in the banner.'],
  width: ['pixels', 'Width of the tile.'],
  height: ['pixels', 'Height of the tile.'],
  colors: ['', 'Number of colors.'],
  charsPerPixel: ['', 'Characters for each pixel.'],
  lines: ['', 'Lines of the colors, then rows of pixels.'],
};

const PARAM_MESSAGES: Readonly<Record<string, MessageDoc>> = {
  server_param: doc('server_param', 'Parameters of the server.'),
  player_param: doc('player_param', 'Parameters of the generation of player types.'),
  player_type: doc('player_type', 'Attributes of a player type.'),
};

const REPLIES: Readonly<Record<string, MessageDoc>> = {
  ok: doc('ok', 'The server has executed a command.', {
    code: REPLY_CODE,
    args: ['', 'Text after the command.'],
  }),
  warning: doc('warning', 'The server executes a command only in part, or not at all.', { code: REPLY_CODE }),
  error: doc('error', 'The server refuses a command or a request.', { code: REPLY_CODE }),
};

const THINK: Readonly<Record<string, MessageDoc>> = {
  think: doc('think', 'In synchronous mode: the client must now send its commands and then done.'),
};

const CHANGES: Readonly<Record<string, MessageDoc>> = {
  change_player_type: doc('change_player_type', 'A player has another type.', {
    unum: UNUM,
    typeId: TYPE_ID,
  }),
  change_goalie: doc('change_player_type', 'A player has become goalie.', { side: SIDE, unum: UNUM }),
};

const TO_PLAYER: Readonly<Record<string, MessageDoc>> = {
  ...PARAM_MESSAGES,
  ...REPLIES,
  ...THINK,
  ...CHANGES,
  init: doc('init', 'The server has accepted the player.', { side: SIDE, unum: UNUM, playMode: PLAY_MODE }),
  reconnect: doc('reconnect', 'The server has accepted the player again.', {
    side: SIDE,
    playMode: PLAY_MODE,
  }),
  score: doc('score', 'Reply to score.', {
    ...TIME,
    own: ['goals', 'Score of the own team.'],
    opponents: ['goals', 'Score of the opponents.'],
  }),
  sense_body: doc('sense_body', 'State of the body of the player, sent in each cycle.', {
    ...TIME,
    quality: QUALITY,
    width: WIDTH,
    stamina: STAMINA,
    effort: EFFORT,
    capacity: CAPACITY,
    speed: ['m/cycle', 'Speed of the player.'],
    speedDir: ['°', 'Direction of the speed relative to the face direction.'],
    headAngle: NECK,
    ...COUNTS,
    ...ARM,
    'focus.side': ['', 'Side of the player that has the attention; empty if attention is off.'],
    'focus.unum': ['', 'Number of the player that has the attention; 0 if attention is off.'],
    'focus.count': ['commands', 'Number of attentionto commands executed.'],
    'tackle.expires': ['cycles', 'Cycles until the tackle ends.'],
    'tackle.count': ['commands', 'Number of tackle commands executed.'],
    'collision.ball': ['', 'Whether the player collided with the ball.'],
    'collision.player': ['', 'Whether the player collided with a player.'],
    'collision.post': ['', 'Whether the player collided with a goal post.'],
    'foul.charged': ['cycles', 'Cycles for which the player stays charged with a foul.'],
    'foul.card': ['', 'Card of the player: none, yellow or red.'],
    'focusPoint.dist': ['m', 'Distance of the focus point.'],
    'focusPoint.dir': ['°', 'Direction of the focus point relative to the face direction.'],
  }),
  see: doc('see', 'What the player sees, relative to its position and face direction.', {
    ...TIME,
    ...nest('objects[].', {
      kind: ['', 'Class of the object; other for a name that no version defines.'],
      detail: [
        '',
        'How much of the name is shown: close is only the class of a near object outside the view cone; named is a name; player is a player of unknown team; team and unum add what is known.',
      ],
      name: ['', 'Name in the short form, as in the field map.'],
      team: TEAM,
      unum: UNUM,
      goalie: GOALIE,
      dist: ['m', 'Distance.'],
      dir: DIR_FACE,
      distChange: ['m/cycle', 'Change of the distance.'],
      dirChange: ['°/cycle', 'Change of the direction.'],
      z: ['m', 'Height of the ball above the ground, exact; from version 20 on.'],
      vz: ['m/cycle', 'Vertical speed of the ball, exact; from version 20 on.'],
      bodyDir: ['°', 'Body direction of the player.'],
      headDir: ['°', 'Head direction of the player.'],
      pointDir: ['°', 'Direction in which the player points.'],
      tackling: ['', 'Whether the player is tackling.'],
      kicked: ['', 'Whether the player has kicked.'],
    }),
  }),
  hear: doc('hear', 'What the player hears.', {
    ...TIME,
    'heard.kind': [
      '',
      'Speaker: referee; self; complete is a player with its message; partial is a player without it; trainer; coach_text and coach_language are an online coach.',
    ],
    'heard.dir': ['°', 'Direction of the speaker relative to the body.'],
    'heard.own': ['', 'Whether the speaker is a teammate.'],
    'heard.unum': ['', 'Uniform number of the speaker, a teammate.'],
    'heard.side': ['', 'Side of the online coach.'],
    'heard.message': ['', 'Contents.'],
  }),
  fullstate: doc(
    'fullstate',
    'State of the whole field without noise, if server::fullstate_l or fullstate_r is on.',
    {
      ...TIME,
      playMode: PLAY_MODE,
      quality: QUALITY,
      width: WIDTH,
      ...nest('counts.', COUNTS),
      ...ARM,
      score: ['goals', 'Own score, then that of the opponents; below version 8 the right team and 0.'],
      ...BALL,
      ...nest('players[].', {
        side: SIDE,
        unum: UNUM,
        goalie: GOALIE,
        typeId: TYPE_ID,
        ...MOTION,
        'point.dist': ['m', 'Distance to the target of the arm.'],
        'point.dir': ['rad', 'Direction to the target of the arm.'],
        'focusPoint.dist': ['m', 'Distance of the focus point.'],
        'focusPoint.dir': ['°', 'Direction of the focus point.'],
        stamina: STAMINA,
        effort: EFFORT,
        recovery: RECOVERY,
        capacity: CAPACITY,
        flag: ['', 't is tackling, k is kicking, f is charged with a foul; empty is none.'],
        card: CARD,
      }),
    },
  ),
};

const GLOBAL: MessageDoc = doc('see_global', 'Positions of all objects, without noise.', {
  kind: ['', 'periodic is sent at regular intervals; look is the reply to look.'],
  ...TIME,
  ...BALL,
  ...nest('players[].', {
    team: TEAM,
    unum: UNUM,
    goalie: GOALIE,
    ...MOTION,
    pointDir: ['°', 'Direction of the arm.'],
    tackling: ['', 'Whether the player is tackling.'],
    kicked: ['', 'Whether the player has kicked.'],
    foulCharged: ['', 'Whether the player is charged with a foul.'],
    card: CARD,
  }),
});

const TO_COACH: Readonly<Record<string, MessageDoc>> = {
  ...PARAM_MESSAGES,
  ...REPLIES,
  ...THINK,
  ...CHANGES,
  init: doc('init', 'The server has accepted the trainer or online coach.', { side: SIDE }),
  global: GLOBAL,
  hear: doc('hear', 'What a trainer or online coach hears.', {
    ...TIME,
    'speaker.by': ['', 'Speaker: referee, trainer, coach or player.'],
    'speaker.side': ['', 'Side of the online coach.'],
    'speaker.team': TEAM,
    'speaker.unum': UNUM,
    'speaker.goalie': GOALIE,
    message: ['', 'Contents.'],
  }),
  check_ball: doc('ok', 'Reply to check_ball.', {
    ...TIME,
    place: ['', 'Place of the ball: in_field, goal_l, goal_r or out_of_field.'],
  }),
  team_names: doc('ok', 'Reply to team_names.', {
    left: ['', 'Name of the left team.'],
    right: ['', 'Name of the right team.'],
  }),
  clang_version: doc('clang', 'Versions of the coach language that a player understands.', {
    'player.team': TEAM,
    'player.unum': UNUM,
    'player.goalie': GOALIE,
    min: ['', 'Lowest version.'],
    max: ['', 'Highest version.'],
  }),
  include: doc('include', 'External message for coaches.', { content: ['', 'Contents.'] }),
};

const STOPPED_TIME: Fields = {
  ...TIME,
  stoppageTime: [
    'cycles',
    'Steps at this time while the clock was stopped; 0 if the form does not contain it.',
  ],
};

const TEAM_FIELDS: Fields = {
  name: ['', 'Name of the team; empty if the side has none.'],
  score: ['goals', 'Score.'],
  penaltyScored: ['', 'Penalty kicks scored.'],
  penaltyMissed: ['', 'Penalty kicks missed.'],
};
const TEAMS: Fields = { ...nest('left.', TEAM_FIELDS), ...nest('right.', TEAM_FIELDS) };

const TO_MONITOR: Readonly<Record<string, MessageDoc>> = {
  ...PARAM_MESSAGES,
  warning: REPLIES['warning']!,
  error: REPLIES['error']!,
  show: doc('show', 'State of the field after a step.', {
    ...STOPPED_TIME,
    playMode: PLAY_MODE,
    ...TEAMS,
    ...BALL,
    ...nest('players[].', {
      side: SIDE,
      unum: UNUM,
      typeId: TYPE_ID,
      state: ['', 'Bits of the state: 0x1 on the pitch, 0x2 kick, 0x8 goalie; the section has all.'],
      ...MOTION,
      hasPoint: ['', 'Whether the arm points.'],
      pointX: ['m', 'Target of the arm along the pitch.'],
      pointY: ['m', 'Target of the arm across the pitch.'],
      viewQuality: ['', 'View quality: h is high, l is low.'],
      viewWidth: ['°', 'Full view angle.'],
      focusDist: ['m', 'Distance of the focus point.'],
      focusDir: ['°', 'Direction of the focus point.'],
      stamina: STAMINA,
      effort: EFFORT,
      recovery: RECOVERY,
      capacity: ['', 'Stamina that can still be recovered; -1 if the form does not contain it.'],
      attentionSide: ['', 'Side of the player that has the attention; empty for none.'],
      attentionUnum: ['', 'Number of the player that has the attention.'],
      ...countFields(
        [
          'kick',
          'dash',
          'turn',
          'catch',
          'move',
          'turnNeck',
          'changeView',
          'say',
          'tackle',
          'pointto',
          'attentionto',
          'changeFocus',
        ],
        'Count',
      ),
    }),
  }),
  msg: doc('msg', 'Text for monitors.', {
    ...STOPPED_TIME,
    board: ['', 'Board: 1 in everything that the server sends; 2 occurs in logs.'],
    text: ['', 'Contents.'],
  }),
  playmode: doc('playmode', 'Change of the play mode.', { ...STOPPED_TIME, playMode: PLAY_MODE }),
  team: doc('team', 'Change of team names or score.', { ...STOPPED_TIME, ...TEAMS }),
  team_graphic: doc('team_graphic_l', 'A tile of the banner of a team.', {
    side: SIDE,
    ...nest('tile.', TILE),
  }),
};

const SIDE_REF: Fields = {
  by: ['', 'How the team is named: side is left or right, relative is our or opp, name is its name.'],
  side: SIDE,
  own: ['', 'Whether it is the own team.'],
  name: TEAM,
};

/** Fields of the values of a kind that are objects, by their paths in the value. */
const PARTS: Partial<Record<CommandKind, Fields>> = {
  side: SIDE_REF,
  optionalSide: SIDE_REF,
  place: { x: X, y: Y, angle: BODY, vx: VX, vy: VY },
  tile: TILE,
};

/** Documents the commands of a table. */
function commandDocs(rows: Readonly<Record<string, CommandRow>>): Readonly<Record<string, MessageDoc>> {
  return Object.fromEntries(
    Object.entries(rows).map(([type, row]) => {
      const fields = Object.entries(row.fields).map(([name, meaning]): Fields => {
        const { unit, doc: text } = COMMAND_FIELD_DOCS[meaning];
        const parts = PARTS[COMMAND_FIELDS[meaning].kind];
        return parts === undefined ? { [name]: [unit, text] } : nest(`${name}.`, parts);
      });
      return [type, doc(readCommandForm(row).word, row.doc, Object.assign({}, ...fields))];
    }),
  );
}

const FROM_PLAYER: Readonly<Record<string, MessageDoc>> = {
  ...commandDocs(PLAYER_COMMANDS),
  connect_init: doc('init', 'Asks for a place in a team.', {
    team: TEAM,
    version: VERSION,
    goalie: ['', 'Whether the player is goalie.'],
  }),
  connect_reconnect: doc('reconnect', 'Asks for the place of a player whose connection was lost.', {
    team: TEAM,
    unum: UNUM,
    malformed: ['', 'Whether the form is wrong.'],
  }),
};

const FROM_COACH: Readonly<Record<string, MessageDoc>> = {
  ...commandDocs(COACH_COMMANDS),
  connect: doc('init', 'Asks for the place of the online coach of a team.', {
    team: TEAM,
    name: ['', 'Name of the coach; empty if none is given.'],
    version: VERSION,
  }),
  say_language: doc('say', 'Says a message of the coach language to the players; from version 7 on.', {
    text: ['', 'The message without errors; the page of the coach language shows what players receive.'],
  }),
};

const FROM_TRAINER: Readonly<Record<string, MessageDoc>> = {
  ...commandDocs(TRAINER_COMMANDS),
  connect: doc('init', 'Asks for the place of the trainer.', { version: VERSION }),
};

const FROM_MONITOR: Readonly<Record<string, MessageDoc>> = {
  ...commandDocs(TRAINER_COMMANDS),
  ...commandDocs(MONITOR_COMMANDS),
  connect: doc('dispinit', 'Registers a monitor.', {
    version: ['', 'Version of the monitor protocol.'],
    json: ['', 'Whether the monitor receives JSON.'],
    versionText: ['', 'Version as given.'],
  }),
};

/** Documentation of each message, by the `type` of the decoded object. */
export const MESSAGE_DOCS: Readonly<Record<WireChannel, Readonly<Record<string, MessageDoc>>>> = {
  'to-player': TO_PLAYER,
  'to-coach': TO_COACH,
  'to-monitor': TO_MONITOR,
  'from-player': FROM_PLAYER,
  'from-coach': FROM_COACH,
  'from-trainer': FROM_TRAINER,
  'from-monitor': FROM_MONITOR,
};
