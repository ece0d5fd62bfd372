import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readTeamOptions } from './team-options.js';

const folder = mkdtempSync(join(tmpdir(), 'team-options-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('options of a team', () => {
  it('come from a file in YAML or JSON, with groups', () => {
    const options = { defense: { line: -10 }, style: 'risky' };
    expect(readTeamOptions({ file: write('a.yaml', 'defense:\n  line: -10\nstyle: risky\n') })).toEqual(
      options,
    );
    expect(readTeamOptions({ file: write('a.json', JSON.stringify(options)) })).toEqual(options);
    expect(readTeamOptions({ file: write('empty.yaml', '# nothing\n') })).toEqual({});
  });

  it('of the file replace those of the environment, those of the command line both', () => {
    const environment = { RCSS_OPTIONS: '{"defense":{"line":-1,"players":3},"style":"safe"}' };
    const file = write('b.yaml', 'defense: { line: -2, width: 30 }\n');
    expect(
      readTeamOptions({ environment, file, set: ['defense.width=20', 'talks=false', 'style=a=b'] }),
    ).toEqual({
      defense: { line: -2, players: 3, width: 20 },
      talks: false,
      style: 'a=b',
    });
    expect(readTeamOptions({ environment: { RCSS_OPTIONS: undefined } })).toEqual({});
  });

  it('that cannot be read are an error with the place', () => {
    expect(() => readTeamOptions({ file: join(folder, 'absent.yaml') })).toThrow(
      /^options file .*absent\.yaml cannot be read: ENOENT/,
    );
    expect(() => readTeamOptions({ file: write('c.yaml', 'a: [1\nb: 2\n') })).toThrow(/c\.yaml: .* line 2/);
    expect(() => readTeamOptions({ file: write('d.yaml', '- a\n') })).toThrow(
      /d\.yaml: \["a"\] is not an object of names and values/,
    );
    expect(() => readTeamOptions({ environment: { RCSS_OPTIONS: '5' } })).toThrow(
      /^RCSS_OPTIONS: 5 is not an object/,
    );
    expect(() => readTeamOptions({ set: ['line'] })).toThrow(
      "option 'line' is not NAME=VALUE, such as defense.line=-10",
    );
  });
});
