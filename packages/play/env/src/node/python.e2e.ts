import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const python = process.env['RCSS_PYTHON'] ?? 'python3';
const folder = join(import.meta.dirname, '../../python');

/** Why the Python package cannot be tested here, or undefined. */
function missing(): string | undefined {
  const { error, status } = spawnSync(python, ['-c', 'import gymnasium, numpy, pettingzoo, pytest'], {
    timeout: 60_000,
  });
  if (error !== undefined) return `${python} cannot be started`;
  return status === 0 ? undefined : `${python} has not all of gymnasium, numpy, pettingzoo and pytest`;
}

it('the Python package passes the tests of its interfaces, where Python is installed', (context) => {
  const reason = missing();
  if (reason !== undefined) {
    console.info(
      `The tests of the Python package are skipped: ${reason}. .ci/python.sh runs them in an environment of its own.`,
    );
    context.skip(reason);
  }
  const work = mkdtempSync(join(tmpdir(), 'rcss-python-'));
  try {
    const engine = join(work, 'engine.mjs');
    expect(spawnSync('bash', [join(folder, 'build.sh'), engine], { encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    });
    const tests = join(folder, 'tests/test_env.py');
    const { status, stdout, stderr } = spawnSync(
      python,
      [
        '-m',
        'pytest',
        '-q',
        '-x',
        '-p',
        'no:cacheprovider',
        tests,
        '-k',
        'parallel_api or gymnasium_checker or several_workers or non_finite',
      ],
      {
        encoding: 'utf8',
        env: { ...process.env, PYTHONPATH: join(folder, 'src'), RCSS_ENGINE: engine },
      },
    );
    expect([status, status === 0 ? '' : stdout + stderr]).toEqual([0, '']);
  } finally {
    rmSync(work, { recursive: true });
  }
}, 240_000);
