/**
 * The command lines of the READMEs. A code block of language `sh` or `console` is run in a folder of its own, with the
 * bins of all packages on the PATH and a game log `match.rcg` (and `final.rcg`, the same). A comment on the line before
 * the block changes this:
 *
 *     <!-- run: files="packages/wire/logs/testdata" -->   copies the files of this folder of the repository there first
 *     <!-- run: until="http://" -->     each line by itself, until it prints this text; then SIGINT has to end it with
 *                                       exit code 0 or 130
 *     <!-- run: until="x" exit="1" -->  likewise; exit code 1 after SIGINT is also right
 *     <!-- run: seconds="3" -->         each line by itself, for this time; then likewise
 *     <!-- run: server -->              while a server runs on the standard ports; `server="NAME=VALUE"` gives its options
 *     <!-- not run: REASON -->          not at all
 *     <!-- file: NAME -->               tutorials: the block is a file of this name (`apps/site/scripts/tutorials.mjs`)
 *
 * In a `console` block, lines that start with `$ ` are commands, and what follows each is its exact output.
 */
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { CommandFailure, run, startUntil } from './process.mjs';

const SERVER_READY = 'Hit CTRL-C';

const COMMENT = /^<!-- (run|not run): (.*?) -->\n+$/;

/** Code blocks of a Markdown text with the comment before each. */
export function codeBlocks(text) {
  return [...text.matchAll(/((?:^<!-- [^\n]* -->\n+)?)^```([^\n]*)\n([\s\S]*?)^```/gm)].map((match) => {
    const comment = COMMENT.exec(match[1]);
    return {
      line: text.slice(0, match.index + match[1].length).split('\n').length,
      language: match[2].trim(),
      file: /^<!-- file: (\S+) -->/.exec(match[1])?.[1],
      code: match[3],
      skip: comment?.[1] === 'not run' ? comment[2] : undefined,
      options: comment?.[1] === 'run' ? parseOptions(comment[2]) : {},
    };
  });
}

function parseOptions(text) {
  const options = {};
  for (const [, name, value] of text.matchAll(/(\w+)(?:="([^"]*)")?/g)) options[name] = value ?? '';
  return options;
}

/** READMEs of the repository and of its published packages, with the blocks that contain command lines. */
export function readReadmes(root, packages) {
  return ['.', ...packages.map(({ place }) => place)]
    .map((place) => ({ place, file: join(root, place, 'README.md') }))
    .filter(({ file }) => existsSync(file))
    .map(({ place, file }) => ({ place, blocks: codeBlocks(readFileSync(file, 'utf8')) }));
}

/** Imports of published packages in the examples: each has to exist, with types. */
export function readmeImports(readmes) {
  const code = readmes
    .flatMap(({ blocks }) => blocks.filter(({ language }) => /^(ts|js)$/.test(language)))
    .map((block) => block.code)
    .join('\n');
  return [...code.matchAll(/^import \{([^}]+)\} from '(@rcss\/[^']+)'/gm)].map(([, names, specifier]) => ({
    names: names.trim().replaceAll(/\s+/g, ' '),
    specifier,
  }));
}

async function runConsole(block, options) {
  for (const part of block.code.split(/^\$ /m).slice(1)) {
    const [command, ...lines] = part.split('\n');
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', command], options);
    const expected = lines.join('\n');
    if (stdout.trimEnd() !== expected.trimEnd())
      throw new CommandFailure(`${command}\nprinted:\n${stdout}\nexpected:\n${expected}`);
  }
}

async function runBlock(block, options) {
  if (block.language === 'console') return runConsole(block, options);
  const { until, seconds, exit } = block.options;
  if (until === undefined && seconds === undefined) {
    await run('bash', ['-euo', 'pipefail', '-c', block.code], { ...options, timeoutMs: 180_000 });
    return;
  }
  for (const line of block.code.split('\n').filter((text) => text.trim() !== '')) {
    // Without `exec` the signal would end the shell and not the program.
    const started = await startUntil('bash', ['-c', `exec ${line}`], until ?? Number(seconds), options);
    await started.stop([0, 130, ...(exit === undefined ? [] : [Number(exit)])]);
  }
}

/**
 * Runs the command lines of all READMEs with the bins of a project in which all packages are installed.
 *
 * @param gameLog path of a game log, `match.rcg` in the folder of every block
 * @returns number of blocks that were run and the reasons for those that were not
 */
export async function runReadmes(root, work, project, readmes, gameLog) {
  const bins = join(project.folder, 'node_modules/.bin');
  const home = join(work, 'home');
  mkdirSync(home, { recursive: true });
  const env = { ...project.env, HOME: home, PATH: `${bins}${delimiter}${process.env.PATH}` };
  const problems = [];
  const skipped = [];
  let count = 0;
  for (const { place, blocks } of readmes) {
    for (const block of blocks.filter(({ language }) => /^(sh|console)$/.test(language))) {
      const name = `${join(place, 'README.md')}:${block.line}`;
      if (block.skip !== undefined) {
        skipped.push(`${name}: ${block.skip}`);
        continue;
      }
      const cwd = join(work, 'readmes', String(count++));
      mkdirSync(cwd, { recursive: true });
      for (const log of ['match.rcg', 'final.rcg']) copyFileSync(gameLog, join(cwd, log));
      const { files, server } = block.options;
      for (const file of files === undefined ? [] : readdirSync(join(root, files)))
        cpSync(join(root, files, file), join(cwd, file), { recursive: true });
      let running;
      try {
        if (server !== undefined)
          running = await startUntil('bash', ['-c', `exec rcss-server ${server}`], SERVER_READY, {
            cwd,
            env,
          });
        await runBlock(block, { cwd, env });
      } catch (error) {
        problems.push(`${name}: ${error.message}`);
      } finally {
        await running?.stop().catch((error) => problems.push(`${name}: ${error.message}`));
      }
    }
  }
  if (problems.length > 0) throw new CommandFailure(problems.join('\n\n'));
  return { count, skipped };
}
