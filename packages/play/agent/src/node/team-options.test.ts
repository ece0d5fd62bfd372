import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readTeamArguments, readTeamOptions } from './team-options.js';

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
    expect(() => readTeamOptions({ file: write('c.yaml', 'a: [1\nb: 2\n') })).toThrow(
      /c\.yaml: line 2, column 1: Flow/,
    );
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

describe('the command line of a team', () => {
  it('has the order of start scripts; the coach port follows the player port', () => {
    expect(readTeamArguments([], 'Alpha')).toEqual({
      team: 'Alpha',
      host: '127.0.0.1',
      port: 6000,
      coachPort: 6002,
      options: {},
    });
    const args = ['10.0.0.7', '7000', '7100', 'Beta', '--set', 'line=-10', '--debug', 'beta.debug.jsonl'];
    expect(readTeamArguments(args, 'Alpha', { RCSS_OPTIONS: '{"line":-1,"style":"safe"}' })).toEqual({
      team: 'Beta',
      host: '10.0.0.7',
      port: 7000,
      coachPort: 7100,
      options: { line: -10, style: 'safe' },
      debug: 'beta.debug.jsonl',
    });
  });

  it.each([
    [['localhost', 'abc'], "PORT: 'abc' is not a whole number from 1 to 65535"],
    [['localhost', '6000', '70000'], "COACH_PORT: '70000' is not"],
    [['localhost', '6000', '6002', 'Beta', 'more'], "'more' is one argument too many"],
    [['--sets', 'a=1'], "Unknown option '--sets'; arguments: [HOST]"],
    [['--debug'], "Option '--debug <value>' argument missing; arguments: [HOST]"],
    [['--set', 'line'], "option 'line' is not NAME=VALUE"],
  ])('%j is refused in one line that says what is allowed', (args, text) => {
    expect(() => readTeamArguments(args, 'Alpha')).toThrow(text);
    expect(() => readTeamArguments(args, 'Alpha')).toThrow(/^[^\n]+$/);
  });
});
