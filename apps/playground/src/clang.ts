/** The page that checks and formats messages of the coach language, and shows what they mean in a situation. */

import type { Message } from '@rcss/clang';
import { toPlayModeWord } from '@rcss/clang/evaluate';
import { PLAY_MODES, type Side, sideName } from '@rcss/core';
import { evaluateSituation } from './clang/evaluate-situation.js';
import { type ClangProblem, inspectClang } from './clang/inspect-clang.js';
import { FIRST_SITUATION, type Situation } from './clang/situation.js';
import { createSituationField } from './clang/situation-field.js';
import { createElement, createRow, findElement, showStatus } from './controls/elements.js';
import { keepFiles } from './offline/offline.js';

const EXAMPLE = `(say (define (definerule Press direc
  ((and (time > 20) (bowner our {7 11})) (do our {10 11} (mark {1}))))))
(say (rule (on Press)))
`;

const source = findElement<HTMLTextAreaElement>('source');
const list = findElement('problems');
const heard = findElement('heard');
const formatButton = findElement<HTMLButtonElement>('format');
const modeField = findElement<HTMLSelectElement>('mode');
const sideField = findElement<HTMLSelectElement>('us');
const timeField = findElement<HTMLInputElement>('time');
const scoreFields = {
  l: findElement<HTMLInputElement>('score-l'),
  r: findElement<HTMLInputElement>('score-r'),
};
const meaningProblems = findElement('meaning-problems');

let situation: Situation = FIRST_SITUATION;
/** The messages of the last text without errors. */
let messages: readonly Message[] = [];

/** Problems that are shown. */
const MAX_PROBLEMS = 50;

const createProblem = ({ severity, place, excerpt, message }: ClangProblem): HTMLElement =>
  createElement(
    'li',
    { className: severity },
    `${place === null ? '' : `${place.line}:${place.column} `}${severity}: ${message}`,
    ...(excerpt === '' ? [] : [createElement('pre', {}, excerpt)]),
  );

/** Shows which conditions hold and which directives apply. */
function showMeaning(): void {
  const { conditions, directives, problems } = evaluateSituation(messages, situation);
  findElement('conditions').replaceChildren(
    ...conditions.map(({ source: name, depth, isOn, text, holds }) =>
      createRow(
        [
          name,
          isOn ? 'on' : 'off',
          `${'\u2003'.repeat(depth)}${text}`,
          holds === null ? '' : holds ? 'yes' : 'no',
        ],
        holds === true ? 'holds' : '',
      ),
    ),
  );
  findElement('directives').replaceChildren(
    ...directives.map(({ source: name, purpose, text, team, unums, variables }) =>
      createRow([
        `${team} ${unums.join(', ')}`,
        [text, ...variables].join('; '),
        `${name} (${purpose === 'direc' ? 'order' : 'description'})`,
      ]),
    ),
  );
  meaningProblems.hidden = problems.length === 0;
  meaningProblems.replaceChildren(
    ...problems.map((text) => createElement('li', { className: 'error' }, text)),
  );
  const { ballOwner } = situation.world;
  findElement('owner').textContent =
    ballOwner === null
      ? 'No player has had the ball.'
      : `Last player with the ball: ${sideName(ballOwner.side)} ${ballOwner.unum}.`;
}

/** Reads the fields below the field. */
function readFields(): void {
  const count = (field: HTMLInputElement) => (field.validity.valid ? field.valueAsNumber || 0 : 0);
  situation = {
    us: sideField.value as Side,
    world: {
      ...situation.world,
      time: count(timeField),
      playMode: modeField.value,
      score: { l: count(scoreFields.l), r: count(scoreFields.r) },
    },
  };
  showMeaning();
}

function show(): void {
  const { problems, messageCount, formatted, heard: text, messages: read } = inspectClang(source.value);
  list.replaceChildren(...problems.slice(0, MAX_PROBLEMS).map(createProblem));
  const errorCount = problems.filter(({ severity }) => severity === 'error').length;
  showStatus(
    `Messages: ${messageCount}. Errors: ${errorCount}. Warnings: ${problems.length - errorCount}.`,
    errorCount > 0,
  );
  heard.textContent = text ?? '';
  formatButton.disabled = formatted === null;
  if (formatted !== null) messages = read;
  showMeaning();
}

source.value = EXAMPLE;
source.addEventListener('input', show);
formatButton.addEventListener('click', () => {
  const { formatted } = inspectClang(source.value);
  if (formatted !== null) source.value = formatted;
  show();
});
modeField.append(
  ...PLAY_MODES.filter(({ name }) => toPlayModeWord(name, 'l') !== null).map(({ name }) => new Option(name)),
);
modeField.value = situation.world.playMode;
for (const field of [modeField, sideField, timeField, scoreFields.l, scoreFields.r])
  field.addEventListener('input', readFields);
createSituationField(findElement('field'), situation.world, (world) => {
  const { time, playMode, score } = situation.world;
  situation = { ...situation, world: { ...world, time, playMode, score } };
  showMeaning();
});
show();
// Pages whose files cannot be kept need a connection.
void keepFiles().catch(() => {});
