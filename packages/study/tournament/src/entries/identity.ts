/** Identity of matches: canonical JSON and its hash. */
export { canonicalJson } from '../identity/canonical-json.js';
export { hashJson, type Job, type JobTeam, jobId } from '../identity/job-id.js';
