/** The page that explains messages field by field. */
import { createElement, createRow, findElement, showStatus } from './controls/elements.js';
import { keepFiles } from './offline/offline.js';
import { CHANNELS, type Channel } from './wire/channels.js';
import { WIRE_EXAMPLES } from './wire/examples.js';
import {
  type ExplainedDatagram,
  type ExplainedField,
  type ExplainedList,
  type ExplainedMessage,
  explainText,
} from './wire/explain.js';

const source = findElement<HTMLTextAreaElement>('source');
const exampleField = findElement<HTMLSelectElement>('example');
const channelField = findElement<HTMLSelectElement>('channel');
const output = findElement('explanations');

/** Datagrams that are shown. */
const MAX_DATAGRAMS = 200;
/** Sections that are linked for a message. */
const MAX_SECTIONS = 8;
/** Time without input after which a text is explained, ms. */
const INPUT_DELAY_MS = 150;

function createHeadings(names: readonly string[]): HTMLElement {
  return createElement(
    'thead',
    {},
    createElement('tr', {}, ...names.map((name) => createElement('th', { scope: 'col' }, name))),
  );
}

function createFieldTable(fields: readonly ExplainedField[], hasValues = true): HTMLElement {
  const rows = fields.map(({ name, value, unit, meaning }) => {
    const heading = createElement('th', { scope: 'row' }, name);
    const values = hasValues
      ? [createElement('td', { className: 'value' }, value === '' ? '(empty)' : value)]
      : [];
    return createElement(
      'tr',
      {},
      heading,
      ...values,
      createElement('td', {}, unit),
      createElement('td', {}, meaning),
    );
  });
  const names = hasValues ? ['field', 'value', 'unit', 'meaning'] : ['field', 'unit', 'meaning'];
  return createElement('table', {}, createHeadings(names), createElement('tbody', {}, ...rows));
}

/** Creates a box that scrolls, also from the keyboard. */
function createBox(className: string, label: string, contents: HTMLElement): HTMLElement {
  return createElement('div', { className, tabIndex: 0, role: 'group', ariaLabel: label }, contents);
}

function createList({ name, columns, rows }: ExplainedList, head: string): Node[] {
  const names = columns.map((column) =>
    column.unit === '' ? column.name : `${column.name} (${column.unit})`,
  );
  const table = createElement(
    'table',
    {},
    createElement('caption', {}, `${name}: ${rows.length}`),
    createHeadings(names),
    createElement('tbody', {}, ...rows.map((row) => createRow(row))),
  );
  const meanings = createFieldTable(
    columns.map((column) => ({ ...column, value: '' })),
    false,
  );
  const details = createElement(
    'details',
    {},
    createElement('summary', {}, `Meaning of the columns of ${name}`),
  );
  details.append(createBox('table', `${head}: meaning of ${name}`, meanings));
  return [createBox('table list', `${head}: ${name}`, table), details];
}

function createMessage({ head, summary, sections, fields, lists }: ExplainedMessage): Node[] {
  const links = sections.slice(0, MAX_SECTIONS).flatMap(({ label, href }, i) => {
    const link = createElement('a', { href }, label);
    return i === 0 ? [link] : [', ', link];
  });
  return [
    createElement('h3', {}, head),
    createElement('p', {}, summary),
    createElement('p', { className: 'sections' }, 'Specification: ', ...links),
    ...(fields.length > 0 ? [createBox('table', `${head}: fields`, createFieldTable(fields))] : []),
    ...lists.flatMap((list) => createList(list, head)),
  ];
}

function createDatagram(datagram: ExplainedDatagram): HTMLElement {
  const { text, channelLabel, otherLabels, messages, problem } = datagram;
  const article = createElement('article', {}, createElement('h2', {}, text));
  if (channelLabel !== '') {
    const others = otherLabels.length > 0 ? ` (also: ${otherLabels.join('; ')})` : '';
    article.append(createElement('p', { className: 'channel' }, `${channelLabel}${others}`));
  }
  for (const message of messages) article.append(...createMessage(message));
  if (problem !== null) {
    const { place } = problem;
    const where = place === null ? '' : `${place.line}:${place.column} `;
    const excerpt = createBox('excerpt', 'Place of the error', createElement('pre', {}, problem.excerpt));
    article.append(
      createElement(
        'div',
        { className: 'problem' },
        createElement('p', {}, `${where}error: ${problem.message}`),
        excerpt,
      ),
    );
  }
  return article;
}

function show(): void {
  const channel = channelField.value === '' ? null : (channelField.value as Channel);
  const datagrams = explainText(source.value, channel);
  const errorCount = datagrams.filter(({ problem }) => problem !== null).length;
  const cut = datagrams.length > MAX_DATAGRAMS ? ` The first ${MAX_DATAGRAMS} are shown.` : '';
  showStatus(`Datagrams: ${datagrams.length}. Errors: ${errorCount}.${cut}`, errorCount > 0);
  output.replaceChildren(...datagrams.slice(0, MAX_DATAGRAMS).map(createDatagram));
}

exampleField.append(...WIRE_EXAMPLES.map(({ label }, i) => new Option(label, String(i))));
channelField.append(...CHANNELS.map(({ channel, label }) => new Option(label, channel)));
exampleField.addEventListener('change', () => {
  source.value = WIRE_EXAMPLES[Number(exampleField.value)]?.text ?? '';
  channelField.value = '';
  show();
});
channelField.addEventListener('change', show);
let timer: ReturnType<typeof setTimeout> | undefined;
source.addEventListener('input', () => {
  clearTimeout(timer);
  timer = setTimeout(show, INPUT_DELAY_MS);
});
source.value = WIRE_EXAMPLES[0]?.text ?? '';
show();
// Pages whose files cannot be kept need a connection.
void keepFiles().catch(() => {});
