import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { createBatch } from './index.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** Bytes per step and agent, measured in a process of its own with a young generation that holds all of them. */
function allocatedBytes(scenario: string, observation: string): number {
  const flags = ['--expose-gc', '--min-semi-space-size=128', '--max-semi-space-size=128'];
  const source = ['--conditions=@rcss/source', '--import', 'tsx'];
  const script = ['packages/play/env/bench/allocation.ts', scenario, observation];
  const text = execFileSync(process.execPath, [...flags, ...source, ...script], {
    cwd: root,
    encoding: 'utf8',
  });
  return JSON.parse(text).bytes;
}

describe('memory', () => {
  it.each([
    ['11v11', 'egocentric'],
    ['11v11', 'global'],
  ])('%s with %s observations: a step allocates less than 500 bytes per agent', (scenario, observation) => {
    // Node 20 needs 190: the numbers of commands and motion. One number for each other player would be 340 more.
    expect(allocatedBytes(scenario, observation)).toBeLessThan(500);
  });

  it('a million steps with resets do not make the heap grow', () => {
    const matches = 50;
    const batch = createBatch({ scenario: '1v1', matches, seed: 3, action: { type: 'macro' } });
    batch.reset();
    const play = (steps: number) => {
      for (let n = 0; n < steps; n++) {
        for (let i = 0; i < batch.actions.length; i++)
          batch.actions[i] = (n * 7 + i * 3) % batch.choices.length;
        batch.step();
      }
    };
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    const heapUsed = () => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    play(2_000);
    const before = heapUsed();
    play(1_000_000 / matches);
    expect(heapUsed() - before).toBeLessThan(2 ** 20);
  });
});
