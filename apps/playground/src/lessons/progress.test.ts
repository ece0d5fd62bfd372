import { expect, it } from 'vitest';
import { type ProgressStorage, readProgress, storeProgress } from './progress.js';

function createStorage(text: string | null = null): ProgressStorage {
  let stored = text;
  return {
    getItem: () => stored,
    setItem: (_, value) => {
      stored = value;
    },
  };
}

it('the passed lessons are read as they were stored', () => {
  const storage = createStorage();
  storeProgress(storage, new Set(['chase', 'pass']));
  expect(readProgress(storage)).toEqual(new Set(['chase', 'pass']));
});

it.each([null, '', '{', '{"a":1}', '[1, null]'])('the storage %j has no passed lessons', (text) => {
  expect(readProgress(createStorage(text))).toEqual(new Set());
});

it('without a storage, or with one that refuses, nothing is kept', () => {
  expect(readProgress(null)).toEqual(new Set());
  const refuse = () => {
    throw new Error('refused');
  };
  expect(readProgress({ getItem: refuse, setItem: refuse })).toEqual(new Set());
  expect(() => storeProgress({ getItem: refuse, setItem: refuse }, new Set(['chase']))).not.toThrow();
});
