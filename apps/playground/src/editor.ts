/** The editor: TypeScript with completion of the names of `@rcss/agent`, and marks at errors. Loaded after the first match. */

import members from 'virtual:agent-members';
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
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The editor as the page uses it. */
export interface CodeEditor {
  getCode(): string;
  setCode(code: string): void;
  /** Moves the keyboard to this offset in the code. */
  focus(offset: number): void;
  /** Marks a line, from 1, and moves there; null removes the marks. */
  markError(line: number | null, message: string): void;
}

const toCompletion = ({ name, detail, info }: (typeof members)['player'][number]): Completion => ({
  label: name,
  detail,
  info,
  type: detail.startsWith('(') ? 'function' : 'property',
});

const OPTIONS: Readonly<Record<string, readonly Completion[]>> = {
  player: members.player.map(toCompletion),
  world: members.world.map(toCompletion),
};

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
});

/** Completes the members of `player` and `world` after the dot. */
function completeMembers(context: CompletionContext): CompletionResult | null {
  const before = context.matchBefore(/\b(player|world)\.\w*/);
  if (before === null) return null;
  const dot = before.text.indexOf('.');
  const options = OPTIONS[before.text.slice(0, dot)];
  return options === undefined
    ? null
    : { from: before.from + dot + 1, options: [...options], validFor: /^\w*$/ };
}

/** Creates the editor in a parent element. `run` is called for Ctrl+Enter. */
export function createEditor(
  parent: HTMLElement,
  code: string,
  run: () => void,
  onChange: () => void,
): CodeEditor {
  const language = javascript({ typescript: true });
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
      if (docChanged) onChange();
    }),
    language.language.data.of({ autocomplete: completeMembers }),
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
  const view = new EditorView({ parent, state: EditorState.create({ doc: code, extensions }) });
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
      if (line === null || line > view.state.doc.lines) {
        view.dispatch(setDiagnostics(view.state, []));
        return;
      }
      const { from, to } = view.state.doc.line(line);
      view.dispatch(setDiagnostics(view.state, [{ from, to, severity: 'error', message }]));
      view.dispatch({ effects: EditorView.scrollIntoView(from, { y: 'center' }) });
    },
  };
}
