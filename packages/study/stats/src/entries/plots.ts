/** Plots of a match, as SVG, as text and as a page. */
export { drawExpectedGoals, plotExpectedGoals } from '../plots/expected-goals-plots.js';
export { plotFormation } from '../plots/formation-plots.js';
export {
  plotHeatMap,
  plotMomentum,
  plotPassNetwork,
  plotShots,
  plotStamina,
} from '../plots/match-plots.js';
export { createPlotPage } from '../plots/plot-page.js';
export { drawHeatMap, drawShots, drawStamina } from '../plots/terminal-plots.js';
export { type ErrorSeries, plotPredictionErrors, plotScene } from '../plots/trajectory-plots.js';
