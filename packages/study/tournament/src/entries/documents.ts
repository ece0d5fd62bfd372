/** Series and tournaments as documents in YAML or JSON. */
export {
  checkTournamentDocument,
  chooseMatchFields,
  createPlan,
  nameOfTeam,
  parseTeamFile,
  parseTournamentDocument,
  type TeamExtras,
  type TeamFile,
  type TeamIsolation,
  type TeamLimits,
  type TournamentDocument,
  type TournamentProblem,
  type TournamentTeam,
  tournamentDocumentJsonSchema,
} from '../documents/documents.js';
export {
  createSpsaPlan,
  parseTuningDocument,
  TUNED_NAMES,
  type TuningDocument,
  tuningDocumentJsonSchema,
} from '../documents/tuning-document.js';
