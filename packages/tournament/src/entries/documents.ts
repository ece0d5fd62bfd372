/** Series and tournaments as documents in YAML or JSON. */
export {
  checkTournamentDocument,
  createMatchDocument,
  createPlan,
  nameOfTeam,
  parseTournamentDocument,
  type TeamExtras,
  type TeamFile,
  type TeamLimits,
  type TournamentDocument,
  type TournamentProblem,
  type TournamentTeam,
  tournamentDocumentJsonSchema,
} from '../documents/documents.js';
