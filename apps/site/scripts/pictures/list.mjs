/** The pictures of the documentation by the names of their files in `docs/images/`, each with the function that makes it. */

/** Loads the module of a picture when it is made: the names alone need no browser. */
const made =
  (file, name, ...args) =>
  async (tools) =>
    (await import(file))[name](tools, ...args);

/** @type {Record<string, (tools: object) => Promise<Buffer>>} */
export const PICTURES = {
  'goal.gif': made('./viewer.mjs', 'saveGoal'),
  'viewer.png': made('./viewer.mjs', 'takeMatch'),
  'viewer-screen.png': made('./viewer.mjs', 'takeScreen'),
  'viewer-statistics.png': made('./viewer.mjs', 'takeStatistics'),
  'league-report.png': made('./programs.mjs', 'takeLeagueReport'),
  'playground.png': made('./programs.mjs', 'takePlayground'),
  'heat-map.svg': made('./programs.mjs', 'drawPlot', 'heat-map'),
  'events-passes.svg': made('./events.mjs', 'drawEvents', 'events-passes'),
  'events-balls-won.svg': made('./events.mjs', 'drawEvents', 'events-balls-won'),
  'events-shots.svg': made('./events.mjs', 'drawEvents', 'events-shots'),
  'events-tackles.svg': made('./events.mjs', 'drawEvents', 'events-tackles'),
  'formation.svg': made('./programs.mjs', 'drawPlot', 'formation', '--side', 'l'),
  'figure-goal.png': made('./figures.mjs', 'takeMatchFigure', 'goal'),
  'figure-offside.png': made('./figures.mjs', 'takeMatchFigure', 'offside'),
  'figure-kick-noise.svg': made('./figures.mjs', 'drawFigure', 'kick-noise'),
  'figure-stamina.svg': made('./figures.mjs', 'drawFigure', 'stamina'),
  'figure-vision.svg': made('./figures.mjs', 'drawFigure', 'vision'),
  // Game logs of the figures that show a part of a match.
  'figure-goal.rcg.gz': made('./figures.mjs', 'writeMatchFigure', 'goal'),
  'figure-offside.rcg.gz': made('./figures.mjs', 'writeMatchFigure', 'offside'),
};
