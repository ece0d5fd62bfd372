import { expect, test } from 'vitest';
import { LineEditor } from './line-editor.js';

function type(editor: LineEditor, text: string): void {
  for (const char of text) editor.press(char, { name: char });
}

const enter = { name: 'return' };

test('typed text is inserted at the cursor, and Enter submits it', () => {
  const editor = new LineEditor();
  type(editor, '(trn 5)');
  for (let i = 0; i < 5; i++) editor.press(undefined, { name: 'left' });
  type(editor, 'u');
  expect([editor.text, editor.cursor]).toEqual(['(turn 5)', 3]);
  expect(editor.press('\r', enter)).toBe('(turn 5)');
  expect([editor.text, editor.cursor]).toEqual(['', 0]);
});

test('arrows recall older and newer lines and bring back the line that was being typed', () => {
  const editor = new LineEditor();
  for (const line of ['(one)', '(two)', '(two)']) {
    type(editor, line);
    editor.press('\r', enter);
  }
  type(editor, '(thr');
  editor.press(undefined, { name: 'up' });
  expect(editor.text).toBe('(two)');
  editor.press(undefined, { name: 'up' });
  expect(editor.text).toBe('(one)');
  editor.press(undefined, { name: 'up' });
  expect(editor.text).toBe('(one)');
  editor.press(undefined, { name: 'down' });
  editor.press(undefined, { name: 'down' });
  expect([editor.text, editor.cursor]).toEqual(['(thr', 4]);
});

test.each([
  [{ name: 'backspace' }, 'ab d', 3],
  [{ name: 'delete' }, 'ab c', 4],
  [{ name: 'a', ctrl: true }, 'ab cd', 0],
  [{ name: 'e', ctrl: true }, 'ab cd', 5],
  [{ name: 'u', ctrl: true }, 'd', 0],
  [{ name: 'k', ctrl: true }, 'ab c', 4],
  [{ name: 'w', ctrl: true }, 'ab d', 3],
  [{ name: 'x', ctrl: true }, 'ab cd', 4],
  [{ name: 'f5' }, 'ab cd', 4],
])('%o edits the line as in a shell', (key, text, cursor) => {
  const editor = new LineEditor();
  type(editor, 'ab cd');
  editor.press(undefined, { name: 'left' });
  editor.press(undefined, key);
  expect([editor.text, editor.cursor]).toEqual([text, cursor]);
});

test('characters that the protocol cannot carry are not inserted', () => {
  const editor = new LineEditor();
  editor.press('a\u001b€é\n', {});
  expect(editor.text).toBe('aé');
});
