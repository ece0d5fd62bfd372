/** The worker with the compiler of TypeScript and the declarations. */
import TYPES from 'virtual:agent-types';
import { createTypeChecker } from './type-checker.js';
import type { TypeAnswer, TypeRequest } from './type-messages.js';

/** Answers the requests of the editor in this worker. */
export function startTypeWorker(): void {
  const checker = createTypeChecker(TYPES);
  self.onmessage = ({ data: { id, kind, code, at } }: MessageEvent<TypeRequest>) => {
    const answer: TypeAnswer = { id, value: checker[kind](code, at) };
    self.postMessage(answer);
  };
}
