/** Learned policies as teams of the protocol: in process, over UDP, in a page. */
export {
  createPolicyTeam,
  type PolicyTeamOptions,
  type PolicyTeamPlan,
  planPolicyTeam,
} from '../team/policy-team.js';
export {
  type ScenarioEpisode,
  ScenarioTrainer,
  type ScenarioTrainerOptions,
} from '../team/scenario-trainer.js';
