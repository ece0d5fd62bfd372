/**
 * The commands of players, trainers, online coaches and monitors: one row per command. Types, encoders, decoders, checks,
 * recordings, counts, forms and the reference derive from the rows; the simulator has one handler per row.
 *
 * `npm run generate` writes docs/reference/commands.md. The position of a row is
 * part of the format of recordings: add new rows at the end of a table.
 */
import type { CommandFieldName, CommandFieldValue } from './command-fields.js';
import type { Player } from './player.generated.js';
import type { CoachFeatureName, PlayerFeatureName } from './versions.js';

/**
 * What a command takes of a player in a cycle (spec 03 §9.1). It is ignored if that is taken already.
 *
 * - `body`: the body; `body+legs`: the body, and both legs too.
 * - `leg`: needs only the leg that the field `leg` names, and takes it and the body.
 * - `neck`: the neck.
 */
export type CommandSlot = 'body' | 'body+legs' | 'leg' | 'neck';

/** Count of executed commands of a player. */
export type CommandCounter = Extract<keyof Player, `${string}Count`>;

/** A row of a table of commands. */
export interface CommandRow {
  /**
   * The text of the command: words in lower case as sent, fields in upper case (`typeId` is `TYPE_ID`), optional fields in brackets.
   * A field that is absent is 0, false or null. `...` after a list: it can be repeated.
   */
  readonly form: string;
  /** The fields of the object, by name; the value is the meaning. */
  readonly fields: Readonly<Record<string, CommandFieldName>>;
  /** What the command takes of the player; absent: nothing. */
  readonly slot?: CommandSlot;
  /** The count of the player that the command increases when it is executed. */
  readonly counter?: CommandCounter;
  /** The command concerns the connection, not the match. */
  readonly connection?: true;
  /** Nothing after the command is read. */
  readonly last?: true;
  /** Feature of the version of the client with which the command means something else. */
  readonly feature?: PlayerFeatureName | CoachFeatureName;
  /** Extension of the match without which the command does not exist: `height` is `rcss::experimental_height` (spec 12). */
  readonly extension?: 'height';
  /** Monitors can send the command in the coach modes, if the datagram begins with this text (spec 10 §10.3). */
  readonly monitorHead?: string;
  /** Chapter and section of the specification. */
  readonly spec: string;
  /** What the command does, in one sentence. */
  readonly doc: string;
}

/** Commands of players (spec 03 §7). Angles and moments are in degrees; powers are as received, not limited. */
// biome-ignore format: one row per command
export const PLAYER_COMMANDS = {
  dash: { form: '(dash POWER [DIR])', fields: { power: 'power', dir: 'bodyDir' }, slot: 'body+legs', counter: 'dashCount', spec: '05 §10', doc: 'Accelerates the player.' },
  dash_leg: { form: '(dash (LEG POWER DIR)...)', fields: { leg: 'leg', power: 'power', dir: 'bodyDir' }, slot: 'leg', counter: 'dashCount', spec: '05 §10', doc: 'Accelerates one leg of the player; a message with both legs gives two commands.' },
  turn: { form: '(turn MOMENT)', fields: { moment: 'moment' }, slot: 'body+legs', counter: 'turnCount', spec: '05 §11', doc: 'Turns the body; the turn is smaller the faster the player is.' },
  turn_neck: { form: '(turn_neck MOMENT)', fields: { moment: 'neckMoment' }, slot: 'neck', counter: 'turnNeckCount', spec: '05 §11', doc: 'Turns the neck relative to the body.' },
  kick: { form: '(kick POWER DIR)', fields: { power: 'power', dir: 'bodyDir' }, slot: 'body', counter: 'kickCount', spec: '05 §12', doc: 'Accelerates the ball, if it is near enough.' },
  long_kick: { form: '(long_kick POWER DIR)', fields: { power: 'power', dir: 'bodyDir' }, spec: '03 §7', doc: 'Is accepted and has no effect.' },
  tackle: { form: '(tackle ANGLE [FOUL])', fields: { angle: 'tackleAngle', foul: 'foul' }, slot: 'body+legs', counter: 'tackleCount', feature: 'tackleDirection', spec: '05 §13', doc: 'Tries to accelerate a ball that is out of reach of a kick.' },
  catch: { form: '(catch DIR)', fields: { dir: 'bodyDir' }, slot: 'body', counter: 'catchCount', spec: '05 §15', doc: 'Catches the ball, as a goalie.' },
  move: { form: '(move X Y)', fields: { x: 'ownX', y: 'ownY' }, slot: 'body+legs', counter: 'moveCount', spec: '05 §16', doc: 'Puts the player on a place of its own half, before a kickoff or after a catch.' },
  change_view: { form: '(change_view WIDTH [QUALITY])', fields: { width: 'viewWidth', quality: 'viewQuality' }, counter: 'changeViewCount', spec: '03 §9.3', doc: 'Sets width and quality of the view.' },
  change_focus: { form: '(change_focus DIST DIR)', fields: { dist: 'focusDist', dir: 'focusDir' }, counter: 'changeFocusCount', spec: '03 §9.3', doc: 'Moves the focus point.' },
  say: { form: '(say "MESSAGE")', fields: { message: 'message' }, counter: 'sayCount', spec: '03 §9.4', doc: 'Says a message to players in server::audio_cut_dist.' },
  pointto: { form: '(pointto DIST DIR)', fields: { dist: 'armDist', dir: 'armDir' }, counter: 'pointtoCount', spec: '03 §9.5', doc: 'Points the arm to a place.' },
  pointto_off: { form: '(pointto off)', fields: {}, counter: 'pointtoCount', spec: '03 §9.5', doc: 'Stops pointing.' },
  attentionto: { form: '(attentionto SIDE UNUM)', fields: { side: 'side', unum: 'unum' }, counter: 'attentiontoCount', spec: '03 §9.5', doc: 'Listens to one player.' },
  attentionto_off: { form: '(attentionto off)', fields: {}, counter: 'attentiontoCount', spec: '03 §9.5', doc: 'Listens to all players.' },
  ear: { form: '(ear (ON [SIDE] [MODE]))', fields: { on: 'on', side: 'earSide', mode: 'earMode' }, spec: '03 §9.4', doc: 'Selects which players are heard, and how completely.' },
  clang: { form: '(clang (ver MIN MAX))', fields: { min: 'minVersion', max: 'maxVersion' }, spec: '03 §9.4', doc: 'Declares the versions of the coach language that the player understands.' },
  sense_body: { form: '(sense_body)', fields: {}, spec: '03 §9.6', doc: 'Asks for a sense_body message.' },
  score: { form: '(score)', fields: {}, spec: '03 §9.6', doc: 'Asks for the score.' },
  synch_see: { form: '(synch_see)', fields: {}, spec: '03 §9.3', doc: 'Synchronizes see messages with the cycle.' },
  gaussian_see: { form: '(gaussian_see)', fields: {}, spec: '03 §9.3', doc: 'Selects the Gaussian noise model of distances.' },
  compression: { form: '(compression LEVEL)', fields: { level: 'level' }, connection: true, spec: '03 §1.5', doc: 'Compresses datagrams with zlib in both directions.' },
  done: { form: '(done)', fields: {}, connection: true, spec: '03 §9.6', doc: 'In synchronous mode: the client has sent all commands of this cycle.' },
  bye: { form: '(bye)', fields: {}, slot: 'body', connection: true, last: true, spec: '03 §4', doc: 'Ends the connection.' },
  kick_loft: { form: '(kick POWER DIR LOFT)', fields: { power: 'power', dir: 'bodyDir', loft: 'loft' }, slot: 'body', counter: 'kickCount', extension: 'height', spec: '12 §5', doc: 'Accelerates the ball into the air, if it is near enough.' },
  long_kick_loft: { form: '(long_kick POWER DIR LOFT)', fields: { power: 'power', dir: 'bodyDir', loft: 'loft' }, extension: 'height', spec: '12 §3.1', doc: 'Is accepted and has no effect.' },
  chest_trap: { form: '(chest_trap)', fields: {}, slot: 'body', extension: 'height', spec: '12 §3.2', doc: 'Stops the ball and puts it on the ground, if it is near enough.' },
} as const;

/** Commands of trainers, some of which monitors can send (spec 07 §7). */
// biome-ignore format: one row per command
export const TRAINER_COMMANDS = {
  change_mode: { form: '(change_mode MODE)', fields: { mode: 'playMode' }, monitorHead: '(change_mode', spec: '07 §7.1', doc: 'Sets the play mode.' },
  move_ball: { form: '(move (ball) TO)', fields: { to: 'place' }, monitorHead: '(move', spec: '07 §7.2', doc: 'Puts the ball on a place.' },
  move_player: { form: '(move (player TEAM UNUM) TO)', fields: { team: 'team', unum: 'unum', to: 'place' }, monitorHead: '(move', spec: '07 §7.2', doc: 'Puts a player on a place.' },
  start: { form: '(start)', fields: {}, monitorHead: '(start)', spec: '07 §7.3', doc: 'Kicks off.' },
  recover: { form: '(recover)', fields: {}, monitorHead: '(recover', spec: '07 §7.4', doc: 'Restores stamina, effort and recovery of all players.' },
  check_ball: { form: '(check_ball)', fields: {}, monitorHead: '(check_ball', spec: '07 §7.5', doc: 'Asks where the ball is.' },
  look: { form: '(look)', fields: {}, spec: '07 §7.6', doc: 'Asks for the positions of all objects.' },
  team_names: { form: '(team_names)', fields: {}, spec: '07 §7.7', doc: 'Asks for the names of the teams.' },
  eye: { form: '(eye ON)', fields: { on: 'on' }, spec: '07 §7.8', doc: 'Turns regular see_global messages on or off.' },
  ear: { form: '(ear ON)', fields: { on: 'on' }, spec: '07 §7.9', doc: 'Turns hear messages on or off.' },
  say: { form: '(say MESSAGE)', fields: { message: 'trainerMessage' }, spec: '07 §7.10', doc: 'Says a text to everyone.' },
  change_player_type: { form: '(change_player_type TEAM UNUM TYPE_ID)', fields: { team: 'team', unum: 'unum', typeId: 'typeId' }, spec: '07 §7.11', doc: 'Gives a player another type.' },
  compression: { form: '(compression LEVEL)', fields: { level: 'level' }, connection: true, spec: '07 §7.13', doc: 'Compresses datagrams with zlib in both directions.' },
  done: { form: '(done)', fields: {}, connection: true, spec: '07 §7.12', doc: 'In synchronous mode: the client has sent all commands of this cycle.' },
} as const;

/**
 * Commands of online coaches (spec 07 §8). For two of them, the server checks the play mode before the form, so they are decoded even
 * if their form is wrong: `say` with an empty text (spec 07 §10.1), and `team_graphic_refused` (spec 07 §8.3).
 */
// biome-ignore format: one row per command
export const COACH_COMMANDS = {
  check_ball: { form: '(check_ball)', fields: {}, spec: '07 §8', doc: 'Asks where the ball is.' },
  look: { form: '(look)', fields: {}, spec: '07 §8', doc: 'Asks for the positions of all objects.' },
  team_names: { form: '(team_names)', fields: {}, spec: '07 §8', doc: 'Asks for the names of the teams.' },
  eye: { form: '(eye ON)', fields: { on: 'on' }, spec: '07 §8', doc: 'Turns regular see_global messages on or off.' },
  say: { form: '(say TEXT)', fields: { text: 'coachMessage' }, feature: 'sayLanguage', spec: '07 §10', doc: 'Says a text, or a message of the coach language, to the players.' },
  change_player_type: { form: '(change_player_type UNUM TYPE_ID)', fields: { unum: 'unum', typeId: 'typeId' }, spec: '07 §8.1', doc: 'Substitutes a player.' },
  change_goalie: { form: '(change_player_type UNUM goalie)', fields: { unum: 'unum' }, spec: '07 §8.2', doc: 'Makes a player the goalie.' },
  team_graphic: { form: '(team_graphic TILE)', fields: { tile: 'tile' }, spec: '07 §8.3', doc: 'Sends a tile of the banner of the team.' },
  team_graphic_refused: { form: '(team_graphic)', fields: { code: 'tileError', locationWarning: 'tileWarning' }, spec: '07 §8.3', doc: 'A tile that cannot be read. The reply is an error only if tiles are allowed at this moment.' },
  compression: { form: '(compression LEVEL)', fields: { level: 'level' }, connection: true, spec: '07 §8', doc: 'Compresses datagrams with zlib in both directions.' },
  done: { form: '(done)', fields: {}, connection: true, spec: '07 §8', doc: 'In synchronous mode: the client has sent all commands of this cycle.' },
  bye: { form: '(bye)', fields: {}, connection: true, spec: '07 §8', doc: 'Ends the connection.' },
} as const;

/** Commands that every monitor can send (spec 10 §10.2). Coordinates are in sixteenths of a meter, as on the wire. */
// biome-ignore format: one row per command
export const MONITOR_COMMANDS = {
  dispbye: { form: '(dispbye)', fields: {}, connection: true, spec: '10 §10.2', doc: 'Ends the connection.' },
  dispstart: { form: '(dispstart)', fields: {}, spec: '10 §10.4', doc: 'Kicks off.' },
  dispfoul: { form: '(dispfoul X Y SIDE)', fields: { x: 'sixteenthX', y: 'sixteenthY', side: 'ballSide' }, spec: '10 §10.5', doc: 'Drops the ball, or gives a free kick.' },
  dispplayer: { form: '(dispplayer SIDE UNUM X Y ANGLE)', fields: { side: 'signedSide', unum: 'unum', x: 'sixteenthX', y: 'sixteenthY', angle: 'bodyAngle' }, spec: '10 §10.6', doc: 'Puts a player on a place.' },
  dispdiscard: { form: '(dispdiscard SIDE UNUM)', fields: { side: 'signedSide', unum: 'unum' }, spec: '10 §10.7', doc: 'Closes the connection of a player.' },
  dispcard: { form: '(dispcard SIDE UNUM CARD)', fields: { side: 'signedSide', unum: 'unum', card: 'card' }, spec: '10 §10.7', doc: 'Shows a card to a player.' },
  compression: { form: '(compression LEVEL)', fields: { level: 'level' }, connection: true, spec: '10 §11', doc: 'Compresses datagrams with zlib in both directions.' },
} as const;

/** The command objects of a table: `type` is the name of the row. */
type CommandOf<Rows extends Readonly<Record<string, CommandRow>>> = {
  [Type in keyof Rows & string]: {
    readonly [Name in 'type' | keyof Rows[Type]['fields']]: Name extends keyof Rows[Type]['fields']
      ? CommandFieldValue<Rows[Type]['fields'][Name]>
      : Type;
  };
}[keyof Rows & string];

/**
 * A command of a player (spec 03 §7), as {@link PLAYER_COMMANDS} describes it. Angles and moments are in degrees; powers are as received,
 * not limited.
 *
 * @useDeclaredType
 */
export type PlayerCommand = CommandOf<typeof PLAYER_COMMANDS>;

/**
 * A command of a trainer, or of a monitor in the coach modes (spec 07 §7), as {@link TRAINER_COMMANDS} describes it.
 *
 * @useDeclaredType
 */
export type TrainerCommand = CommandOf<typeof TRAINER_COMMANDS>;

/**
 * A command of an online coach (spec 07 §8), as {@link COACH_COMMANDS} describes it.
 *
 * @useDeclaredType
 */
export type CoachCommand = CommandOf<typeof COACH_COMMANDS>;

/**
 * A command that every monitor may send (spec 10 §10.2), as {@link MONITOR_COMMANDS} describes it. Coordinates are in
 * sixteenths of a meter.
 *
 * @useDeclaredType
 */
export type MonitorCommand = CommandOf<typeof MONITOR_COMMANDS>;

/** The tables by role. */
export const COMMANDS: {
  readonly [Role in 'player' | 'trainer' | 'coach' | 'monitor']: Readonly<Record<string, CommandRow>>;
} = {
  player: PLAYER_COMMANDS,
  trainer: TRAINER_COMMANDS,
  coach: COACH_COMMANDS,
  monitor: MONITOR_COMMANDS,
};

/** Role of a client that sends commands. */
export type CommandRole = keyof typeof COMMANDS;

/** A function for each command of a role: a command without one does not compile. */
export type CommandHandlers<Command extends { readonly type: string }, Context extends readonly unknown[]> = {
  readonly [Type in Command['type']]: (
    ...args: [...Context, command: Extract<Command, { readonly type: Type }>]
  ) => void;
};
