/** Plays lessons in this thread. */
import baseTeam from '@rcss/base-team';
import type { CreateTeam } from '@rcss/core/team-module';
import { compileTeam } from '@rcss/team-frames/compile';
import { type LoadTeam, TeamHost } from '@rcss/team-frames/team-host';
import type { TeamWorkerLike } from '@rcss/team-frames/team-link';
import { importModule } from '@rcss/team-frames/team-modules';
import { createLessonMatch, type Lesson } from '../src/lessons/lesson.js';
import type { EngineResult, TeamReply, TeamRequest } from '../src/messages.js';
import { type MatchHost, runMatch } from '../src/run-match.js';

const load: LoadTeam = async ({ code, engine }, console) => {
  if (engine === 'base') return baseTeam;
  const exports: { default?: CreateTeam } = {};
  new Function('exports', 'require', 'console', code ?? '')(exports, importModule, console);
  return exports.default as CreateTeam;
};

/** A worker in this thread. */
class LocalWorker implements TeamWorkerLike {
  readonly #host = new TeamHost(load);
  onmessage: TeamWorkerLike['onmessage'] = null;

  postMessage(request: TeamRequest): void {
    void this.#host.answer(request).then((data: TeamReply) => {
      this.onmessage?.({ data } as MessageEvent<TeamReply>);
    });
  }

  terminate(): void {}
}

/** A host of matches in this thread; their code runs without isolation. */
export const localHost: MatchHost = {
  createWorker: () => new LocalWorker(),
  onLog() {},
  onLines() {},
  isStopped: () => false,
};

/** Plays a lesson with code in TypeScript. */
export async function playLesson(lesson: Lesson, source: string, seed: number): Promise<EngineResult> {
  const compiled = compileTeam(source);
  if (!compiled.ok) throw new Error(compiled.message);
  const settings = { ...createLessonMatch(lesson, compiled.code), seed, limitMs: 1e6 };
  return (await runMatch(settings, localHost))!;
}
