/** Publishes logs as static files with a page for each match, and their best scenes as a video. */
export { type Highlights, type HighlightsOptions, writeHighlights } from '../publish/highlights.js';
export type { MatchMoment, PublishedTop } from '../publish/pages.js';
export {
  type Published,
  type PublishedMatches,
  type PublishedTeam,
  type PublishOptions,
  publishLogs,
} from '../publish/publish-logs.js';
