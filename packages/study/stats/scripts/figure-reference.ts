/** Formats docs/reference/figures.md. */
import { toColumnName } from '../src/figure-lines.js';
import {
  ACTION_FIGURES,
  AERIAL_FIGURES,
  type FigureRow,
  MOMENT_FIGURES,
  PLAYER_FIGURES,
  SET_PLAY_FIGURES,
} from '../src/figure-rows.js';

const HEAD = `# Figures

<!-- Written from packages/study/stats/src/figure-rows.ts by \`npm run generate\`; edit that. -->

The numbers of \`rcss-log stats\`, \`rcss-log compare\`, the exported tables \`teams\` and \`players\`, the viewer and \`@rcss/stats\`. [Statistics](../use/analyst/statistics.md) defines the events that
they count. *name* is that of \`summarize\` and of JSON, *column* that of exports. *points* are those of the
[player of the match](../use/analyst/statistics.md#best-scenes-and-player-of-the-match) for each event. *moments*: \`listMoments\` and the viewer list the events that the number counts.
`;

const PARTS: readonly (readonly [
  title: string,
  rows: Readonly<Record<string, FigureRow>>,
  hasColumn?: true,
])[] = [
  ['Teams and players', ACTION_FIGURES, true],
  ['Players alone', PLAYER_FIGURES, true],
  ['Set plays of teams, in `setPlays` of a summary', SET_PLAY_FIGURES, true],
  ['Moments alone', MOMENT_FIGURES],
  ['Teams in matches with heights, in `aerial` of a summary', AERIAL_FIGURES],
];

/** Returns the page of the figures. */
export function formatFigureReference(): string {
  const parts = PARTS.map(([title, rows, hasColumn]) => {
    const lines = Object.entries(rows).map(([name, { title: short, doc = short, unit, points, rules }]) =>
      [
        '',
        `\`${name}\``,
        hasColumn ? `\`${toColumnName(name)}\`` : '',
        doc,
        unit ?? 'count',
        points ?? '',
        rules ? 'yes' : '',
        '',
      ]
        .join(' | ')
        .trim(),
    );
    return `\n## ${title}\n\n| name | column | what it is | unit | points | moments |\n| --- | --- | --- | --- | --- | --- |\n${lines.join('\n')}\n`;
  });
  return HEAD + parts.join('');
}
