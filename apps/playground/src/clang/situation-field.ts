import type { ClangWorld } from '@rcss/clang/evaluate';
import { createPieceField } from '../field/piece-field.js';
import { findPlace, movePiece, type SituationPiece } from './situation.js';

/** Fills an element with a field of all players and the ball. `onMove` is called when one of them has another place. */
export function createSituationField(
  field: HTMLElement,
  world: ClangWorld,
  onMove: (world: ClangWorld) => void,
): void {
  let shown = world;
  const pieces = new Map<string, SituationPiece>(
    world.players.map(({ side, unum }) => [`${side}${unum}`, { side, unum }]),
  );
  // Above the players.
  pieces.set('ball', 'ball');
  createPieceField(
    field,
    Array.from(pieces, ([id, piece]) => {
      if (piece === 'ball') return { id, name: 'Ball', text: '', className: 'ball' };
      const isLeft = piece.side === 'l';
      const name = `${isLeft ? 'Left' : 'Right'} ${piece.unum}`;
      return { id, name, text: String(piece.unum), className: isLeft ? 'left' : 'right' };
    }),
    {
      placeOf: (id) => findPlace(shown, pieces.get(id)!),
      onMove(id, to) {
        shown = movePiece(shown, pieces.get(id)!, to);
        onMove(shown);
      },
    },
  );
}
