import { createFrame, type Frame, PlayerState } from '@rcss/core';
import type { Scene } from '@rcss/core/match-document';
import { BENCH_Y, benchX } from '@rcss/core/pitch';
import type { CommandRight, RefereeCommand, SourceStatus } from '@rcss/frames';
import { type MatchSource, SourceBase } from '../source.js';
import { applySceneToFrame, createSceneOfFrame } from './scene-file.js';

/** A situation that is edited: a match of one frame, in which moved objects stay where they are put. */
export class SceneEditorSource extends SourceBase implements MatchSource {
  readonly kind = 'log' as const;
  override readonly match = 'scene';
  override readonly title = 'Scene';
  override readonly status: SourceStatus = { state: 'ended', text: 'Scene editor' };
  readonly first = 0;
  readonly last = 0;
  readonly #frame: Frame;

  /** Begins with a frame of a match; without one, with the usual 4-4-2 formation of both teams. */
  constructor(match: MatchSource | null, frame: Frame | null, rights: CommandRight = 'open') {
    super();
    this.rights = rights;
    if (match !== null) {
      this.serverParams = match.serverParams;
      this.playerParams = match.playerParams;
      this.types = match.types;
    }
    this.#frame = frame === null ? createRestedFrame() : structuredClone(frame);
    if (frame === null) placeFormation(this.#frame);
  }

  getFrame(index: number): Frame | undefined {
    return index === 0 ? this.#frame : undefined;
  }

  indexOfCycle(cycle: number): Promise<number> {
    return Promise.resolve(cycle <= this.#frame.time ? 0 : -1);
  }

  /** Moves the ball or a player, puts a player on the field, removes one, or sets the play mode; ignores other commands. */
  override sendCommand(command: RefereeCommand): void {
    const frame = this.#frame;
    if (command.type === 'move_ball' || command.type === 'drop_ball') {
      frame.ballX = command.x;
      frame.ballY = command.y;
      frame.ballVx = frame.ballVy = 0;
    } else if (command.type === 'move_player' || command.type === 'discard') {
      const player = frame.players[(command.side === 'l' ? -1 : 10) + command.unum];
      if (player === undefined) return;
      if (command.type === 'discard') player.state = 0;
      else {
        player.state |= PlayerState.STAND;
        Object.assign(player, { x: command.x, y: command.y, body: command.body, vx: 0, vy: 0 });
      }
    } else if (command.type === 'play_mode') frame.playMode = command.mode as Frame['playMode'];
    else return;
    this.#notify();
  }

  /** Returns the situation. */
  toScene(): Scene {
    return createSceneOfFrame(this.#frame);
  }

  /** Changes the situation; objects that the scene does not mention stay. */
  load(scene: Scene): void {
    applySceneToFrame(scene, this.#frame);
    this.#notify();
  }

  /** Returns the commands that put a match into the situation (`server::coach`). */
  createCommands(): readonly RefereeCommand[] {
    const { ballX: x, ballY: y, playMode, players } = this.#frame;
    return [
      { type: 'play_mode', mode: playMode, x, y, keepBall: true },
      ...players
        .filter(({ state }) => (state & PlayerState.STAND) !== 0)
        .map(({ side, unum, x, y, body }) => ({ type: 'move_player', side, unum, x, y, body }) as const),
      { type: 'move_ball', x, y },
    ];
  }

  #notify(): void {
    this.notify('frames');
    this.notify('info');
  }
}

/**
 * Returns a situation as a match of one frame, for example before a match is played. Players that the scene does not mention are not
 * on the field.
 */
export function createSceneSource(scene: Scene): MatchSource {
  const source = new SceneEditorSource(null, createRestedFrame(), 'none');
  source.load(scene);
  return source;
}

/** Creates a frame with rested players, which are on the bench. */
function createRestedFrame(): Frame {
  const frame = createFrame();
  for (const player of frame.players)
    Object.assign(player, {
      x: benchX(player.side, player.unum),
      y: BENCH_Y,
      stamina: 8000,
      effort: 1,
      recovery: 1,
    });
  return frame;
}

/** Places of the left team; the right team is its mirror image. Meters. */
const FORMATION: readonly (readonly [number, number])[] = [
  [-50, 0],
  [-35, -22],
  [-37, -8],
  [-37, 8],
  [-35, 22],
  [-20, -22],
  [-22, -7],
  [-22, 7],
  [-20, 22],
  [-10, -8],
  [-10, 8],
];

function placeFormation(frame: Frame): void {
  frame.left.name = 'Left';
  frame.right.name = 'Right';
  frame.players.forEach((player, i) => {
    const [x, y] = FORMATION[i % 11] as readonly [number, number];
    const sign = player.side === 'l' ? 1 : -1;
    player.state = PlayerState.STAND | (player.unum === 1 ? PlayerState.GOALIE : 0);
    player.x = sign * x;
    player.y = sign * y;
    player.body = player.side === 'l' ? 0 : 180;
  });
}
