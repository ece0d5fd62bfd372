import { expect, it } from 'vitest';
import { PageStorage } from './page-storage.js';

it('texts and lists are read in another page', () => {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  const first = new PageStorage(storage);
  first.set('draft-pass', 'mine');
  first.set('draft-chase', 'old');
  first.set('draft-chase', '');
  first.setList('lessons', ['chase', 'pass']);
  const later = new PageStorage(storage);
  expect(['draft-pass', 'draft-chase', 'draft-goalie'].map((name) => later.get(name))).toEqual([
    'mine',
    '',
    '',
  ]);
  expect(later.getList('lessons')).toEqual(['chase', 'pass']);
  expect([...stored.keys()]).toContain('rcss-playground-draft-pass');
});

it.each([null, '', '{', '{"a":1}', '[1, null]'])('the storage %j has no list', (text) => {
  expect(new PageStorage({ getItem: () => text, setItem() {} }).getList('lessons')).toEqual([]);
});

it('a storage that refuses loses texts only when the page is closed', () => {
  const refuse = () => {
    throw new Error('refused');
  };
  for (const storage of [null, { getItem: refuse, setItem: refuse }]) {
    const texts = new PageStorage(storage);
    expect(texts.get('draft-pass')).toBe('');
    texts.set('draft-pass', 'mine');
    expect(texts.get('draft-pass')).toBe('mine');
  }
});
