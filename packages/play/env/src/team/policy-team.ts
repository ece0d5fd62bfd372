import { PlayerAgent } from '@rcss/agent';
import { FOUR_THREE_THREE } from '@rcss/agent/formations';
import type { SideName } from '@rcss/core';
import type { CreateTeam } from '@rcss/core/team-module';
import {
  checkPolicyForm,
  checkPolicyHeader,
  PolicyError,
  type PolicyHeader,
} from '../others/policy-document.js';
import { PolicyPlayers } from '../others/policy-players.js';
import { type Scenario, scenarioHasHeight } from '../scenario.js';
import { resolveScenario } from '../scenarios/catalog.js';
import { OnnxPolicy, type OnnxStates, readOnnxHeader } from './onnx-policy.js';
import { type ControlUse, PolicyControl } from './policy-control.js';

/** Protocol version of the players; the second one if the ball can leave the ground. */
const PLAYER_VERSION = 19;
const HEIGHT_VERSION = 20;

/** Options of {@link createPolicyTeam}. */
export interface PolicyTeamOptions {
  /** Scenario for which the policy was made. Default: that of the document. */
  readonly scenario?: string | Scenario;
  /** Side of the scenario whose players the policy plays; by default `left`, or `right` if only agents of the right side are meant. */
  readonly role?: SideName;
  /** Receives the side of each player when it is known. */
  readonly onPlaced?: (place: PolicyPlace) => void;
}

/** Side of a team by a policy on its server. */
export interface PolicyPlace {
  readonly side: SideName;
  /**
   * Whether the side contradicts the role: a trainer places the players of the server as the scenario does. In matches, a policy plays both
   * sides: what it observes and does is turned.
   */
  readonly isRefused: boolean;
}

/** The scenario of a policy. */
function findScenarioOf(policy: PolicyHeader, path: string, given: PolicyTeamOptions['scenario']): Scenario {
  const scenario = given ?? policy.scenario;
  if (scenario === undefined)
    throw new PolicyError(`${path}.scenario: is missing; name the scenario for which the policy was made`);
  return resolveScenario(scenario);
}

/** What a team by a policy needs to know of its scenario. */
export interface PolicyTeamPlan {
  readonly scenario: Scenario;
  readonly role: SideName;
  /** Number of players of the team. */
  readonly players: number;
}

/**
 * Returns for which scenario and how many players a policy plays.
 *
 * @param document A policy document, its header, or a policy of `loadOnnxPolicy`.
 * @param path Name of the document in messages, for example its file.
 * @throws {PolicyError} if the document has another form, or no scenario
 * @throws RangeError if there is no such scenario, or if its side has no players
 */
export function planPolicyTeam(
  document: unknown,
  path: string,
  options: PolicyTeamOptions = {},
): PolicyTeamPlan {
  const policy = document instanceof OnnxPolicy ? document.header : checkPolicyHeader(document, path);
  const scenario = findScenarioOf(policy, path, options.scenario);
  const role = options.role ?? (scenario.controlled === 'right' ? 'right' : 'left');
  const players = scenario[role].length;
  if (players === 0)
    throw new RangeError(`${path}: scenario ${scenario.name} has no players on the ${role} side`);
  return { scenario, role, players };
}

/** Whether a file with this name is a model of ONNX, and not a policy document. */
export const isOnnxFile = (name: string): boolean => name.toLowerCase().endsWith('.onnx');

/**
 * Returns the policy document in a file.
 *
 * @param path Name of the file, for messages.
 * @throws {PolicyError} if the bytes are not JSON
 */
export function parsePolicyDocument(bytes: Uint8Array, path: string): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new PolicyError(`${path}: is not a policy document in JSON: ${(error as Error).message}`);
  }
}

/**
 * Returns for which scenario and how many players the policy in a file plays. A policy document is checked whole; of a model of ONNX, only its
 * header is read.
 *
 * @param path Name of the file: a model of ONNX if it ends in `.onnx`, otherwise a policy document.
 * @throws {PolicyError} if the bytes are not a policy, or if it names no scenario or does not fit it
 * @throws RangeError if there is no such scenario, or if its side has no players
 */
export function planPolicyFile(bytes: Uint8Array, path: string): PolicyTeamPlan {
  if (isOnnxFile(path)) return planPolicyTeam(readOnnxHeader(bytes, path), path);
  const document = parsePolicyDocument(bytes, path);
  const plan = planPolicyTeam(document, path);
  createPolicyTeam(document, path);
  return plan;
}

/** Decisions of one player by a model, with its states, which start again with each episode. */
function createLaterDecisions(policy: OnnxPolicy): NonNullable<ControlUse['prepareLater']> {
  let states: OnnxStates = policy.createStates();
  return async (players, slot, isStart) => {
    const decided = players as PolicyPlayers;
    if (isStart) states = policy.createStates();
    if (decided.observe(slot, 0)) {
      const outputs = await policy.evaluate(decided.input(0, 0), states, decided.outputs);
      decided.choose(slot, 0, 0, outputs);
    }
    return () => decided.apply(slot, 0);
  };
}

/**
 * Creates a team whose players play by a policy: each observes the match through its own sensors and its world model, in the layout of the
 * environment for which the policy was made. The team has as many players as the side of the scenario.
 *
 * @param document A policy document, or a policy of `loadOnnxPolicy`; the decisions of the latter come later: it plays over UDP.
 * @param path Name of the document in messages, for example its file.
 * @throws {PolicyError} if the document does not fit the scenario
 * @throws RangeError if there is no such scenario
 * @example
 * export default createPolicyTeam(JSON.parse(readFileSync('3v3.json', 'utf8')), '3v3.json');
 */
export function createPolicyTeam(
  document: unknown,
  path = 'policy',
  options: PolicyTeamOptions = {},
): CreateTeam {
  const { scenario, role, players } = planPolicyTeam(document, path, options);
  const onnx = document instanceof OnnxPolicy ? document : null;
  const policy = onnx?.header ?? checkPolicyForm(document, path);
  const create = (placed: Scenario, side: SideName, unum: number) =>
    new PolicyPlayers(
      policy,
      path,
      { scenario: placed, slots: { side, unums: [unum] }, matches: 1, horizon: scenario.horizon },
      { name: policy.name ?? 'policy', weight: 1 },
    );
  // Sizes that do not fit are refused here, not in the match.
  const { inputs, outputs } = create(scenario, role, 1);
  onnx?.checkSizes(inputs, outputs, `scenario ${scenario.name}, ${role} side`);
  const { turnNeck = false, changeView = false, changeFocus = false } = policy.action;
  const looks = turnNeck || changeView || changeFocus;
  const perceives = looks || policy.observation.type === 'sensors' || policy.action.type === 'skills';
  return ({ team, seed }) => ({
    players: Array.from(
      { length: players },
      (_, i) =>
        new PlayerAgent({
          team,
          seed,
          goalie: scenario[role][i]?.goalie === true,
          formation: FOUR_THREE_THREE,
          version: scenarioHasHeight(scenario) ? HEIGHT_VERSION : PLAYER_VERSION,
          gaussianVision: policy.observation.noise === 'gaussian',
          play: () => null,
          control: new PolicyControl({
            ...{ scenario, role, looksAround: !perceives, create },
            ...(options.onPlaced === undefined ? {} : { onPlaced: options.onPlaced }),
            ...(onnx === null ? {} : { prepareLater: createLaterDecisions(onnx) }),
          }),
        }),
    ),
  });
}
