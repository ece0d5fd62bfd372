import { escapeHtml } from '@rcss/tournament/reports';
import type { ResultLine } from '../runs/result-file.js';
import { filterQuery } from './live-page.js';
import type { ArchiveFilter } from './match-archive.js';
import { matchPath, PATHS } from './paths.js';

/** What a feed is about. */
export interface FeedOptions {
  readonly title: string;
  /** Identifier of the run. */
  readonly run: string;
  /** Address of the server, such as `http://example.org:8070`. */
  readonly origin: string;
  readonly filter: ArchiveFilter;
  /** Whether entries lead to matches; otherwise to the results of the pairing. */
  readonly mayOpen: boolean;
}

/** Returns results as an Atom feed (RFC 4287). */
export function formatFeed(
  lines: readonly ResultLine[],
  { title, run, origin, filter, mayOpen }: FeedOptions,
): string {
  const query = filterQuery(filter);
  const part = query === '' ? '' : `?${query}`;
  const self = `${origin}${PATHS.feed}${part}`;
  const teams = [filter.team, filter.opponent].filter((team) => team !== undefined);
  const entries = lines.map(
    ({ fixture, job, left, right, scoreL, scoreR, penaltyL, penaltyR, storedAt, end }) => {
      const penalties = penaltyL === null ? '' : ` (${penaltyL} : ${penaltyR} pen.)`;
      const path = mayOpen ? matchPath(fixture) : `/?${filterQuery({ team: left, opponent: right })}`;
      const text = `${left} ${scoreL} : ${scoreR} ${right}${penalties}`;
      return `<entry><id>${escapeHtml(`urn:rcss:${run}:${encodeURIComponent(fixture)}:${job}`)}</id><title>${escapeHtml(text)}</title><updated>${escapeHtml(storedAt)}</updated><link href="${escapeHtml(origin + path)}"/><summary>${escapeHtml(end)}</summary></entry>\n`;
    },
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><id>${escapeHtml(`urn:rcss:${run}${part}`)}</id><title>${escapeHtml([title, ...teams].join(': '))}</title><updated>${escapeHtml(lines[0]?.storedAt ?? new Date(0).toISOString())}</updated><author><name>${escapeHtml(title)}</name></author><link rel="self" href="${escapeHtml(self)}"/>
${entries.join('')}</feed>
`;
}
