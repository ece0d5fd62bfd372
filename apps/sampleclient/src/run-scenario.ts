import { runTrainer, TeamConnectionError } from '@rcss/agent/node';
import { type ScenarioTeams, ScenarioTrainer } from '@rcss/env/team';
import { createEpisodeReport, type EpisodeReport, formatEpisodeReport } from './episode-report.js';

/** Options of {@link runScenario}. */
export interface ScenarioOptions {
  readonly scenario: string;
  readonly episodes: number;
  /** Seed of the starts. */
  readonly seed: number;
  readonly host: string;
  /** Port for trainers. */
  readonly port: number;
  /** Names that the teams must have. */
  readonly teams?: Partial<ScenarioTeams>;
  /** Ends the trainer's work. */
  readonly signal?: AbortSignal;
}

/** What {@link runScenario} returns. */
export interface ScenarioOutput {
  readonly report: EpisodeReport;
  readonly text: { readonly lines: string; readonly json: string };
  /** Whether all episodes were played. */
  readonly isComplete: boolean;
}

/**
 * Plays episodes of a scenario with the teams of a running server.
 *
 * @throws TeamConnectionError if there is no such scenario, or if the server does not answer or refuses a trainer
 */
export async function runScenario({
  signal,
  host,
  port,
  ...options
}: ScenarioOptions): Promise<ScenarioOutput> {
  const stop = new AbortController();
  try {
    const trainer = new ScenarioTrainer(options);
    void trainer.finished.then(() => stop.abort());
    await runTrainer(trainer, {
      host,
      port,
      signal: AbortSignal.any([stop.signal, ...(signal === undefined ? [] : [signal])]),
    });
    const report = createEpisodeReport(options.scenario, trainer);
    return {
      report,
      text: { lines: formatEpisodeReport(report), json: `${JSON.stringify(report, null, 2)}\n` },
      isComplete: trainer.results.length === options.episodes,
    };
  } catch (error) {
    throw error instanceof RangeError ? new TeamConnectionError(error.message) : error;
  }
}
