import type { MatchExecutor, MatchJob, MatchOutcome } from '../src/index.js';

/** An outcome with everything that a test does not state. */
export function createOutcome(fields: Partial<MatchOutcome> = {}): MatchOutcome {
  return {
    scoreL: 0,
    scoreR: 0,
    penaltyL: null,
    penaltyR: null,
    end: 'the match is over by the rules',
    cycles: 6000,
    digest: 1,
    seconds: 2,
    players: { left: 11, right: 11 },
    problems: [],
    ...fields,
  };
}

/** An executor whose matches a function decides. */
export function createFakeExecutor(
  capacity: number,
  play: (job: MatchJob, signal: AbortSignal) => MatchOutcome | Promise<MatchOutcome>,
): MatchExecutor & { readonly played: string[] } {
  const played: string[] = [];
  return {
    played,
    capacity,
    describe: () => 'nowhere',
    open: async () => {},
    async play(job, signal) {
      played.push(job.fixture);
      await new Promise((resolve) => setImmediate(resolve));
      return play(job, signal);
    },
    confirm: async () => {},
    close: async () => {},
  };
}
