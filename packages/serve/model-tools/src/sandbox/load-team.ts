/**
 * Code of the caller, which runs in the process of its team as a script in a context without Node: no `process`, no `fetch`, no timers, no
 * modules but those below. That keeps honest code repeatable and says early what is missing. It is a convenience and not a border: objects of
 * the outer realm lead out of a context. The border is the process, which shares nothing with the match (see team-process.ts).
 */
import { createContext, Script } from 'node:vm';
import * as agent from '@rcss/agent';
import * as advice from '@rcss/agent/advice';
import createChasers from '@rcss/agent/chasers';
import * as formations from '@rcss/agent/formations';
import * as planner from '@rcss/agent/planner';
import * as prediction from '@rcss/agent/reach';
import * as skills from '@rcss/agent/skills';
import * as world from '@rcss/agent/world';
import * as math from '@rcss/core/math';
import type { AgentTeam, CreateTeam, TeamClient } from '@rcss/core/team-module';
import { describeValueText, type PrintedLines } from './printed-lines.js';

/** What the code of a team can import. */
const MODULES: Readonly<Record<string, unknown>> = {
  '@rcss/agent': agent,
  '@rcss/agent/advice': advice,
  '@rcss/agent/chasers': { default: createChasers },
  '@rcss/agent/formations': formations,
  '@rcss/agent/planner': planner,
  '@rcss/agent/reach': prediction,
  '@rcss/agent/skills': skills,
  '@rcss/agent/world': world,
  '@rcss/core/math': math,
};
/**
 * Loads a team.
 *
 * @throws {Error} if the code fails or exports no team; the message names file and line
 */
export function loadSandboxTeam(
  { code, file }: { readonly code: string; readonly file: string },
  printed: PrintedLines,
): CreateTeam {
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
  return describeValueText(value).slice(0, 80);
}

/** Returns the message of an error with the line of the file, if the stack has one. */
function describeError(error: unknown, file: string): string {
  const { message = String(error), stack = '' } = (error ?? {}) as Partial<Error>;
  const at = stack.split('\n').find((line) => line.includes(`${file}:`));
  const place = at === undefined ? null : /:(\d+)(?::\d+)?\)?$/.exec(at.trim());
  return place === null ? message : `${message} (line ${place[1]})`;
}

function importModule(name: string): unknown {
  if (Object.hasOwn(MODULES, name)) return MODULES[name];
  throw new Error(`there is no module ${JSON.stringify(name)}. Modules: ${Object.keys(MODULES).join(', ')}`);
}
