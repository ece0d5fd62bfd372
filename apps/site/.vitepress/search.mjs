/**
 * How the search of the site finds pages. The functions run in the page: they use nothing outside of themselves. A query of several words
 * finds pages with any of them; those with all of them come first.
 */

/** Words of a text: also whole names such as `no_more_team`. */
export function splitWords(text) {
  return [...text.split(/[\n\r\p{Z}\p{P}]+/u), ...(text.match(/\w+(?:_\w+)+/g) ?? [])];
}

/** Returns the words for which a word of a query stands; none for a word that says nothing. */
export function findTerms(word) {
  const term = word.toLowerCase();
  const silent =
    'a an and are be can do does for from how i in is it its me my of on or the this to use using what when where which with you your'.split(
      ' ',
    );
  if (silent.includes(term)) return null;
  const synonyms = {
    binary: ['package', 'npx'],
    broken: ['damaged', 'repair'],
    bracket: ['knockout', 'tournament'],
    chart: ['plot'],
    compile: ['build'],
    docker: ['image', 'container'],
    download: ['install', 'npx'],
    error: ['errors'],
    fight: ['match'],
    film: ['clip', 'video'],
    game: ['match'],
    helios: ['opponents', 'teams'],
    install: ['npx', 'npm', 'start'],
    installation: ['npx', 'npm', 'start'],
    launch: ['start'],
    librcsc: ['agents', 'manuals', 'writing'],
    linux: ['npm'],
    mac: ['npm'],
    macos: ['npm'],
    mp4: ['clip', 'video'],
    movie: ['clip', 'video'],
    rcssmonitor: ['watching', 'viewer'],
    rcssserver: ['manuals'],
    record: ['save', 'recording'],
    recording: ['record'],
    reinforcement: ['learning', 'environment'],
    rl: ['learning', 'environment'],
    gym: ['environment', 'gymnasium'],
    pytorch: ['learning', 'python'],
    random: ['seed'],
    replay: ['repeat', 'watching'],
    replays: ['repeat', 'watching'],
    run: ['start', 'play'],
    seed: ['repeat'],
    setup: ['start'],
    stats: ['statistics'],
    teach: ['playground', 'lesson'],
    tournament: ['league'],
    video: ['clip', 'save'],
    visualize: ['watching', 'viewer'],
    watch: ['watching'],
    windows: ['npm', 'install', 'start'],
  };
  return Object.hasOwn(synonyms, term) ? [term, ...synonyms[term]] : term;
}

/** Guides come before the specification, and pages about the project after everything else. */
export function rankPage(id) {
  if (/\/(inside|contributing|packages\/changes)\b/.test(id)) return 0.25;
  if (/\/reference\/(exports|sizes|rules)\b|\/specification\/index-of-/.test(id)) return 0.25;
  if (/\/(specification|api|packages|reference\/errors)\b/.test(id)) return 0.5;
  if (/\/(start|learn)\b/.test(id)) return 1.6;
  return /\/use\b/.test(id) ? 1.3 : 1;
}

/** Options of VitePress for its local search. */
export const SEARCH = {
  options: { tokenize: splitWords },
  searchOptions: {
    combineWith: 'OR',
    processTerm: findTerms,
    boostDocument: rankPage,
    boost: { title: 6, titles: 3, text: 1 },
    fuzzy: 0.1,
    prefix: true,
  },
};
