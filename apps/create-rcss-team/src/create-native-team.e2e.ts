import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createNativeTeam } from './create-native-team.js';

let work: string;
beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), 'create-native-'));
});
afterEach(() => rmSync(work, { recursive: true }));

test.skipIf(!existsSync('/usr/bin/make'))(
  'make decide takes a recording of make match or make compare',
  () => {
    mkdirSync(join(work, 'reds'));
    writeFileSync(join(work, 'reds', 'start.sh'), '#!/bin/sh\n');
    const { folder } = createNativeTeam({ program: join(work, 'reds') });
    const make = (...args: readonly string[]): string =>
      spawnSync('/usr/bin/make', ['-s', 'RCSS=echo', 'decide', ...args], { cwd: folder }).stdout.toString();
    const write = (...parts: readonly string[]): void => {
      mkdirSync(join(folder, ...parts.slice(0, -1)), { recursive: true });
      writeFileSync(join(folder, ...parts), '');
    };
    expect(make()).toBe('no recorded match; run make match, or give MATCH=FILE\n');
    expect(make('MATCH=a.rec.gz', 'SIDE=right')).toBe('decide a.rec.gz right --start team.yaml\n');
    write('compare-results', 'matches', 'paired-1-1', 'paired-1-1-reds-vs-Base.rec.gz');
    write('compare-results', 'matches', 'paired-1-2', 'paired-1-2-Base-vs-reds.rec.gz');
    expect(make()).toMatch(/^decide \S+reds-vs-Base\.rec\.gz left /);
    write('matches', '20261130-reds_0-vs-Base_0.rec.gz');
    expect(make()).toMatch(/^decide matches\/20261130\S+ left /);
  },
);
