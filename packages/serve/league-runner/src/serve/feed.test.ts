import { expect, it } from 'vitest';
import { formatFeed } from './feed.js';
import type { ArchiveFilter } from './match-archive.js';

it.each<[ArchiveFilter, string]>([
  [{}, 'urn:rcss:run-1'],
  [{ team: 'Reds' }, 'urn:rcss:run-1?team=Reds'],
])('the identifier of a feed has its run and its filter apart: %j', (filter, id) => {
  const options = { title: 'Cup', run: 'run-1', origin: 'http://example.org', filter, mayOpen: false };
  expect(formatFeed([], options)).toContain(`<id>${id}</id>`);
});
