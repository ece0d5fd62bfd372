import { sideName } from '@rcss/core';
import { summarize } from '@rcss/stats';
import { createHeatMap, createMomentum, createStaminaCurve } from '@rcss/stats/charts';
import type { StatisticsRun } from '../analysis/statistics-run.js';
import type { Chart } from '../clips/clip-job.js';
import { ensureContrast } from '../kits.js';
import { drawMomentum } from '../panels/momentum-strip.js';
import type { Viewer } from '../view/viewer.js';
import {
  computePitchHeight,
  drawCurves,
  drawPassNetwork,
  HEAT_GRID,
  paintHeatMap,
  paintShots,
} from './statistics-canvas.js';

/** Width of the charts, CSS pixels. */
const WIDTH = 800;
const GROUND = '#ffffff';
const TEXT = '#121a16';
/** Cycles between two points of a stamina curve. */
const STAMINA_STEP = 50;

/** A chart that can be saved. */
export interface ChartFile {
  readonly title: string;
  /** Part of the name of the file. */
  readonly name: string;
  readonly width: number;
  readonly height: number;
  draw(chart: Chart): void;
}

/** Returns the charts of the whole match as far as it is analyzed, on a white background. */
export function listChartFiles(viewer: Viewer, run: StatisticsRun): readonly ChartFile[] {
  const { kits, selected, source } = viewer;
  const analysis = run.getResult();
  const stats = summarize(analysis);
  const size = { width: WIDTH, height: computePitchHeight(WIDTH) };
  const colors = {
    ground: GROUND,
    left: ensureContrast(kits.left.shirt, GROUND),
    right: ensureContrast(kits.right.shirt, GROUND),
  };
  const player = selected < 0 ? '' : ` of ${selected < 11 ? 'left' : 'right'} ${(selected % 11) + 1}`;
  const teams = (['l', 'r'] as const).flatMap((side): readonly ChartFile[] => {
    const name = sideName(side);
    const team = stats.teams[side].name || name;
    return [
      {
        title: `Passes of ${team}`,
        name: `passes-${name}`,
        ...size,
        draw: (chart) => drawPassNetwork(chart, stats, side, kits[name]),
      },
      {
        title: `Stamina of ${team}`,
        name: `stamina-${name}`,
        width: WIDTH,
        height: 300,
        draw: (chart) =>
          drawCurves(chart, {
            curves: Array.from({ length: 11 }, (_, i) =>
              createStaminaCurve(analysis, (side === 'l' ? 0 : 11) + i, STAMINA_STEP),
            ),
            top: Number(source?.serverParams['stamina_max']) || 8000,
            marked: selected - (side === 'l' ? 0 : 11),
            color: colors[name],
            textColor: TEXT,
            time: analysis.columns.time[analysis.columns.length - 1] ?? 0,
          }),
      },
    ];
  });
  return [
    {
      title: 'Momentum',
      name: 'momentum',
      width: WIDTH,
      height: 120,
      draw: (chart) => {
        const toX = (show: number): number => (show / Math.max(1, analysis.columns.length - 1)) * chart.width;
        drawMomentum(chart, createMomentum(analysis), toX, colors);
      },
    },
    {
      title: 'Shots',
      name: 'shots',
      ...size,
      draw: (chart) =>
        paintShots(
          chart,
          analysis.events.filter(({ type }) => type === 'shot'),
          kits,
        ),
    },
    {
      title: `Heat map${player || ' of the ball'}`,
      name: `heat${player.replaceAll(' ', '-') || '-ball'}`,
      ...size,
      draw: (chart) => paintHeatMap(chart, createHeatMap(analysis, selected + 1, HEAT_GRID)),
    },
    ...teams,
  ];
}
