/**
 * The worker of a team by a learned policy; as that of code, its origin is opaque and its policy closes the network. The page loads the
 * module too, to look into files.
 */
import { createPolicyTeam, isOnnxFile, loadOnnxPolicy, parsePolicyDocument } from '@rcss/env/team';
import { answerRequests, type LoadTeam, TeamHost } from '@rcss/team-frames/team-host';
import * as runtime from 'onnxruntime-web/wasm';
import type { TeamStart } from '../messages.js';

export { planPolicyFile } from '@rcss/env/team';

const createLoader =
  (wasm: TeamStart['wasm']): LoadTeam =>
  async ({ name, policy: file }) => {
    if (file === undefined) throw new Error(`team ${name} has no policy`);
    if (!isOnnxFile(file.name))
      return createPolicyTeam(parsePolicyDocument(file.bytes, file.name), file.name);
    // Threads need a memory that pages share only with headers that static servers do not send.
    runtime.env.wasm.numThreads = 1;
    if (wasm !== null) runtime.env.wasm.wasmBinary = wasm;
    return createPolicyTeam(await loadOnnxPolicy(file.bytes, runtime, file.name), file.name);
  };

/** Begins to answer the engine, at the port of the first message. */
export function startPolicyWorker(): void {
  answerRequests((wasm) => new TeamHost(createLoader(wasm)));
}
