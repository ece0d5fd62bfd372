/** Paths of the web server of a run. */
export const PATHS = {
  page: '/',
  /** Sections of the page that have changed, as JSON. */
  sections: '/sections.json',
  /** Server-sent events. */
  events: '/events',
  script: '/league.js',
  status: '/status.json',
  csv: '/results.csv',
  jsonLines: '/results.jsonl',
  /** Results as an Atom feed, the newest first. */
  feed: '/feed.atom',
  /** Public screen, which shows one thing after the other. */
  screen: '/screen',
  /** Slides of the public screen, as JSON. */
  slides: '/slides.json',
  screenScript: '/league-screen.js',
  /** Page on which teams submit; below it, the submissions of each team. */
  submit: '/submit',
  submitScript: '/league-submit.js',
  /** Scripts of the pages that play a match again. */
  verifyScript: '/league-verify.js',
  verifyEngine: '/league-verify-engine.js',
  health: '/healthz',
} as const;

/** Page with the game log of a match. */
export function matchPath(fixture: string): string {
  return `/matches/${encodeURIComponent(fixture)}`;
}

/** List of the files of a match. */
export function filesPath(fixture: string): string {
  return `${matchPath(fixture)}/files`;
}

/** Page that plays a match again. */
export function verifyPath(fixture: string): string {
  return `${matchPath(fixture)}/verify`;
}

/** A file of a match. */
export function filePath(fixture: string, name: string): string {
  return `${filesPath(fixture)}/${encodeURIComponent(name)}`;
}

/** Page with a running match. */
export function watchPath(fixture: string): string {
  return `/watch/${encodeURIComponent(fixture)}`;
}

/** WebSocket of a running match. */
export function framesPath(fixture: string): string {
  return `${watchPath(fixture)}/frames`;
}

/** Number of a page from 1, as the query of an address has it. */
export function readPage({ page }: { readonly page?: unknown }): number {
  const number = Number(page ?? 1);
  return Number.isInteger(number) && number > 0 ? number : 1;
}
