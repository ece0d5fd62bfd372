/** A field whose pieces are dragged, or moved with the arrow keys. */

import { createElement } from '../controls/elements.js';

/** A point of the field, meters from the center: x to the right, y downwards. */
interface Place {
  readonly x: number;
  readonly y: number;
}

/** A player or the ball on the field. */
export interface FieldPiece {
  readonly id: string;
  /** Name for screen readers. */
  readonly name: string;
  /** Text on the piece. */
  readonly text: string;
  readonly className: string;
}

/** Length and width of the field with a margin, meters. */
export const FIELD = { length: 115, width: 78 } as const;
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

/** What happens to pieces. */
export interface PieceEvents {
  /** Where a piece is. */
  placeOf(id: string): Place;
  /** A piece is moved. */
  onMove(id: string, to: Place): void;
  /** A piece is taken, before it moves: by a pointer, or for each arrow key. */
  onTake?(id: string): void;
}

/** Pieces on a field. */
export interface PieceField {
  /** Group in meters below the pieces. */
  readonly drawing: SVGGElement;
  /** Shows all pieces where they are now. */
  update(): void;
}

/** Fills an element with a field and its pieces; the last one is on top. */
export function createPieceField(
  field: HTMLElement,
  pieces: readonly FieldPiece[],
  { placeOf, onMove, onTake }: PieceEvents,
): PieceField {
  const { length, width } = FIELD;
  field.innerHTML = `<svg viewBox="${-length / 2} ${-width / 2} ${length} ${width}" aria-hidden="true"><path d="${LINES}"/><g/></svg>`;
  const buttons = pieces.map((piece) => ({
    piece,
    button: createElement('button', { type: 'button', className: `piece ${piece.className}` }, piece.text),
  }));
  const update = () => {
    for (const { piece, button } of buttons) {
      const { x, y } = placeOf(piece.id);
      button.style.left = `${(x / length + 0.5) * 100}%`;
      button.style.top = `${(y / width + 0.5) * 100}%`;
      button.setAttribute('aria-label', `${piece.name} at ${x}, ${y}`);
    }
  };
  const toField = ({ clientX, clientY }: PointerEvent): Place => {
    const box = field.getBoundingClientRect();
    return {
      x: ((clientX - box.left) / box.width - 0.5) * length,
      y: ((clientY - box.top) / box.height - 0.5) * width,
    };
  };

  for (const { piece, button } of buttons) {
    const { id } = piece;
    const move = (to: Place) => {
      onMove(id, to);
      update();
    };
    /** Where in the piece it was taken, meters; null while it is not dragged. */
    let grip: Place | null = null;
    button.addEventListener('pointerdown', (event) => {
      const [at, { x, y }] = [toField(event), placeOf(id)];
      grip = { x: at.x - x, y: at.y - y };
      onTake?.(id);
      button.setPointerCapture(event.pointerId);
    });
    button.addEventListener('pointermove', (event) => {
      if (grip === null) return;
      const { x, y } = toField(event);
      move({ x: x - grip.x, y: y - grip.y });
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
      const { x, y } = placeOf(id);
      onTake?.(id);
      move({ x: x + step * arrow[0], y: y + step * arrow[1] });
    });
    field.append(button);
  }
  update();
  return { drawing: field.querySelector('g') as SVGGElement, update };
}
