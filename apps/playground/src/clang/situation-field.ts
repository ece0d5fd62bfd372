/** A field whose players and ball are dragged, or moved with the arrow keys. */
import type { ClangWorld, Place } from '@rcss/clang/evaluate';
import { FIELD, findPlace, movePiece, type SituationPiece } from './situation.js';

/** Step of an arrow key, meters; the second one with Shift. */
const STEPS = [1, 5] as const;
const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** Lines of the field as an SVG path, meters. */
const LINES =
  'M-52.5-34h105v68h-105zM0-34v68M-52.5-20.16h16.5v40.32h-16.5M52.5-20.16h-16.5v40.32h16.5M-52.5-9.16h5.5v18.32h-5.5M52.5-9.16h-5.5v18.32h5.5M-52.5-7.01h-2.44v14.02h2.44M52.5-7.01h2.44v14.02h-2.44M-9.15 0a9.15 9.15 0 1 0 18.3 0a9.15 9.15 0 1 0-18.3 0';

const nameOf = (piece: SituationPiece): string =>
  piece === 'ball' ? 'Ball' : `${piece.side === 'l' ? 'Left' : 'Right'} ${piece.unum}`;

/** Fills an element with a field. `onMove` is called when a piece has another place. */
export function createSituationField(
  field: HTMLElement,
  world: ClangWorld,
  onMove: (world: ClangWorld) => void,
): void {
  let shown = world;
  const { length, width } = FIELD;
  field.innerHTML = `<svg viewBox="${-length / 2} ${-width / 2} ${length} ${width}" aria-hidden="true"><path d="${LINES}"/></svg>`;

  const place = (button: HTMLElement, piece: SituationPiece) => {
    const { x, y } = findPlace(shown, piece);
    button.style.left = `${(x / length + 0.5) * 100}%`;
    button.style.top = `${(y / width + 0.5) * 100}%`;
    button.setAttribute('aria-label', `${nameOf(piece)} at ${x}, ${y}`);
  };

  const move = (button: HTMLElement, piece: SituationPiece, to: Place) => {
    shown = movePiece(shown, piece, to);
    place(button, piece);
    onMove(shown);
  };

  function addPiece(piece: SituationPiece): void {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = piece === 'ball' ? 'piece ball' : `piece ${piece.side === 'l' ? 'left' : 'right'}`;
    button.textContent = piece === 'ball' ? '' : String(piece.unum);
    /** Where in the piece it was taken, meters; null while it is not dragged. */
    let grip: Place | null = null;
    const toField = ({ clientX, clientY }: PointerEvent): Place => {
      const box = field.getBoundingClientRect();
      return {
        x: ((clientX - box.left) / box.width - 0.5) * length,
        y: ((clientY - box.top) / box.height - 0.5) * width,
      };
    };
    button.addEventListener('pointerdown', (event) => {
      const [at, { x, y }] = [toField(event), findPlace(shown, piece)];
      grip = { x: at.x - x, y: at.y - y };
      button.setPointerCapture(event.pointerId);
    });
    button.addEventListener('pointermove', (event) => {
      if (grip === null) return;
      const { x, y } = toField(event);
      move(button, piece, { x: x - grip.x, y: y - grip.y });
    });
    for (const end of ['pointerup', 'pointercancel'] as const)
      button.addEventListener(end, () => {
        grip = null;
      });
    button.addEventListener('keydown', (event) => {
      const arrow = ARROWS[event.key];
      if (arrow === undefined) return;
      event.preventDefault();
      const step = STEPS[event.shiftKey ? 1 : 0];
      const { x, y } = findPlace(shown, piece);
      move(button, piece, { x: x + step * arrow[0], y: y + step * arrow[1] });
    });
    place(button, piece);
    field.append(button);
  }

  for (const { side, unum } of world.players) addPiece({ side, unum });
  // Above the players.
  addPiece('ball');
}
