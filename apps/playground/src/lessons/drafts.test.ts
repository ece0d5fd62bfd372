import { expect, it } from 'vitest';
import { Drafts } from './drafts.js';

it('drafts are read in another page; an empty one is none', () => {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  const drafts = new Drafts(storage);
  drafts.keep('', 'free');
  drafts.keep('pass', 'mine');
  drafts.keep('chase', 'old');
  drafts.keep('chase', '');
  const later = new Drafts(storage);
  expect(['', 'pass', 'chase', 'goalie'].map((id) => later.find(id))).toEqual([
    'free',
    'mine',
    undefined,
    undefined,
  ]);
});

it('a storage that refuses loses drafts only when the page is closed', () => {
  const refuse = () => {
    throw new Error('refused');
  };
  const drafts = new Drafts({ getItem: refuse, setItem: refuse });
  expect(drafts.find('pass')).toBeUndefined();
  drafts.keep('pass', 'mine');
  expect(drafts.find('pass')).toBe('mine');
});
