/**
 * Teams of a match. Code of the caller runs as a script in a context without Node: no `process`, no `fetch`, no timers, no modules but those
 * below. That keeps honest code repeatable. It is not the boundary: the process has no rights (see run-task.ts).
 */
import { createContext, Script } from 'node:vm';
import * as agent from '@rcss/agent';
import * as advice from '@rcss/agent/advice';
import createChasers from '@rcss/agent/chasers';
import * as formations from '@rcss/agent/formations';
import * as planner from '@rcss/agent/planner';
import * as prediction from '@rcss/agent/prediction';
import * as skills from '@rcss/agent/skills';
import * as world from '@rcss/agent/world';
import { BASE_TEAM } from '@rcss/base-team';
import * as math from '@rcss/core/math';
import { createRandomStream } from '@rcss/core/random';
import type { AgentTeam, CreateTeam, TeamClient, TeamContext } from '@rcss/core/team-module';
import type { BuiltInTeam, TeamSpec } from './tasks.js';

/** What the code of a team can import. */
const MODULES: Readonly<Record<string, unknown>> = {
  '@rcss/agent': agent,
  '@rcss/agent/advice': advice,
  '@rcss/agent/chasers': { default: createChasers },
  '@rcss/agent/formations': formations,
  '@rcss/agent/planner': planner,
  '@rcss/agent/prediction': prediction,
  '@rcss/agent/skills': skills,
  '@rcss/agent/world': world,
  '@rcss/core/math': math,
};
const MAX_PRINTED_LINES = 40;
const MAX_LINE = 200;

/** A team whose players do anything: the lowest baseline. */
const createRandomTeam: CreateTeam = ({ team, seed }: TeamContext) => ({
  players: Array.from({ length: 11 }, (_, i) => {
    const rng = createRandomStream(seed, `random team ${i}`);
    const commands = [
      () => `(dash ${Math.round(200 * rng.next() - 100)})`,
      () => `(turn ${Math.round(360 * rng.next() - 180)})`,
      () => `(kick ${Math.round(100 * rng.next())} ${Math.round(360 * rng.next() - 180)})`,
    ];
    return {
      init: `(init ${team} (version 19)${i === 0 ? ' (goalie)' : ''})`,
      receive: () => {},
      decide: () => commands[Math.floor(rng.next() * commands.length)]!(),
    };
  }),
});

type OnFollow = NonNullable<advice.FollowOptions['onFollow']>;

/** The base team follows its coach here; without advice it plays as always. */
const BUILT_IN: Readonly<Record<BuiltInTeam, (onFollow: OnFollow) => CreateTeam>> = {
  base: (onFollow) => agent.defineTeam(advice.followAdvice(BASE_TEAM, { onFollow })),
  chasers: () => createChasers,
  random: () => createRandomTeam,
};

/** Lines that the code of teams printed; the first ones. */
export class PrintedLines {
  readonly lines: string[] = [];

  add(file: string, values: readonly unknown[]): void {
    if (this.lines.length >= MAX_PRINTED_LINES) return;
    const text = values.map((value) => (typeof value === 'string' ? value : describe(value))).join(' ');
    this.lines.push(`${file}: ${text.slice(0, MAX_LINE)}`);
  }
}

function describe(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}

/**
 * Loads a team.
 *
 * @param onFollow Called when a player of a built-in team does what the coach says.
 * @throws {Error} if the code fails or exports no team; the message names file and line
 */
export function loadSandboxTeam(
  spec: TeamSpec,
  printed: PrintedLines,
  onFollow: OnFollow = () => {},
): CreateTeam {
  if ('builtIn' in spec) return BUILT_IN[spec.builtIn](onFollow);
  const { code, file } = spec;
  const exports: { default?: unknown } = {};
  const print = (...values: unknown[]): void => printed.add(file, values);
  const console = { log: print, info: print, warn: print, error: print, debug: print };
  try {
    const context = createContext(Object.create(null) as object, {
      codeGeneration: { strings: false, wasm: false },
    });
    // No line break before the code: lines of errors are those of the file.
    const script = new Script(`(function (exports, require, console) {"use strict"; ${code}\n})`, {
      filename: file,
    });
    const run = script.runInContext(context) as (exports: object, require: unknown, console: unknown) => void;
    run(exports, importModule, console);
  } catch (error) {
    throw new Error(`${file} fails: ${describeError(error, file)}`);
  }
  if (typeof exports.default !== 'function')
    throw new Error(
      `${file} exports no team. It needs a default export such as: export default defineTeam({ play: (player) => player.shoot() ?? player.passTo() ?? player.intercept() ?? player.goTo(player.home) });`,
    );
  const create = exports.default as CreateTeam;
  return async (context) => {
    try {
      return checkTeam(await create(context), file);
    } catch (error) {
      if (error instanceof TeamFormError) throw error;
      throw new Error(`${file} fails: ${describeError(error, file)}`);
    }
  };
}

/** What the function of a team returned is not a team. */
class TeamFormError extends Error {}

/** @throws {TeamFormError} that says which part of a team is missing or of another type */
function checkTeam(team: unknown, file: string): AgentTeam {
  const { players } = (team ?? {}) as Partial<AgentTeam>;
  if (!Array.isArray(players))
    throw new TeamFormError(
      `${file}: the exported function returns no team but ${describeShortly(team)}; it must return { players: […] }, as defineTeam of @rcss/agent does`,
    );
  players.forEach((player: Partial<TeamClient> | null, i) => {
    for (const [name, type] of [
      ['init', 'string'],
      ['receive', 'function'],
      ['decide', 'function'],
    ] as const)
      if (typeof player?.[name] !== type)
        throw new TeamFormError(
          `${file}: ${name} of player ${i + 1} is ${describeShortly(player?.[name])}; it must be a ${type}`,
        );
  });
  return team as AgentTeam;
}

function describeShortly(value: unknown): string {
  return describe(value).slice(0, 80);
}

/** Returns the message of an error with the line of the file, if the stack has one. */
export function describeError(error: unknown, file: string): string {
  const { message = String(error), stack = '' } = (error ?? {}) as Partial<Error>;
  const at = stack.split('\n').find((line) => line.includes(`${file}:`));
  const place = at === undefined ? null : /:(\d+)(?::\d+)?\)?$/.exec(at.trim());
  return place === null ? message : `${message} (line ${place[1]})`;
}

function importModule(name: string): unknown {
  if (Object.hasOwn(MODULES, name)) return MODULES[name];
  throw new Error(`there is no module ${JSON.stringify(name)}. Modules: ${Object.keys(MODULES).join(', ')}`);
}
