import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBatch } from '@rcss/env';
import { resolveBin } from '@rcss/kit/match-runner';
import { openLogFile } from '@rcss/logs/node';
import { createTournament, type Fixture } from '@rcss/tournament/formats';
import { expect, test } from 'vitest';
import { resolveDocument } from '../src/documents/load-document.js';
import { createMatchJob } from '../src/jobs/match-job.js';
import { playJob } from '../src/matches/play-job.js';

const program = join(resolveBin('sampleclient', 'rcss-team.js'), '../../dist/main.js');
const isBuilt = existsSync(program);
if (!isBuilt) process.stderr.write(`skipped, not built: ${program}\n`);

/** Goes to the ball and kicks it, without looking at anything else. */
function createPolicy(): object {
  const options = { observation: { type: 'egocentric' }, action: { type: 'macro' } } as const;
  const { observationLayout, choices } = createBatch({ scenario: '3v3', ...options });
  const rank = ['shoot', 'go to ball'];
  const weights = choices.map(() => new Array<number>(observationLayout.length).fill(0));
  const bias = choices.map((choice) => (rank.includes(choice) ? 2 - rank.indexOf(choice) : 0));
  return { format: 'rcss-policy', version: 1, scenario: '3v3', ...options, layers: [{ weights, bias }] };
}

test.skipIf(!isBuilt)(
  'a policy of a league plays with its three players against three of a team',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rcss league é-'));
    try {
      writeFileSync(join(folder, 'learned.json'), JSON.stringify(createPolicy()));
      const loaded = resolveDocument(
        {
          version: 1,
          teams: [
            { name: 'Learned', start: 'policy:learned.json' },
            { name: 'Chasers', start: 'chaser', players: 3 },
          ],
          format: { type: 'series', matches: 1 },
          match: { clock: 'synchronous', parameters: { server: { half_time: 10 } }, stop: { cycles: 100 } },
          seeds: 3,
        },
        folder,
      );
      const [fixture] = createTournament(loaded.plan).ready(1) as [Fixture];
      const job = createMatchJob(loaded, fixture);
      const listener = { opened: () => {}, started: () => {}, progressed: () => {} };
      const outcome = await playJob({ job, folder, slot: 0, listener, signal: new AbortController().signal });
      expect(outcome).toMatchObject({
        players: { left: 3, right: 3 },
        end: '100 cycles were simulated',
        problems: [],
      });
      expect(outcome.forfeit).toBeUndefined();
      const log = await openLogFile(join(folder, `${fixture.id}-Learned-vs-Chasers.rcg.gz`));
      if (!log.ok) throw new Error(log.error.message);
      const { players } = log.value.frame(log.value.frameCount - 1);
      expect(players.slice(0, 3).some(({ kickCount }) => kickCount > 0)).toBe(true);
      expect(players[11]?.dashCount).toBeGreaterThan(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
