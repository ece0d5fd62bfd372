import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MatchDocument } from '@rcss/core/match-document';
import { checkWithSchema, matchDocumentSchema } from '@rcss/match-document';
import { createServerParams } from '@rcss/params';
import { createSpecMatch, fork, hashSpec, readMatchSpec } from '@rcss/simulator';
import { readRecording } from '@rcss/simulator/recording';
import { describe, expect, it, vi } from 'vitest';
import { createFolder, startTestServer } from '../../test/harness.js';
import { createTestHost, STEPPED } from '../../test/rooms.js';
import { createConfiguration } from './configuration.js';

// A row more in the table; nothing else of the program is changed.
vi.mock('../../../../engine/params/src/game-params.js', async (original) => {
  const module = await original<{ GAME_PARAM_TABLE: readonly object[] }>();
  const rows = [
    ...module.GAME_PARAM_TABLE,
    {
      module: 'rcss',
      name: 'trial_rule',
      type: 'int',
      default: 50,
      game: true,
      range: [0, 100],
      doc: 'A rule.',
    },
  ];
  return { ...module, GAME_PARAM_TABLE: rows, GAME_PARAM_ROWS: rows };
});

const RULE = { trial_rule: 7 };

describe('a parameter that changes the game is one row', () => {
  it('its value is a parameter of the match, with its default, its bounds and its kind', () => {
    expect(createServerParams()).toMatchObject({ trial_rule: 50 });
    expect(createConfiguration({ rcss: RULE as object }).server).toMatchObject(RULE);
    expect(() => createConfiguration({ rcss: { trial_rule: 101 } as object })).toThrow(
      'rcss::trial_rule: 101 is out of range (0–100)',
    );
  });

  it('a server has it in the match, its forks, the recording, the game log and the result', async () => {
    const folder = createFolder();
    const [record, result_file] = [join(folder, 'match.rec'), join(folder, 'result.json')];
    const server = await startTestServer({
      rcss: { ...(RULE as object), record, result_file },
      server: { game_log_fixed: true },
    });
    await server.end();
    const reader = readRecording(readFileSync(record));
    if (!reader.ok) throw new Error(reader.error.message);
    const match = createSpecMatch(reader.value.header);
    expect(match.params.server).toMatchObject(RULE);
    expect(fork(match).params.server).toMatchObject(RULE);
    expect(server.read('rcssserver.rcg')).toContain('\n(msg 0 1 "(trial_rule 7)")\n');
    expect(JSON.parse(readFileSync(result_file, 'utf8'))).toMatchObject({ rules: { server: RULE } });
  });

  it('a document may set it, and a room and its next server play by it', async () => {
    const folder = createFolder();
    const document: MatchDocument = {
      ...STEPPED,
      teams: { left: { name: 'Foxes', remote: true } },
      parameters: { rcss: RULE },
      recording: { recording: true },
    };
    expect(checkWithSchema(matchDocumentSchema, document)).toMatchObject({ ok: true });
    const host = createTestHost({ folder, storesRooms: true });
    const ruleOf = ({ rooms }: typeof host) => rooms.get('a')!.server.match.params.server;
    await host.create({ id: 'a', document });
    await host.step('a', 3);
    expect(ruleOf(host)).toMatchObject(RULE);
    await host.close();
    const next = createTestHost({ folder, storesRooms: true });
    await next.resume('a');
    expect(ruleOf(next)).toMatchObject(RULE);
    await next.close();
  });

  it('it is part of the spec as JSON and of its hash; without it the hash is the one of before', () => {
    const { server, player } = createConfiguration({ rcss: RULE as object });
    const spec = { seed: 1, clock: 'synchronous' as const, rules: { server, player } };
    const read = readMatchSpec(JSON.parse(JSON.stringify(spec)));
    expect(read).toMatchObject({ ok: true, value: { rules: { server: RULE } } });
    const usual = { ...spec, rules: { player, server: { ...server, trial_rule: 50 } } };
    const { trial_rule: _, ...known } = usual.rules.server;
    const former = readMatchSpec({ ...spec, rules: { player, server: known } });
    expect(hashSpec(spec)).not.toBe(hashSpec(usual));
    expect(former.ok && hashSpec(former.value)).toBe(hashSpec(usual));
  });
});
