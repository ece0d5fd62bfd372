import type { CreateTeam } from '@rcss/core/team-module';
import { describe, expect, it } from 'vitest';
import { compileTeam } from '../compile.js';
import type { MatchEnd, TeamReply, TeamRequest } from '../messages.js';
import { runMatch } from '../run-match.js';
import { type LoadTeam, TeamHost } from '../team-host.js';
import type { TeamWorkerLike } from '../team-link.js';
import { importModule } from '../team-modules.js';
import { createLessonMatch, LESSONS, type Lesson } from './lessons.js';

const SEEDS = [1, 2, 3];

const load: LoadTeam = async ({ code }, console) => {
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

async function play(lesson: Lesson, source: string, seed: number): Promise<MatchEnd> {
  const compiled = compileTeam(source);
  if (!compiled.ok) throw new Error(compiled.message);
  const end = await runMatch(
    { ...createLessonMatch(lesson, compiled.code), seed, limitMs: 1e6 },
    { createWorker: () => new LocalWorker(), onLog() {}, onLines() {}, isStopped: () => false },
  );
  return end!;
}

describe.each(LESSONS)('lesson $id', (lesson) => {
  it.each(SEEDS)('its solution reaches the goal with seed %i', async (seed) => {
    expect((await play(lesson, lesson.solution, seed)).goal).toMatchObject({ isPassed: true });
  });

  it.each(SEEDS)('its first code does not with seed %i', async (seed) => {
    expect((await play(lesson, lesson.start, seed)).goal).toMatchObject({ isPassed: false });
  });
});
