import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentTeam } from '@rcss/core/team-module';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Exchange, recordTeam, replayClient } from '../../test/recorded-team.js';
import { computeDistance } from '../geometry.js';
import type { PlannerOptions, StepGenerator } from '../planner/plan-attack.js';
import { createProcessTeam, type ProcessTeam } from '../process/process-team.js';
import { dribble } from '../skills/dribble.js';
import { defineTeam } from '../team/define-team.js';
import { startCommand } from './start-command.js';

const python = process.env['RCSS_PYTHON'] ?? 'python3';
const source = join(import.meta.dirname, '../../../env/python/src');

/** Why a team in Python cannot play here, or undefined. */
function missing(): string | undefined {
  const { error, stdout } = spawnSync(python, ['-c', 'import sys; print(sys.version_info >= (3, 9))'], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  if (error !== undefined) return `${python} cannot be started`;
  return stdout.trim() === 'True' ? undefined : `${python} is older than 3.9`;
}
const reason = missing();

const HEAD = `import sys; sys.path.insert(0, ${JSON.stringify(source)})
from rcss import team


@team.player
def decide(me, world):
`;
const TAIL = '\n\nteam.run()\n';

let folder: string;
let team: ProcessTeam | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rcss-python-team-'));
});
afterEach(() => {
  team?.close();
  rmSync(folder, { recursive: true });
});

/** Writes the body of `decide`. */
function write(body: string): void {
  const text = body
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');
  writeFileSync(join(folder, 'team.py'), HEAD + text + TAIL);
}

/** Starts the team in the folder. */
async function start(warnings: string[]): Promise<AgentTeam> {
  team = createProcessTeam({
    start: startCommand(`"${python}" "${join(folder, 'team.py')}"`),
    limitMs: 100_000,
    hangMs: 200_000,
    now: () => performance.now(),
    onWarning: (message) => warnings.push(message),
  });
  return await team.create({ team: 'Alpha', seed: 6, options: {} });
}

const inTypeScript = defineTeam({
  play: (p) => (p.world.goalie ? p.keepGoal() : (p.shoot() ?? p.passTo() ?? p.intercept() ?? p.goTo(p.home))),
});

/** Replays the last exchanges again and again until the commands fulfil a condition. */
async function replayUntil(
  client: AgentTeam['players'][number],
  exchanges: readonly Exchange[],
  isDone: (commands: string) => boolean,
): Promise<void> {
  await expect
    .poll(async () => isDone((await replayClient(client, exchanges.slice(-5))).join('')))
    .toBe(true);
}

describe.skipIf(reason !== undefined)(`a team in Python${reason === undefined ? '' : ` (${reason})`}`, () => {
  it('gives the same commands as the same team in TypeScript', async () => {
    const recorded = await recordTeam(inTypeScript, 120);
    write(
      'print("to standard error")\nif me.goalie:\n    return me.keep_goal()\nreturn me.shoot() or me.pass_to() or me.intercept() or me.go_to(me.home)',
    );
    const warnings: string[] = [];
    const { players } = await start(warnings);
    for (const index of [0, 8]) {
      const commands = await replayClient(players[index]!, recorded[index]!);
      expect(commands).toEqual(recorded[index]!.map((exchange) => exchange.commands));
    }
    expect(warnings).toEqual([]);
    expect(team!.report()).toMatchObject({ late: 0, errors: 0, restarts: 0 });
    expect(team!.report().count).toBeGreaterThan(100);
  });

  it('with an own step and own values for the planner gives the same commands as the same team in TypeScript', async () => {
    const corner = { x: 48, y: 28 };
    const toCorner: StepGenerator = ({ state }, world) => {
      const run = state.steps.length > 0 ? null : dribble(world, { to: corner, minProbability: 0.1 });
      if (run === null) return [];
      const step = { kind: 'dribble', target: corner, cycles: 25, probability: 0.9 } as const;
      return [{ ...step, unum: world.unum, play: () => run }];
    };
    const options: PlannerOptions = {
      generators: [toCorner],
      evaluate: ({ ball, opponents }) =>
        Math.max(-52.5, Math.min(52.5, ball.x)) / 50 +
        0.05 * Math.min(10, ...opponents.map(({ pos }) => computeDistance(pos, ball))),
    };
    let kicks = 0;
    const recorded = await recordTeam(
      defineTeam({
        play(player) {
          const plan = player.plan(options);
          if (plan?.kind === 'dribble' && plan.reason.includes('plan')) kicks += 1;
          return plan ?? player.intercept() ?? player.goTo({ x: 3, y: 4 });
        },
      }),
      150,
    );
    expect(kicks).toBeGreaterThan(0);
    write(
      [
        'run = me.dribble_to((48, 28), 0.1)',
        'step = team.OwnStep(run, "dribble", (48, 28), cycles=25, probability=0.9)',
        'values = team.table(lambda x, y: x / 50)',
        'plan = me.plan(steps=[step], values=values, openness=(0.05, 10))',
        'return plan or me.intercept() or me.go_to((3, 4))',
      ].join('\n'),
    );
    const warnings: string[] = [];
    const { players } = await start(warnings);
    for (const index of [8, 9, 10]) {
      const commands = await replayClient(players[index]!, recorded[index]!);
      expect(commands).toEqual(recorded[index]!.map((exchange) => exchange.commands));
    }
    expect(warnings).toEqual([]);
  });

  it('of the documentation, with an own step and own values, plays without an error', async () => {
    const page = readFileSync(
      new URL('../../../../../docs/use/team/any-language.md', import.meta.url),
      'utf8',
    );
    const codes = [...page.matchAll(/```py\n([\s\S]*?)```/g)].map(([, code]) => code!);
    const code = codes.find((each) => each.includes('team.OwnStep('))!;
    writeFileSync(join(folder, 'team.py'), `${HEAD.split('\n')[0]!}\n${code}`);
    const recorded = await recordTeam(inTypeScript, 150);
    const warnings: string[] = [];
    const { players } = await start(warnings);
    // The player that had the ball most often.
    const kicks = recorded.map(
      (exchanges) => exchanges.filter(({ commands }) => commands.includes('(kick ')).length,
    );
    const index = kicks.indexOf(Math.max(...kicks));
    const commands = await replayClient(players[index]!, recorded[index]!);
    expect(warnings).toEqual([]);
    expect(commands.join('')).toContain('(kick ');
    expect(team!.report()).toMatchObject({ late: 0, errors: 0 });
  });

  it('names the line of an error, and goes on with new code when its file changes', async () => {
    const recorded = (await recordTeam(defineTeam({ play: () => null }), 60))[8]!;
    write('speed = 1.5 / 0\nreturn me.go_to(me.home)');
    const warnings: string[] = [];
    const { players } = await start(warnings);
    await replayClient(players[8]!, recorded);
    expect(warnings).toEqual([
      expect.stringMatching(
        /^process of team Alpha: player 9, time \d+: team\.py, line 7, in decide: ZeroDivisionError: float division by zero$/,
      ),
    ]);
    write('me.memory.calls = vars(me.memory).get("calls", 0) + 1\nreturn me.turn(me.memory.calls)');
    await replayUntil(players[8]!, recorded, (commands) => commands.includes('(turn 3)'));
    write('return me.turn(100 + me.memory.calls)');
    await replayUntil(players[8]!, recorded, (commands) => /\(turn 1\d\d\)/.test(commands));
  });

  it('that ends is started again', async () => {
    const recorded = (await recordTeam(defineTeam({ play: () => null }), 60))[8]!;
    write('import os\nos._exit(3)');
    const warnings: string[] = [];
    const { players } = await start(warnings);
    const first = recorded.findIndex(({ messages }) => messages.some((text) => text.includes('play_on')));
    await replayClient(players[8]!, recorded.slice(0, first + 2));
    expect(warnings).toHaveLength(1);
    write('return me.turn(44)');
    await replayUntil(players[8]!, recorded, (commands) => commands.includes('(turn 44)'));
    expect(warnings[0]).toMatch(/ended with exit code 3; it is started again$/);
    expect(team!.report().restarts).toBeGreaterThan(0);
  });
});

describe('a command that is not a team', () => {
  it.skipIf(process.platform === 'win32').each([
    ['exit 7', /'exit 7' ended with exit code 7$/],
    ['echo hello', /the output begins with 'hello\.'/],
  ])('%s does not start', async (command, message) => {
    team = createProcessTeam({ start: startCommand(command), now: () => performance.now() });
    await expect(team.create({ team: 'Alpha', seed: 6, options: {} })).rejects.toThrow(message);
  });
});
