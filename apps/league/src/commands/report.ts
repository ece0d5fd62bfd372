import { describeVerb, escapeText } from '@rcss/kit/command-line';
import { toRelativePath } from '@rcss/kit/match-runner';
import {
  formatReportCsv,
  formatReportHtml,
  formatReportJsonLines,
  formatReportMarkdown,
  linkLogs,
  loadDocument,
  readReport,
  writeReports,
} from '@rcss/league-runner/program';
import { type Command, Option } from 'commander';
import { chooseFolder, createFolderOption } from './run.js';

interface Options {
  readonly folder?: string;
  readonly type?: 'html' | 'markdown' | 'csv' | 'json';
}

/** Adds `report`: prints or writes the report of a run. */
export function addReport(program: Command): void {
  const verb = program
    .command('report')
    .description('write the report of a run, also while it goes on')
    .argument('<document>', 'series or tournament in YAML or JSON')
    .addOption(createFolderOption())
    .addOption(
      new Option('-t, --type <type>', 'print this format instead of writing files').choices([
        'html',
        'markdown',
        'csv',
        'json',
      ]),
    )
    .action((document: string, { folder: given, type }: Options) => {
      const loaded = loadDocument(document);
      const folder = chooseFolder(document, given);
      if (type === undefined) {
        const paths = writeReports(folder, loaded).map(toRelativePath);
        process.stdout.write(escapeText(`${paths.join('\n')}\n`));
        return;
      }
      const { report, results } = readReport(folder, loaded);
      const texts = {
        html: () => formatReportHtml(report, results, { logLink: (line) => linkLogs(folder, line) }),
        markdown: () => formatReportMarkdown(report),
        csv: () => formatReportCsv(results),
        json: () => formatReportJsonLines(results),
      };
      process.stdout.write(texts[type]());
    });
  describeVerb(verb, [
    ['compare.yaml', 'writes report.html, report.md and results.csv'],
    ['compare.yaml --type csv', 'prints all matches as CSV'],
  ]);
}
