/** The editor: TypeScript with completion of names, and marks at errors of types and of the last match. Loaded after the first match. */

import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { javascript } from '@codemirror/lang-javascript';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  hoverTooltip,
  keymap,
  lineNumbers,
  type Tooltip,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { createElement } from './controls/elements.js';
import { createMarks, type LineError } from './types/editor-marks.js';
import { EditorTypes } from './types/editor-types.js';
import type { TypeCompletion } from './types/type-messages.js';

/** The editor as the page uses it. */
export interface CodeEditor {
  getCode(): string;
  setCode(code: string): void;
  /** Moves the keyboard to this offset in the code. */
  focus(offset: number): void;
  /** Marks a line, from 1, and moves there; null removes the marks. */
  markError(line: number | null, message: string): void;
}

/** Colors of both schemes, as the CSS of the page. */
const COLORS = HighlightStyle.define([
  { tag: tags.keyword, color: 'light-dark(#7a1c9c, #d9a8ff)' },
  { tag: [tags.string, tags.regexp], color: 'light-dark(#9a3412, #ffb38a)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'light-dark(#0f5f56, #7fe0cf)' },
  { tag: tags.comment, color: 'light-dark(#4f5f55, #a3b3a9)', fontStyle: 'italic' },
  { tag: [tags.typeName, tags.className], color: 'light-dark(#17528f, #9cc9ff)' },
]);

const THEME = EditorView.theme({
  '&': { color: 'inherit' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { color: 'var(--soft)', backgroundColor: 'var(--panel)', borderRightColor: 'var(--edge)' },
  '.cm-activeLine': { backgroundColor: 'light-dark(#2b6b3c14, #7fcf9318)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'light-dark(#c9e3d0, #2f4f3a)',
  },
  '.cm-tooltip': { color: 'var(--text)', backgroundColor: 'var(--panel)', border: '1px solid var(--edge)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { color: '#fff', background: 'var(--action)' },
  '.cm-diagnostic': { color: 'var(--text)' },
  '.cm-tooltip .type': { maxWidth: '36rem', padding: '4px 8px', whiteSpace: 'pre-wrap' },
});

const toCompletion = ({ name, kind }: TypeCompletion): Completion => ({
  label: name,
  type: kind === 'method' ? 'function' : kind,
});

/** Completes by the types; waits until they are loaded. */
async function complete(context: CompletionContext, types: EditorTypes): Promise<CompletionResult | null> {
  const word = context.matchBefore(/[\w$]*/);
  const from = word?.from ?? context.pos;
  const isMember = context.state.sliceDoc(from - 1, from) === '.';
  if (from === context.pos && !isMember && !context.explicit) return null;
  const found = await types.complete(context.pos);
  return found.length === 0 ? null : { from, options: found.map(toCompletion), validFor: /^[\w$]*$/ };
}

/** Shows the type of the name under the pointer. */
async function explain(view: EditorView, at: number, types: EditorTypes): Promise<Tooltip | null> {
  const word = view.state.wordAt(at);
  const text = types.isReady && word !== null ? await types.explain(at) : null;
  if (text === null || word === null) return null;
  const dom = createElement('div', { className: 'type' }, text);
  return { pos: word.from, end: word.to, create: () => ({ dom }) };
}

/** Creates the editor in a parent element. `run` is called for Ctrl+Enter. */
export function createEditor(
  parent: HTMLElement,
  code: string,
  run: () => void,
  onChange: () => void,
): CodeEditor {
  const language = javascript({ typescript: true });
  /** The error of the last match. */
  let error: LineError | null = null;
  const types: EditorTypes = new EditorTypes(() => view.state.doc.toString(), showMarks);

  function showMarks(): void {
    const marks = createMarks(view.state.doc.length, types.problems, error);
    view.dispatch(setDiagnostics(view.state, marks));
  }

  const extensions = [
    lineNumbers(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    highlightActiveLine(),
    syntaxHighlighting(COLORS),
    THEME,
    language,
    EditorView.updateListener.of(({ docChanged }) => {
      if (!docChanged) return;
      onChange();
      types.noteChange();
    }),
    EditorView.domEventHandlers({ focus: () => types.noteFocus() }),
    language.language.data.of({ autocomplete: (context: CompletionContext) => complete(context, types) }),
    hoverTooltip((hovered, at) => explain(hovered, at, types)),
    autocompletion(),
    lintGutter(),
    // The key Tab leaves the editor, as in other fields of the page.
    keymap.of([
      {
        key: 'Mod-Enter',
        run: () => {
          run();
          return true;
        },
      },
      ...completionKeymap,
      ...historyKeymap,
      ...defaultKeymap,
    ]),
    EditorView.contentAttributes.of({ 'aria-label': 'Code of the team', tabindex: '0' }),
  ];
  const view: EditorView = new EditorView({ parent, state: EditorState.create({ doc: code, extensions }) });
  return {
    getCode: () => view.state.doc.toString(),
    setCode(text) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
    focus(offset) {
      view.dispatch({ selection: { anchor: offset } });
      view.focus();
    },
    markError(line, message) {
      const place = line === null || line > view.state.doc.lines ? null : view.state.doc.line(line);
      error = place === null ? null : { from: place.from, to: place.to, message };
      showMarks();
      if (place !== null) view.dispatch({ effects: EditorView.scrollIntoView(place.from, { y: 'center' }) });
    },
  };
}
