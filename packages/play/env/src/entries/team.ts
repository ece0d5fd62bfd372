/** Learned policies as teams of the protocol: in process, over UDP, in a page. */
export type { PolicyHeader } from '../others/policy-document.js';
export {
  loadOnnxPolicy,
  OnnxPolicy,
  type OnnxRuntime,
  type OnnxSession,
  type OnnxStates,
  type OnnxTensor,
  type OnnxTensorFacts,
  readOnnxHeader,
} from '../team/onnx-policy.js';
export {
  createPolicyTeam,
  isOnnxFile,
  type PolicyPlace,
  type PolicyTeamOptions,
  type PolicyTeamPlan,
  parsePolicyDocument,
  planPolicyFile,
  planPolicyTeam,
} from '../team/policy-team.js';
export {
  listTrainerParams,
  type ScenarioEpisode,
  type ScenarioTeams,
  ScenarioTrainer,
  type ScenarioTrainerOptions,
} from '../team/scenario-trainer.js';
