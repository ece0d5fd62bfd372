/** Plots of a match, as SVG and as text. */
export { drawExpectedGoals, plotExpectedGoals } from '../plots/expected-goals-plots.js';
export { plotFormation } from '../plots/formation-plots.js';
export { plotHeatMap, plotPassNetwork, plotShots, plotStamina } from '../plots/match-plots.js';
export { drawHeatMap, drawShots, drawStamina } from '../plots/terminal-plots.js';
