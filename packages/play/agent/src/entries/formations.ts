/** Formations: interpolation over ball positions, JSON documents, files of the field's editors. */
export * from '../formations/formation.js';
export * from '../formations/formation-document.js';
export { formatFormationFile, parseFormationFile } from '../formations/formation-file.js';
export {
  createFormationChooser,
  type FormationPlan,
  type FormationRange,
  type FormationRule,
  type FormationSituation,
  readFormationPlan,
} from '../formations/formation-plan.js';
export { FOUR_THREE_THREE } from '../formations/four-three-three.js';
export { createFormation, sampleFormation } from '../formations/interpolated-formation.js';
export {
  createInterpolation,
  type Interpolation,
  listTriangles,
  type SampleWeights,
} from '../formations/interpolation.js';
export { createShiftFormation, type ShiftRole } from '../formations/shift-formation.js';
