import { describe, expect, test } from 'vitest';
import { type ContainerPlan, createGateArguments, createTeamArguments } from './container-command.js';

const PLAN: ContainerPlan = {
  engine: 'docker',
  names: { gate: 'rcss-gate-1', team: 'rcss-team-1' },
  gateImage: 'rcss',
  image: 'registry/foxes:3',
  socketPath: '/tmp/gate/socket',
  ports: [6000, 6002],
  diskMb: 64,
  threads: 300,
  memoryMb: 1500,
  cpus: 1.5,
};

/** Values of an option that can come several times. */
const valuesOf = (args: readonly string[], option: string): string[] =>
  args.filter((_, i) => args[i - 1] === option);

const createTeam = (plan = PLAN): string[] => createTeamArguments(plan, './start.sh 6000', { RISK: '0 4' });

describe('the containers of a team', () => {
  test('have no rights, and a read-only file system', () => {
    for (const args of [createGateArguments(PLAN), createTeam()]) {
      expect(args.slice(0, 2)).toContain('run');
      expect(args).toContain('--read-only');
      expect(valuesOf(args, '--cap-drop')).toEqual(['ALL']);
      expect(valuesOf(args, '--security-opt')).toEqual(['no-new-privileges']);
      expect(valuesOf(args, '--user')[0]).toMatch(/^6553\d:6553\d$/);
    }
    expect(valuesOf(createGateArguments(PLAN), '--user')).not.toEqual(valuesOf(createTeam(), '--user'));
  });

  test('with Podman have no further folders that can be written', () => {
    const plan = { ...PLAN, engine: 'podman' } as const;
    for (const args of [createGateArguments(plan), createTeam(plan)])
      expect(args).toContain('--read-only-tmpfs=false');
    expect(createTeam()).not.toContain('--read-only-tmpfs=false');
  });

  test('have no network but the ports of the gate, in whose process namespace the team is', () => {
    expect(valuesOf(createGateArguments(PLAN), '--network')).toEqual(['none']);
    expect(createGateArguments(PLAN).slice(-2)).toEqual(['/run/rcss/socket', '6000,6002']);
    for (const option of ['--network', '--pid'])
      expect(valuesOf(createTeam(), option)).toEqual(['container:rcss-gate-1']);
  });

  test('have the limits of the team', () => {
    const args = createTeam();
    expect(valuesOf(args, '--pids-limit')).toEqual(['300']);
    expect(valuesOf(args, '--memory')).toEqual(['1536000k']);
    expect(valuesOf(args, '--cpus')).toEqual(['1.5']);
    expect(valuesOf(args, '--tmpfs')).toEqual([
      '/rcss:rw,size=65536k,mode=1777',
      '/tmp:rw,size=65536k,mode=1777',
    ]);
    const { memoryMb: _memoryMb, cpus: _cpus, ...rest } = PLAN;
    const unlimited = createTeam(rest);
    expect(unlimited).not.toContain('--memory');
    expect(unlimited).not.toContain('--cpus');
  });

  test('get the variables of the match and of the team, and no others', () => {
    expect(valuesOf(createTeam(), '--env')).toEqual([
      ...['RCSS_HOST', 'RCSS_PORT', 'RCSS_OLCOACH_PORT', 'RCSS_TEAM', 'RCSS_SIDE', 'RCSS_SEED'],
      ...['RISK=0 4', 'HOME=/rcss', 'RCSS_WORK=/rcss', 'TMPDIR=/tmp'],
    ]);
    expect(valuesOf(createGateArguments(PLAN), '--env')).toEqual([]);
  });

  test('run the start command by the shell of the image, and pull no image in a match', () => {
    expect(createTeam().slice(-5)).toEqual([
      '--entrypoint',
      '/bin/sh',
      'registry/foxes:3',
      '-c',
      './start.sh 6000',
    ]);
    for (const args of [createGateArguments(PLAN), createTeam()])
      expect(valuesOf(args, '--pull')).toEqual(['never']);
  });
});
