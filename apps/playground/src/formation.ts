/** The formation editor: opens, changes, checks, plays and saves formations. */

import {
  FOUR_THREE_THREE,
  type FormationDocument,
  FormationError,
  type FormationRole,
  formatFormationDocument,
  formatFormationFile,
  listTriangles,
  parseFormationFile,
  readFormationDocument,
  sampleFormation,
} from '@rcss/agent/formations';
import type { RcssViewer } from '@rcss/viewer';
import { createElement, createRow, enableButtons, findElement, showStatus } from './controls/elements.js';
import { createPieceField, type PieceField } from './field/piece-field.js';
import { readCodeFile, saveFile } from './files.js';
import { checkFormation } from './formation/check-formation.js';
import {
  addSample,
  type FormationPoint,
  findKickOffPlaces,
  findMirrors,
  findPlaces,
  findSample,
  limitPoint,
  moveKickOffPlace,
  movePlace,
  removeSample,
  setRole,
} from './formation/edit-formation.js';
import { writeFormationTeam } from './formation/formation-team.js';
import { EditHistory } from './formation/history.js';
import type { FormationPreview } from './formation/preview.js';
import { keepFiles } from './offline/offline.js';
import { PageStorage } from './page-storage.js';
import { encodeFragment } from './permalink.js';

/** The draft of this page beside those of the lessons. */
const DRAFT = 'draft-formation';
const CENTER: FormationPoint = { x: 0, y: 0 };
/** Problems that are shown. */
const MAX_PROBLEMS = 50;
/** The match that *Open in the playground* opens. */
const MATCH = { seed: 1, cycles: 1000 } as const;
const LINES: readonly FormationRole['line'][] = ['goalie', 'defense', 'midfield', 'attack'];

const sampleList = findElement<HTMLSelectElement>('samples');
const modeField = findElement<HTMLSelectElement>('mode');
const symmetricField = findElement<HTMLInputElement>('symmetric');
const triangleField = findElement<HTMLInputElement>('triangles');
const removeButton = findElement<HTMLButtonElement>('remove');
const addButton = findElement<HTMLButtonElement>('add');
const undoButton = findElement<HTMLButtonElement>('undo');
const redoButton = findElement<HTMLButtonElement>('redo');
const previewButton = findElement<HTMLButtonElement>('preview');
const stopButton = findElement<HTMLButtonElement>('stop');
const fileField = findElement<HTMLInputElement>('file');

const storage = new PageStorage();
const history = new EditHistory(readDraft() ?? createStart());
let ball: FormationPoint = CENTER;
let field: PieceField | null = null;
/** Number of pieces on the field. */
let pieceCount = 0;
let shownFormation: FormationDocument | null = null;
/** The match in this page; null until it is used. */
let preview: Promise<FormationPreview> | null = null;

/** The formation of the base team, with places in centimeters. */
function createStart(): FormationDocument {
  const { kickOff = [], samples, ...rest } = sampleFormation(FOUR_THREE_THREE);
  return findMirrors({
    ...rest,
    samples: samples.map((sample) => ({ ball: sample.ball, players: sample.players.map(limitPoint) })),
    kickOff: kickOff.map(limitPoint),
  });
}

function readDraft(): FormationDocument | null {
  try {
    return readFormationDocument(JSON.parse(storage.get(DRAFT)));
  } catch {
    // No draft, or one of an earlier form of the page.
    return null;
  }
}

const isKickOff = (): boolean => modeField.value === 'kick-off';
const shownBall = (): FormationPoint => (isKickOff() ? CENTER : ball);

/** Takes a changed document; `isSame`: the change goes on, and one *Undo* takes it back as a whole. */
function change(next: FormationDocument, isSame = false): void {
  history.push(next, isSame);
  storage.set(DRAFT, formatFormationDocument(next));
  show();
}

function show(): void {
  const formation = history.current;
  if (shownFormation !== formation) void preview?.then((loaded) => loaded.update());
  shownFormation = formation;
  if (field === null || pieceCount !== formation.roles.length) createField(formation);
  field?.update();
  showDrawing(formation);
  showSamples(formation);
  showRoles(formation);
  enableButtons([undoButton, history.canUndo], [redoButton, history.canRedo]);
  const problems = checkFormation(formation);
  findElement('problems').replaceChildren(
    ...(problems.length === 0 ? ['No problem was found.'] : problems.slice(0, MAX_PROBLEMS)).map((text) =>
      createElement('li', {}, text),
    ),
  );
}

function createField({ roles }: FormationDocument): void {
  pieceCount = roles.length;
  const placesNow = (): readonly FormationPoint[] =>
    isKickOff() ? findKickOffPlaces(history.current) : findPlaces(history.current, ball);
  let isTaken = false;
  field = createPieceField(
    findElement('field'),
    [
      ...roles.map((_, i) => ({
        id: String(i + 1),
        name: `Number ${i + 1}`,
        text: String(i + 1),
        className: 'left',
      })),
      { id: 'ball', name: 'Ball', text: '', className: 'ball' },
    ],
    {
      placeOf: (id) => (id === 'ball' ? shownBall() : placesNow()[Number(id) - 1]!),
      onTake() {
        isTaken = true;
      },
      onMove(id, to) {
        if (id === 'ball') {
          if (isKickOff()) return showStatus('Before a kickoff the ball is on the center spot.');
          ball = limitPoint(to);
          show();
          const sample = findSample(history.current, ball) + 1;
          return showStatus(
            `Ball at ${ball.x}, ${ball.y}: ${sample > 0 ? `sample ${sample}` : 'between samples'}.`,
          );
        }
        const isSame = !isTaken;
        isTaken = false;
        const move = isKickOff()
          ? moveKickOffPlace(history.current, Number(id), to, symmetricField.checked)
          : movePlace(history.current, ball, Number(id), to, symmetricField.checked);
        change(move, isSame);
        const { x, y } = placesNow()[Number(id) - 1]!;
        showStatus(`Number ${id} at ${x}, ${y}.`);
      },
    },
  );
}

/** The samples as points, that of the ball marked, and the triangles between them. */
function showDrawing({ samples, method }: FormationDocument): void {
  if (field === null) return;
  const points = samples.map((sample) => sample.ball);
  const lines =
    triangleField.checked && method === 'interpolated' && !isKickOff()
      ? listTriangles(points).map((corners) => {
          const [a, b, c] = corners.map((i) => `${points[i]!.x} ${points[i]!.y}`);
          return `<path class="triangle" d="M${a}L${b}L${c}Z"/>`;
        })
      : [];
  const chosen = findSample(history.current, ball);
  const dots = isKickOff()
    ? []
    : points.map(
        ({ x, y }, i) =>
          `<circle class="sample${i === chosen ? ' chosen' : ''}" cx="${x}" cy="${y}" r="0.7"/>`,
      );
  field.drawing.innerHTML = [...lines, ...dots].join('');
}

function showSamples({ samples }: FormationDocument): void {
  const chosen = isKickOff() ? -1 : findSample(history.current, ball);
  const between = new Option('between samples', '-1');
  between.disabled = true;
  sampleList.replaceChildren(
    between,
    ...samples.map(
      (sample, i) => new Option(`${i + 1}: ball at ${sample.ball.x}, ${sample.ball.y}`, String(i)),
    ),
  );
  sampleList.value = String(chosen);
  sampleList.disabled = isKickOff();
  enableButtons([addButton, !isKickOff() && chosen < 0], [removeButton, chosen >= 0 && samples.length > 1]);
}

function showRoles({ roles }: FormationDocument): void {
  const table = findElement('roles');
  // A row in which one writes stays.
  if (table.contains(document.activeElement)) return;
  table.replaceChildren(...roles.map((role, i) => createRoleRow(role, i + 1, roles.length)));
}

function createRoleRow({ name, line, mirror }: FormationRole, unum: number, count: number): HTMLElement {
  const nameField = createElement('input', {
    value: name,
    maxLength: 40,
    ariaLabel: `Name of number ${unum}`,
  });
  const lineField = createElement(
    'select',
    { ariaLabel: `Line of number ${unum}` },
    ...LINES.map((word) => new Option(word)),
  );
  lineField.value = line;
  const mirrorField = createElement(
    'select',
    { ariaLabel: `Role on the other wing of number ${unum}` },
    new Option('none', ''),
    ...Array.from({ length: count }, (_, i) => String(i + 1))
      .filter((other) => other !== String(unum))
      .map((other) => new Option(other)),
  );
  mirrorField.value = String(mirror ?? '');
  for (const input of [nameField, lineField, mirrorField])
    input.addEventListener('change', () => {
      const other = mirrorField.value === '' ? {} : { mirror: Number(mirrorField.value) };
      input.blur();
      change(
        setRole(history.current, unum, {
          name: nameField.value,
          line: lineField.value as FormationRole['line'],
          ...other,
        }),
      );
    });
  return createRow([unum, nameField, lineField, mirrorField]);
}

async function openFile(file: File): Promise<void> {
  try {
    const text = await readCodeFile(file);
    const isOwn = text.includes('"format"');
    const opened = isOwn ? readFormationDocument(JSON.parse(text)) : parseFormationFile(text);
    ball = CENTER;
    change(opened);
    showStatus(`${file.name} is open: ${opened.roles.length} roles, ${opened.samples.length} samples.`);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const what = error instanceof FormationError || error instanceof SyntaxError ? `${file.name}: ` : '';
    showStatus(`${what}${error.message}`, true);
  }
}

async function play(): Promise<void> {
  const code = writeFormationTeam(history.current);
  const address = new URL(`./index.html#${await encodeFragment({ code, ...MATCH })}`, document.baseURI);
  if (window.open(address, '_blank') === null)
    showStatus('The browser does not open a second page. Allow it for this site, and try again.', true);
}

/** Loads what plays in this page, at its first use. */
async function createPreview(): Promise<FormationPreview> {
  const { FormationPreview } = await import('./formation/preview.js');
  findElement('preview-section').hidden = false;
  return new FormationPreview({
    viewer: findElement<RcssViewer>('viewer'),
    createCode: () => writeFormationTeam(history.current),
    report: showStatus,
    onRunning(isRunning) {
      enableButtons([stopButton, isRunning], [previewButton, true]);
    },
  });
}

async function playHere(): Promise<void> {
  try {
    preview ??= createPreview();
    await (await preview).start();
  } catch (error) {
    preview = null;
    showStatus(
      `The match cannot be loaded: ${(error as Error).message}. Check the connection and try again.`,
      true,
    );
  }
}

/** Starts again: from the base team, or from one sample with the places of now. */
function restart(): void {
  const { roles, kickOff } = history.current;
  const isBase = findElement<HTMLSelectElement>('start').value === '4-3-3';
  const samples = [{ ball: CENTER, players: findPlaces(history.current, shownBall()) }];
  const shown = { format: 'rcss-formation-1', method: 'interpolated', roles, samples } as const;
  ball = CENTER;
  change(isBase ? createStart() : kickOff === undefined ? shown : { ...shown, kickOff });
  showStatus(
    isBase ? 'The formation of the base team. Undo brings the other one back.' : 'One sample. Add more.',
  );
}

const actions: Readonly<Record<string, () => void>> = {
  undo: () => changeBack(history.undo()),
  redo: () => changeBack(history.redo()),
  add() {
    change(addSample(history.current, ball, symmetricField.checked));
    showStatus(`Sample ${findSample(history.current, ball) + 1}.`);
  },
  remove() {
    try {
      change(removeSample(history.current, ball, symmetricField.checked));
      showStatus('Removed. The places here are now interpolated.');
    } catch (error) {
      showStatus((error as Error).message, true);
    }
  },
  pairs: () => change(findMirrors(history.current)),
  preview: () => void playHere(),
  stop: () => void preview?.then((loaded) => loaded.stop()),
  play: () => void play(),
  open: () => fileField.click(),
  'save-json': () => save('formation.json', formatFormationDocument(history.current), 'application/json'),
  'save-conf': () => save('formation.conf', formatFormationFile(history.current), 'text/plain'),
  restart,
};

function save(name: string, text: string, type: string): void {
  saveFile(name, [text], type);
  showStatus(`Saved as ${name}.`);
}

function changeBack(formation: FormationDocument): void {
  storage.set(DRAFT, formatFormationDocument(formation));
  show();
}

for (const [id, action] of Object.entries(actions)) findElement(id).addEventListener('click', action);
modeField.addEventListener('change', show);
triangleField.addEventListener('change', show);
sampleList.addEventListener('change', () => {
  ball = history.current.samples[Number(sampleList.value)]!.ball;
  show();
});
fileField.addEventListener('change', async () => {
  const [file] = fileField.files ?? [];
  fileField.value = '';
  if (file !== undefined) await openFile(file);
});
document.addEventListener('keydown', (event) => {
  const isText = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox';
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z' || isText) return;
  event.preventDefault();
  if (event.shiftKey ? history.canRedo : history.canUndo)
    changeBack(event.shiftKey ? history.redo() : history.undo());
});
show();
showStatus(
  storage.get(DRAFT) === ''
    ? 'The formation of the base team. Drag the ball or a player.'
    : 'Your formation as you left it.',
);
// Pages whose files cannot be kept need a connection.
void keepFiles().catch(() => {});
