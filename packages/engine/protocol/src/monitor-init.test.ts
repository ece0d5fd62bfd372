import { MONITOR_VERSIONS, monitorFeatures } from '@rcss/core/versions';
import { describe, expect, it } from 'vitest';
import { decodeMonitorInit, encodeMonitorInit } from './monitor-init.js';

function outcome(text: string): string {
  const result = decodeMonitorInit(text);
  if (result === null) return 'no monitor';
  if (!result.ok) return `error ${result.error.code} ${result.error.versionText}`;
  return `version ${result.value.version}${result.value.json ? ' json' : ''} shown ${result.value.versionText}`;
}

describe('registration of monitors (spec 10 §2.1, §2.2, §14, checklist 1)', () => {
  it.each([
    ['(dispinit)', 'version 1 shown 1'],
    ['(dispinit)garbage', 'version 1 shown 1'],
    ['(dispinit version 5)', 'version 5 shown 5'],
    ['(dispinit version 5.9)', 'version 5 shown 5.9'],
    ['(dispinit version 4', 'version 4 shown 4'],
    ['(dispinit  version4)', 'version 4 shown 4'],
    ['( dispinit version 4 )', 'version 4 shown 4'],
    ['(dispinit version 0x5)', 'version 5 shown 5'],
    ['(dispinit version 1e0)', 'version 1 shown 1'],
    ['(dispinit version -1)', 'version -1 json shown -1'],
    ['(dispinit version -1.5)', 'version -1 json shown -1.5'],
    ['(dispinit version 0)', 'error illegal_client_version 0'],
    ['(dispinit version 0.99)', 'error illegal_client_version 0.99'],
    ['(dispinit version -0.9)', 'error illegal_client_version -0.9'],
    ['(dispinit version -2)', 'error illegal_client_version -2'],
    ['(dispinit version 6)', 'error illegal_client_version 6'],
    ['(dispinit version 99)', 'error illegal_client_version 99'],
    ['(dispinit version inf)', 'error illegal_client_version inf'],
    ['(dispinit version nan)', 'error illegal_client_version -nan'],
    // The decoder of player requests handles these: unknown_command.
    ['(dispinit version x)', 'no monitor'],
    ['(dispinit', 'no monitor'],
    ['dispinit', 'no monitor'],
    ['(dispinitx)', 'no monitor'],
    ['(init T (version 5))', 'no monitor'],
    ['', 'no monitor'],
  ])('%s', (text, expected) => {
    expect(outcome(text)).toBe(expected);
  });

  it('decodes the encoded request of every version (spec 10 §2.1)', () => {
    for (const version of MONITOR_VERSIONS)
      expect(decodeMonitorInit(encodeMonitorInit(version))).toMatchObject({ ok: true, value: { version } });
  });

  it('version 1 gets no parameters and no warning, and may continue to use the port of the players (spec 10 §2.4, §3.1, §10.1)', () => {
    const flags = MONITOR_VERSIONS.map((version) => {
      const f = monitorFeatures(version)!;
      return [f.sendsParams, f.nulWarning, f.initPortClosed].filter(Boolean).length;
    });
    expect(flags).toEqual([3, 0, 3, 3, 3, 3]);
  });
});
