import type { Side } from '@rcss/core';
import { CommandLineError, createIntegerParser, describeVerb } from '@rcss/kit/command-line';
import { readRecords } from '@rcss/log-service/files';
import { type Io, writeOutput } from '@rcss/log-service/streams';
import { createAnalyzer, type MatchAnalysis } from '@rcss/stats';
import {
  createPlotPage,
  drawExpectedGoals,
  drawHeatMap,
  drawShots,
  drawStamina,
  plotExpectedGoals,
  plotFormation,
  plotHeatMap,
  plotMomentum,
  plotPassNetwork,
  plotShots,
  plotStamina,
} from '@rcss/stats/plots';
import { findObject } from '@rcss/stats/tables';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { createTextOutputOption, LOG_ARGUMENT } from './options.js';

/** Creates the plots of a name as SVG; passes and formations have one for each of the sides. */
const PLOT_CREATORS = {
  shots: (a) => [plotShots(a)],
  xg: (a) => [plotExpectedGoals(a)],
  momentum: (a) => [plotMomentum(a)],
  passes: (a, sides) => sides.map((side) => plotPassNetwork(a, side)),
  formation: (a, sides, { interval }) => sides.map((side) => plotFormation(a, side, interval)),
  'heat-map': (a, _, { object }) => [plotHeatMap(a, object)],
  stamina: (a) => [plotStamina(a)],
} satisfies Record<string, (a: MatchAnalysis, sides: readonly Side[], options: Options) => string[]>;
type PlotName = keyof typeof PLOT_CREATORS | 'all';
const PLOTS: readonly string[] = [...Object.keys(PLOT_CREATORS), 'all'];

interface Options {
  readonly plot: PlotName;
  readonly object: number;
  readonly side?: Side;
  readonly interval?: number;
  readonly format?: 'svg' | 'html' | 'text';
  readonly output: string;
}

function createPlots(plot: PlotName, a: MatchAnalysis, options: Options): string[] {
  const sides: readonly Side[] = options.side === undefined ? ['l', 'r'] : [options.side];
  const creators = plot === 'all' ? Object.values(PLOT_CREATORS) : [PLOT_CREATORS[plot]];
  return creators.flatMap((create) => create(a, sides, options));
}

function formatText(plot: PlotName, a: MatchAnalysis, object: number): string {
  if (plot === 'shots') return drawShots(a);
  if (plot === 'xg') return drawExpectedGoals(a);
  if (plot === 'heat-map') return drawHeatMap(a, object);
  if (plot === 'stamina') return drawStamina(a);
  throw new CommandLineError(
    `the plot ${plot} cannot be drawn as text. Allowed with --format text: shots, xg, heat-map, stamina`,
  );
}

function formatOf({ format, output }: Options): 'svg' | 'html' | 'text' {
  if (format !== undefined) return format;
  if (/\.html?(\.gz)?$/.test(output)) return 'html';
  return output === '-' ? 'text' : 'svg';
}

async function plotLog(io: Io, log: string, options: Options): Promise<void> {
  const { plot, object } = options;
  const format = formatOf(options);
  await writeOutput(io, options.output, [log], async (output) => {
    const analyzer = createAnalyzer();
    for await (const record of readRecords(io, log, { reuseFrames: true })) analyzer.addRecord(record);
    const analysis = analyzer.finish();
    if (format === 'text') {
      await output.write(formatText(plot, analysis, object));
      return;
    }
    const plots = createPlots(plot, analysis, options);
    if (format === 'html') await output.write(createPlotPage(plots, log));
    else if (plots.length === 1) await output.write(plots[0]!);
    else
      throw new CommandLineError(
        `${plot} has ${plots.length} plots, but an SVG file has one. Use ${plots.length === 2 ? '--side l, --side r or ' : ''}--format html`,
      );
  });
}

function parseObject(text: string): number {
  const object = findObject(text);
  if (object === undefined) throw new InvalidArgumentError('Allowed: ball, l1 to l11, r1 to r11.');
  return object;
}

/** Adds `plot`: draws shots, expected goals, momentum, passes, formations, positions and stamina. */
export function addPlot(program: Command, io: Io): void {
  const verb = program
    .command('plot')
    .description(
      'draw shots, expected goals, momentum, pass networks, formations, heat maps or stamina as SVG, as a page or in the terminal',
    )
    .argument('<log>', LOG_ARGUMENT)
    .addOption(new Option('-p, --plot <plot>', 'what to draw').choices(PLOTS).default('shots'))
    .addOption(
      new Option('--object <name>', 'object of the heat map: ball, l1 to r11')
        .argParser(parseObject)
        .default(0, 'ball'),
    )
    .addOption(
      new Option('--side <side>', 'team of passes and formation, left or right (default: both)').choices([
        'l',
        'r',
      ]),
    )
    .option(
      '--interval <cycles>',
      'length of the intervals of the formation (default: a sixth of the match, at most 1000)',
      createIntegerParser(1, 1_000_000),
    )
    .addOption(
      new Option(
        '-f, --format <format>',
        'format (default: by the name of the output: .svg, .html; text on the standard output)',
      ).choices(['svg', 'html', 'text']),
    )
    .addOption(createTextOutputOption())
    .action((log: string, options: Options) => plotLog(io, log, options));
  describeVerb(verb, [
    ['match.rcg', 'draws the shots in the terminal'],
    ['--plot all -o match.html match.rcg.gz', 'writes a page with all plots'],
    ['--plot formation --side l -o l.svg match.rcg', 'writes the mean positions of the left team over time'],
    ['--plot heat-map --object r9 -o r9.svg match.rcg', 'writes the positions of a player as SVG'],
  ]);
}
