import { type PolicyTeamPlan, planPolicyTeam, readOnnxHeader } from '@rcss/env/team';
import type { OpenedPolicy } from '../messages.js';

/** Whether a file is a model of ONNX, and not a policy document. */
export const isModel = ({ name }: OpenedPolicy): boolean => name.toLowerCase().endsWith('.onnx');

/**
 * Returns the policy document in a file.
 *
 * @throws {Error} if the file is not JSON
 */
export function readPolicyDocument({ name, bytes }: OpenedPolicy): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new Error(`${name}: is not a policy document in JSON: ${(error as Error).message}`);
  }
}

/**
 * Returns for which scenario and how many players the policy in a file plays. The network is not read.
 *
 * @throws {Error} if the file is not a policy, or if it names no scenario
 */
export function planPolicyFile(file: OpenedPolicy): PolicyTeamPlan {
  const header = isModel(file) ? readOnnxHeader(file.bytes, file.name) : readPolicyDocument(file);
  return planPolicyTeam(header, file.name);
}
