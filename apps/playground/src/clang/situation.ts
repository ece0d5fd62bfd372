/** A moment of a match for which conditions and directives are evaluated. */
import type { ClangPlayer, ClangWorld, Place } from '@rcss/clang/evaluate';
import type { Side } from '@rcss/core';
import { FIELD } from '../field/piece-field.js';

/** What one drags together and chooses on the page. */
export interface Situation {
  readonly world: ClangWorld;
  /** The team of the coach. */
  readonly us: Side;
}

/** Distance at which a player with the default type can kick the ball, meters: player_size + kickable_margin + ball_size. */
const KICKABLE = 1.085;

/** Places of the left team, from 1 to 11; those of the right team are the same, turned. */
const PLACES: readonly (readonly [x: number, y: number])[] = [
  [-50, 0],
  [-35, -7],
  [-35, 7],
  [-32, -20],
  [-32, 20],
  [-22, 0],
  [-16, -12],
  [-16, 12],
  [-6, -22],
  [-6, 22],
  [-3, 0],
];

const PLAYERS: readonly ClangPlayer[] = (['l', 'r'] as const).flatMap((side) =>
  PLACES.map(([x, y], i) => ({ side, unum: i + 1, x: side === 'l' ? x : -x, y: side === 'l' ? y : -y })),
);

/** The situation at first: left 11 has the ball at the center. */
export const FIRST_SITUATION: Situation = {
  us: 'l',
  world: {
    time: 100,
    playMode: 'play_on',
    score: { l: 0, r: 0 },
    ball: { x: -2.5, y: 0 },
    ballOwner: { side: 'l', unum: 11 },
    players: PLAYERS,
  },
};

/** What can be moved. */
export type SituationPiece = 'ball' | { readonly side: Side; readonly unum: number };

export function findPlace({ ball, players }: ClangWorld, piece: SituationPiece): Place {
  if (piece === 'ball') return ball;
  return players.find(({ side, unum }) => side === piece.side && unum === piece.unum) ?? { x: 0, y: 0 };
}

const clampTo = (value: number, limit: number): number => Math.min(limit, Math.max(-limit, value));
const round = (value: number): number => Math.round(value * 10) / 10 + 0;

/** Returns the world with a piece at another place: inside the shown area, in steps of 0.1 m. The owner of the ball follows from it. */
export function movePiece(world: ClangWorld, piece: SituationPiece, to: Place): ClangWorld {
  const place = { x: round(clampTo(to.x, FIELD.length / 2)), y: round(clampTo(to.y, FIELD.width / 2)) };
  const moved =
    piece === 'ball'
      ? { ...world, ball: place }
      : {
          ...world,
          players: world.players.map((player) =>
            player.side === piece.side && player.unum === piece.unum ? { ...player, ...place } : player,
          ),
        };
  return { ...moved, ballOwner: findOwner(moved) };
}

/** Returns the player nearest to the ball that can kick it; otherwise the one that had it before. */
function findOwner({ ball, players, ballOwner }: ClangWorld): ClangWorld['ballOwner'] {
  let nearest: ClangPlayer | null = null;
  let least = KICKABLE;
  for (const player of players) {
    const distance = Math.hypot(player.x - ball.x, player.y - ball.y);
    if (distance > least) continue;
    least = distance;
    nearest = player;
  }
  return nearest === null ? ballOwner : { side: nearest.side, unum: nearest.unum };
}
