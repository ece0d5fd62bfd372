/**
 * The match document: one match as plain data, for rooms, leagues, learning environments and the playground. Types only;
 * `@rcss/match-document` checks and prints documents. Positions are in the field frame: meters, origin at the center of
 * the field, x towards the right goal, y downwards on the usual picture. It is the same frame for both teams. Angles are in
 * degrees, 0 along +x, 90 along +y.
 */

import type { PlayMode } from './play-mode.js';
import type { SideName } from './side.js';

/** A match as data: who plays, with which parameters, from which situation, until when, and what is kept of it. */
export interface MatchDocument {
  /** Version of the form. */
  readonly version: 1;
  /** Name for people, in lists and reports. */
  readonly name?: string;
  /** Seed of all random numbers, as `server::random_seed`; absent or negative: chosen at the start. */
  readonly seed?: number;
  /** Absent sides are open: any team that connects may take them. */
  readonly teams?: { readonly left?: MatchTeam; readonly right?: MatchTeam };
  /** Parameters that differ from their defaults, by module. */
  readonly parameters?: MatchDocumentParameters;
  /** What makes the next cycle begin; default: `real-time`. */
  readonly clock?: MatchClock;
  /** The situation from which the match starts; absent: before the first kickoff. */
  readonly initial?: Scene;
  /** Conditions that end the match besides the rules of the game. */
  readonly stop?: StopConditions;
  /** Files that are kept. */
  readonly recording?: MatchRecordingOptions;
}

/**
 * `real-time`: a cycle takes `server::simulator_step` of wall-clock time. `synchronous`: a cycle begins when all clients
 * have sent `(done)`. `stepped`: a cycle begins when a program requests it.
 */
export type MatchClock = 'real-time' | 'synchronous' | 'stepped';

/** A team, by how its players get into the match. */
export type MatchTeam = StartedTeam | ModuleTeam | RemoteTeam;

/** A team that is started as a program. */
export interface StartedTeam {
  /** Name under which the players connect. */
  readonly name: string;
  /**
   * How it is started: a start script or its folder, which gets `HOST PORT OLCOACH_PORT TEAM`; a command in which `{host}`, `{port}`,
   * `{coach_port}`, `{team}` and `{players}` are replaced, or a program with arguments, to which the four values are appended; `demo`,
   * `chaser`; `policy:FILE`.
   */
  readonly start: string;
  /** Additional environment variables of the command. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Working directory of the command; default: that of the document's program. */
  readonly directory?: string;
  /** Number of its players, 1 to 11, which replaces `{players}`; default: 11. */
  readonly players?: number;
}

/** A team that runs in the process of the match. */
export interface ModuleTeam {
  /** Team name in the match. */
  readonly name: string;
  /** Path or package name of a module with agents. */
  readonly module: string;
  /** Passed to the module unchanged. */
  readonly options?: Readonly<Record<string, unknown>>;
}

/** A team whose clients connect by themselves. */
export interface RemoteTeam {
  /** Name under which the players connect. */
  readonly name: string;
  readonly remote: true;
}

/** A value of a parameter. */
export type MatchDocumentValue = boolean | number | string;

/** Values of parameters by module and name, as on the command line of the server: `server.half_time` is `server::half_time`. */
export interface MatchDocumentParameters {
  readonly server?: Readonly<Record<string, MatchDocumentValue>>;
  readonly player?: Readonly<Record<string, MatchDocumentValue>>;
  readonly CSVSaver?: Readonly<Record<string, MatchDocumentValue>>;
  readonly rcss?: Readonly<Record<string, MatchDocumentValue>>;
}

/** A point (meters) or a velocity (meters per cycle) in the field frame. */
export interface ScenePoint {
  readonly x: number;
  readonly y: number;
}

/**
 * A situation of a match. Absent fields leave the match as it is. Positions and velocities are in the field frame, the same
 * for both teams.
 */
export interface Scene {
  /** Number of cycles in which the clock ran. */
  readonly time?: number;
  readonly playMode?: PlayMode;
  /** Side that may touch the ball next. A play mode such as `kick_in_l` sets it too; this field overrides it. */
  readonly kickOffSide?: SideName | 'none';
  /** Goals of both sides. */
  readonly score?: { readonly left: number; readonly right: number };
  /** Names of sides that have no team yet. A team that connects under such a name gets this side. */
  readonly teams?: { readonly left?: string; readonly right?: string };
  readonly ball?: SceneBall;
  /** Players that differ from the current situation; at most one entry per slot. */
  readonly players?: readonly ScenePlayer[];
}

/** Place and motion of the ball. A position without velocity puts the ball at rest, one without height on the ground. */
export interface SceneBall {
  /** Meters, field frame. */
  readonly position?: ScenePoint;
  /** Meters per cycle, field frame. */
  readonly velocity?: ScenePoint;
  /** Height above the ground, meters; only in a match with heights (`server::2d_mode` off). */
  readonly height?: number;
  /** Upward speed, meters per cycle; a height without it is that of a ball that only falls. */
  readonly verticalSpeed?: number;
}

/** State of one player. A position without velocity puts the player at rest. */
export interface ScenePlayer {
  readonly side: SideName;
  /** Uniform number, 1 to 11. */
  readonly unum: number;
  /** Meters, field frame. */
  readonly position?: ScenePoint;
  /** Meters per cycle, field frame. */
  readonly velocity?: ScenePoint;
  /** Body direction in the field frame, degrees, -180 to 180. */
  readonly bodyAngle?: number;
  /** Neck angle relative to the body, degrees, in the range of `server::minneckang` and `maxneckang`. */
  readonly neckAngle?: number;
  /** From 0 to `server::stamina_max`. */
  readonly stamina?: number;
  /** Player type, from 0 to one less than `player::player_types`. */
  readonly playerType?: number;
  /** Whether the player is the goalie of its team. */
  readonly goalie?: boolean;
  /** Card that the player has; `red` sends a player off. */
  readonly card?: 'none' | 'yellow' | 'red';
}

/** Conditions that end a match; the first that holds ends it. The end by the rules always ends it. */
export interface StopConditions {
  /** Steps since the start, those of stopped play included. */
  readonly cycles?: number;
  /** Sum of the goals of both sides. */
  readonly goals?: number;
  /** Difference of the goals of the sides. */
  readonly goalDifference?: number;
  /** Play modes; the match ends when one of them is set. */
  readonly playModes?: readonly PlayMode[];
  /** If true, the match ends when the ball leaves the field, also into a goal. */
  readonly ballOut?: boolean;
  /** Wall-clock time since the start, seconds. */
  readonly wallTime?: number;
}

/** Why a match ended. */
export interface StopReason {
  /** The condition that held; `rules`: the rules of the game; `team`: a team failed; `stopped`: a program ended the match. */
  readonly condition: keyof StopConditions | 'rules' | 'team' | 'stopped';
  /** One sentence for people, for example `2 goals were scored`. */
  readonly message: string;
}

/** Files that are kept of a match. A text is a fixed file name; `true` takes the usual name. */
export interface MatchRecordingOptions {
  /** Game log (.rcg); default: as `server::game_logging`. */
  readonly gameLog?: boolean | string;
  /** Text log (.rcl); default: as `server::text_logging`. */
  readonly textLog?: boolean | string;
  /** Recording for exact replay; default: none. */
  readonly recording?: boolean | string;
  /** Result as JSON; default: none. */
  readonly result?: boolean | string;
  /** Folder of the files; default: as `server::game_log_dir`. */
  readonly folder?: string;
}
