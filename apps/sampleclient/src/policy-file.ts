import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runTeam as runTeamModule, TeamConnectionError } from '@rcss/agent/node';
import { readInputFile } from '@rcss/core/node';
import {
  createPolicyTeam,
  isOnnxFile,
  loadOnnxPolicy,
  type OnnxRuntime,
  type PolicyPlace,
  type PolicyTeamOptions,
  type PolicyTeamPlan,
  parsePolicyDocument,
  planPolicyTeam,
} from '@rcss/env/team';
import type { TeamOptions } from './run-team.js';

/** Runs models of ONNX; installed by the user. */
const RUNTIME = 'onnxruntime-web';

/** A file that is not a policy, or does not fit its scenario. The message has: file, place in it, value, and what is allowed. */
export class PolicyFileError extends Error {
  override name = 'PolicyFileError';
}

/** A policy that was read from a file. */
export interface PolicyFile extends PolicyTeamPlan {
  /** Creates the team. */
  readonly create: ReturnType<typeof createPolicyTeam>;
}

/** Folder with the library, if it is not in this installation. */
const FOLDER_VARIABLE = 'RCSS_ONNX';

/**
 * Loads the library that runs models: from this installation, or from the folder that the user names. The current folder can be a stranger's,
 * such as that of a downloaded policy.
 */
async function loadRuntime(path: string): Promise<OnnxRuntime> {
  const folder = process.env[FOLDER_VARIABLE] ?? '';
  const named = (): string =>
    pathToFileURL(createRequire(join(resolve(folder), 'package.json')).resolve(RUNTIME)).href;
  for (const find of [() => RUNTIME, ...(folder === '' ? [] : [named])]) {
    try {
      const loaded = (await import(find())) as OnnxRuntime & { readonly default?: OnnxRuntime };
      return loaded.InferenceSession === undefined ? (loaded.default as OnnxRuntime) : loaded;
    } catch {
      // The next place is tried.
    }
  }
  throw new PolicyFileError(
    `${path}: a model of ONNX needs ${RUNTIME}; run npm install ${RUNTIME} in the folder in which rcss is installed, or in another one and set ${FOLDER_VARIABLE} to it`,
  );
}

async function readDocument(path: string): Promise<unknown> {
  let bytes: Uint8Array;
  try {
    bytes = readInputFile(path);
  } catch (error) {
    throw new PolicyFileError(`${path}: cannot be read: ${(error as Error).message}`);
  }
  return isOnnxFile(path)
    ? loadOnnxPolicy(bytes, await loadRuntime(path), path)
    : parsePolicyDocument(bytes, path);
}

/**
 * Reads a policy and checks it against its scenario.
 *
 * @throws {PolicyFileError} if the file cannot be read, is not a policy, or does not fit the scenario
 */
export async function readPolicyFile(path: string, options: PolicyTeamOptions = {}): Promise<PolicyFile> {
  try {
    const document = await readDocument(path);
    const plan = planPolicyTeam(document, path, options);
    return { ...plan, create: createPolicyTeam(document, path, options) };
  } catch (error) {
    if (error instanceof RangeError) throw new PolicyFileError(error.message);
    throw error;
  }
}

/**
 * Plays a match with a learned policy, one UDP socket for each player, and resolves when all sessions are over.
 *
 * @throws TeamConnectionError if the host is unknown, or if the server does not answer, refuses a player, or has a trainer and puts the team on
 *   the side that the policy does not play
 * @throws {PolicyFileError} if the file cannot be used
 */
export async function runPolicyTeam(
  path: string,
  { players, ...options }: TeamOptions,
  use: PolicyTeamOptions = {},
): Promise<void> {
  const refused = new AbortController();
  const { team, signal, onWarning = () => {} } = options;
  const signals = signal === undefined ? [refused.signal] : [signal, refused.signal];
  let shown = false;
  const onPlaced = ({ side, isRefused }: PolicyPlace): void => {
    const plays = `plays the ${policy.role} side of scenario ${policy.scenario.name}`;
    if (isRefused) {
      const problem = `${side} = ${team}: the server put the team on the ${side} side, and ${path} ${plays}`;
      const advice = `the first team that connects is the left one: connect the teams in the other order, or play the other side (--role ${side})`;
      refused.abort(new TeamConnectionError(`${problem}; ${advice}`));
    } else if (!shown) {
      onWarning(`${side} = ${team}, ${plays}${side === policy.role ? '' : ', turned to the other side'}`);
    }
    shown = true;
  };
  const policy = await readPolicyFile(path, { ...use, onPlaced });
  if (players !== undefined && players !== policy.players)
    throw new PolicyFileError(
      `--players ${players}: ${path} plays scenario ${policy.scenario.name} with ${policy.players} players on the ${policy.role} side`,
    );
  // Faults of a model, or places of a server that do not fit, are found in the match.
  const fail = (error: Error): void =>
    refused.abort(error instanceof RangeError ? new PolicyFileError(error.message) : error);
  process.on('uncaughtException', fail);
  try {
    await runTeamModule(policy.create, { ...options, signal: AbortSignal.any(signals) });
  } catch (error) {
    if (!refused.signal.aborted) throw error;
  } finally {
    process.off('uncaughtException', fail);
  }
  refused.signal.throwIfAborted();
}
