import { SIDES, sideName } from '@rcss/core';
import type { MatchAnalysis } from '@rcss/stats';
import { plotHeatMap, plotMomentum, plotPassNetwork, plotShots, plotStamina } from '@rcss/stats/plots';

/** A chart that can be saved. */
export interface ChartFile {
  readonly title: string;
  /** Part of the name of the file. */
  readonly name: string;
  /** Returns the text of an SVG document. */
  draw(a: MatchAnalysis): string;
}

/** Returns the charts of a match; `selected` is the index of a player, 0 to 21, or -1. They are those of `rcss log plot`. */
export function listChartFiles(names: MatchAnalysis['names'], selected: number): readonly ChartFile[] {
  const player = selected < 0 ? 'ball' : `${selected < 11 ? 'left' : 'right'} ${(selected % 11) + 1}`;
  return [
    { title: 'Momentum', name: 'momentum', draw: plotMomentum },
    { title: 'Shots', name: 'shots', draw: plotShots },
    {
      title: `Heat map of ${selected < 0 ? 'the ' : ''}${player}`,
      name: `heat-${player.replace(' ', '-')}`,
      draw: (a) => plotHeatMap(a, selected + 1),
    },
    ...SIDES.map((side) => ({
      title: `Passes of ${names[side] || sideName(side)}`,
      name: `passes-${sideName(side)}`,
      draw: (a: MatchAnalysis) => plotPassNetwork(a, side),
    })),
    { title: 'Stamina', name: 'stamina', draw: plotStamina },
  ];
}
