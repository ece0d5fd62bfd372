/** The HTML page with the viewer, for programs that serve it. */
import { DESIGN, formatColor } from '../design.js';
import type { WhyOffer } from '../why-parts.js';

export {
  DESIGN,
  type DesignColor,
  formatColor,
  formatDesign,
  PAGE_ICON,
  PITCH_GRASS,
} from '../design.js';

export type { WhyDecision, WhyOffer, WhyPart } from '../why-parts.js';

/** Address and title of a game log. */
export interface PageLog {
  readonly path: string;
  readonly title: string;
}

/** Content and behavior of the page. */
export interface PageConfig {
  /** Path of the bridge's WebSocket for a live match. */
  readonly socketPath?: string;
  /** Address of the live match as a game log, for the button that saves it. */
  readonly savePath?: string;
  /** Address of a game log to open. */
  readonly log?: string;
  /** Whether the page contains a game log: base64 text of a compressed log in the element `#log`. */
  readonly isLogIncluded?: boolean;
  /** Title of the log. */
  readonly title?: string;
  /** All logs of the server, for the match wall and for a screen that shows one after the other. */
  readonly logs?: readonly PageLog[];
  /** Address that finds moments in all logs of the server. */
  readonly searchPath?: string;
  /** Address of the page with all matches; a link on the score board leads there. */
  readonly backLink?: string;
  /** Address of a study of the log. */
  readonly study?: string;
  /** Colors of teams, `#rrggbb`, by team name. */
  readonly colors?: Readonly<Record<string, string>>;
  /** Addresses of the crests of teams, by team name. */
  readonly crests?: Readonly<Record<string, string>>;
  /** Debug files of the agents of the log. */
  readonly debugFiles?: readonly PageLog[];
  /** Answers about the recording of the log; absent without one. */
  readonly why?: WhyOffer;
  /** Whether a log opens with its story, and plays its best scenes; true by default, unless the address, a study or `autoPlay` says what is shown. */
  readonly story?: boolean;
  /** Starts to play a log at once; `loop` repeats it. */
  readonly autoPlay?: boolean;
  readonly loop?: boolean;
}

/**
 * Paths that the page requests; serve `script` with the file `viewer.js`, `clips` with `viewer-clips.js`, `spatial` with `viewer-3d.js`,
 * `words` with `viewer-words.js`, `values` with `viewer-values.js`, `study` with `viewer-study.js` and `icon` with `PAGE_ICON`. The page requests `clips` only when it saves something, `spatial` when
 * its 3D view is opened, `words` when it describes the match for screen readers, `values` when
 * it shows pitch control or values, `study` when it shows statistics or the result.
 */
export const PAGE_PATHS = {
  script: '/viewer.js',
  clips: '/viewer-clips.js',
  spatial: '/viewer-3d.js',
  words: '/viewer-words.js',
  values: '/viewer-values.js',
  study: '/viewer-study.js',
  icon: '/icon.svg',
} as const;

/**
 * Returns the Content-Security-Policy of the page; it allows nothing from other origins. Pages of `frameOrigins`, such as
 * `https://example.org`, can show the page in a frame; a text that is not an origin is ignored.
 */
export function createPagePolicy(frameOrigins: readonly string[] = []): string {
  const frames = ["'self'", ...frameOrigins.filter((origin) => /^https?:\/\/[^\s;,']+$/.test(origin))];
  return `default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self' ws: wss:; base-uri 'none'; form-action 'none'; frame-ancestors ${frames.join(' ')}`;
}

/** Content-Security-Policy for the page; it allows nothing from other origins. */
export const PAGE_POLICY: string = createPagePolicy();

function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

/** What a page has besides its configuration. */
export interface PageExtras {
  /** Address of the folder with the scripts, without `/` at its end; empty for the root of the server. */
  readonly root?: string;
  /** HTML of further elements of the head; empty for none. */
  readonly head?: string;
}

export function pageHtml(
  config: PageConfig,
  title = 'Match',
  { root = '', head = '' }: PageExtras = {},
): string {
  const json = JSON.stringify(config).replace(/</g, '\\u003c');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="${DESIGN.colors.panel[1]}" media="(prefers-color-scheme: dark)">
<meta name="theme-color" content="${DESIGN.colors.panel[0]}" media="(prefers-color-scheme: light)">
<title>${escapeHtml(title)}</title>
${head}<link rel="icon" href="${root}${PAGE_PATHS.icon}" type="image/svg+xml">
<style>html,body{height:100%;margin:0;background:${formatColor('ground')};color:${formatColor('text')};overflow:hidden}rcss-viewer{position:fixed;inset:0}html.overlay,html.overlay body{background:transparent}.compare{display:grid;height:100%;grid-template:auto auto minmax(0,1fr)/1fr 1fr}.compare h1{grid-column:1/-1;margin:0;padding:6px 12px 0;font:600 14px/1.4 system-ui,sans-serif}.compare h1 a{margin-left:1em;font-weight:400;color:inherit}.compare rcss-viewer{position:relative}.difference{grid-column:1/-1;min-height:24px;padding:4px 12px 6px;font:14px/1.4 system-ui,sans-serif}.difference button{font:inherit}@media (max-width:700px) and (orientation:portrait){.compare{grid-template:auto auto repeat(2,minmax(0,1fr))/minmax(0,1fr)}}</style>
<script type="application/json" id="config">${json}</script>
<script type="module" src="${root}${PAGE_PATHS.script}"></script>
</head>
<body>
<rcss-viewer whole-page></rcss-viewer>
<noscript>This page needs JavaScript to draw the match.</noscript>
</body>
</html>
`;
}
