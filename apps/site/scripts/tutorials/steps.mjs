/** The steps of a tutorial: files to write, and commands to run. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandFailure, run } from '../../../../scripts/registry-check/process.mjs';

const TIMEOUT_MS = 300_000;

/** Languages of blocks that are not commands. */
const isText = (language) => language === '' || language === 'text';

/**
 * Does the steps in their order, in one folder.
 *
 * A block after `<!-- file: NAME -->` is a file. In a `console` block, lines that start with `$ ` are commands, and what follows each is
 * its output; `…` stands for any text of a line, and a line `…` for any lines. A `sh` block is commands without output. A block after
 * `<!-- not run: REASON -->` is left out, and blocks of text are.
 *
 * @param {readonly object[]} blocks as `codeBlocks` returns them
 * @param {{ cwd: string, env: Record<string, string> }} project
 * @returns {Promise<number>} number of blocks that were files or commands
 * @throws {CommandFailure} if a command fails or prints something else, or if a block is neither a file nor commands
 */
export async function runTutorial(blocks, project) {
  let count = 0;
  for (const block of blocks) {
    if (block.skip !== undefined || (block.file === undefined && isText(block.language))) continue;
    count += 1;
    try {
      await runStep(block, project);
    } catch (error) {
      if (error instanceof CommandFailure) error.message = `line ${block.line}: ${error.message}`;
      throw error;
    }
  }
  return count;
}

async function runStep({ file, language, code }, project) {
  const options = { ...project, timeoutMs: TIMEOUT_MS };
  if (file !== undefined) {
    writeFileSync(join(project.cwd, file), code);
    if (code.startsWith('#!')) chmodSync(join(project.cwd, file), 0o755);
  } else if (language === 'sh') {
    await run('bash', ['-euo', 'pipefail', '-c', code], options);
  } else if (language === 'console') {
    for (const [command, expected] of readCommands(code)) {
      const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', command], options);
      if (!matchesOutput(stdout, expected))
        throw new CommandFailure(`${command}\nprinted:\n${stdout}\nexpected:\n${expected}`);
    }
  } else {
    throw new CommandFailure(
      `a block of language ${language} is neither a file (<!-- file: NAME -->) nor commands (sh, console)`,
    );
  }
}

/** Commands of a `console` block with the output after each. */
export function readCommands(code) {
  return code
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n');
      return [part.slice(0, end), part.slice(end + 1)];
    });
}

const escapeText = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whether an output is the expected one, in which `…` stands for any text of a line, and a line `…` for any lines. */
export function matchesOutput(output, expected) {
  const lines = expected.trimEnd().split('\n');
  const pattern = lines
    .map((line) =>
      line.trim() === '…' ? '(?:.*\\n)*?' : `${line.trimEnd().split('…').map(escapeText).join('.*')} *\\n`,
    )
    .join('');
  return new RegExp(`^${pattern}$`).test(`${output.trimEnd()}\n`);
}
