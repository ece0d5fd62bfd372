/** A team whose decisions another process makes. */
import type { AgentTeam, CreateTeam, TeamContext } from '@rcss/core/team-module';
import type { Formation } from '../formations/formation.js';
import { readFormationDocument } from '../formations/formation-document.js';
import { parseFormationFile } from '../formations/formation-file.js';
import { FOUR_THREE_THREE } from '../formations/four-three-three.js';
import { createFormation } from '../formations/interpolated-formation.js';
import { defineParameters, readParameters, type TeamParameterTable } from '../parameters/parameter-table.js';
import { CoachAgent } from '../team/coach-client.js';
import { PlayerAgent } from '../team/player-client.js';
import { checkMessageKinds } from '../world/say-codec.js';
import { Decider, type Ready } from './decider.js';
import type { StartProcess } from './deciding-process.js';
import { type DecisionReport, DecisionTimes } from './decision-times.js';
import { ProcessCoach } from './process-coach.js';
import { ProcessPlayer } from './process-player.js';

export interface ProcessTeamOptions {
  /** Starts a process. */
  readonly start: StartProcess;
  /** Whether each player, and the coach, has a process of its own; false by default: one process for the team. */
  readonly processPerPlayer?: boolean;
  /** Time for a decision, ms; 1000 by default. In real time, a decision also ends when the next cycle begins. */
  readonly limitMs?: number;
  /** A process that does not answer for this time, ms, is ended and started again; 5000 by default. */
  readonly hangMs?: number;
  /** Protocol version, 12 to 20; 19 by default. */
  readonly version?: number;
  /** Clock, ms, for the times of the decisions. */
  readonly now: () => number;
  /** Receives one line for each problem of the process or of the code in it. */
  readonly onWarning?: (message: string) => void;
}

/** A team of a process. */
export interface ProcessTeam {
  /**
   * The team for `runTeam`. It decides later than `decide` returns, so it does not play in `createLocalMatch`. One match per team.
   *
   * @throws {ProcessTeamError} if the process does not start, or its greeting is wrong
   */
  readonly create: CreateTeam;
  /** Returns how long the decisions took, until now. */
  report(): DecisionReport;
  /** Ends the processes. */
  close(): void;
}

/** The process of a team does not start, or its greeting is wrong. The message has: team, what is wrong, and what is allowed. */
export class ProcessTeamError extends Error {
  override name = 'ProcessTeamError';
}

/** Creates a team whose decisions a process makes, in any language: `docs/use/team/any-language.md` describes the messages. */
export function createProcessTeam(options: ProcessTeamOptions): ProcessTeam {
  const deciders: Decider[] = [];
  return {
    create: (context) => createTeam(options, context, deciders),
    report() {
      const all = new DecisionTimes();
      for (const { times } of deciders) all.merge(times);
      return all.report();
    },
    close() {
      for (const decider of deciders) decider.close();
    },
  };
}

async function createTeam(
  {
    start,
    processPerPlayer = false,
    limitMs = 1000,
    hangMs = 5000,
    version,
    now,
    onWarning,
  }: ProcessTeamOptions,
  { team, seed, options, onDebug }: TeamContext,
  deciders: Decider[],
): Promise<AgentTeam> {
  const launch = async (): Promise<{ readonly decider: Decider; readonly ready: Ready }> => {
    const decider = new Decider({
      ...{ start, team, seed, options, limitMs, hangMs, now },
      onWarning: (message) => onWarning?.(`process of team ${team}: ${message}`),
    });
    deciders.push(decider);
    try {
      return { decider, ready: await decider.start() };
    } catch (error) {
      throw new ProcessTeamError(`process of team ${team}: ${(error as Error).message}`);
    }
  };
  const { decider: first, ready } = await launch();
  const another = async (): Promise<Decider> => (processPerPlayer ? (await launch()).decider : first);
  const check = <Value>(read: () => Value, place = ''): Value => {
    try {
      return read();
    } catch (error) {
      throw new ProcessTeamError(`process of team ${team}: ${place}${(error as Error).message}`);
    }
  };
  const { parameters, messages = {} } = ready;
  const formation = check(() => readFormation(ready.formation), 'formation: ');
  check(() => checkMessageKinds(messages));
  const values = check(() =>
    parameters === undefined
      ? options
      : readParameters(defineParameters(parameters as TeamParameterTable), options, 'options'),
  );
  const hasCoach = ready.decides.includes('coach');
  const common = { team, formation, ...(version === undefined ? {} : { version }) };
  const players: PlayerAgent[] = [];
  for (let i = 0; i < formation.players; i++) {
    players.push(
      new PlayerAgent({
        ...common,
        seed,
        goalie: i === 0,
        hasCoach,
        messages,
        play: () => null,
        later: new ProcessPlayer(i === 0 ? first : await another(), ready.decides, values),
        ...(onDebug === undefined ? {} : { onDebug }),
      }),
    );
  }
  if (!hasCoach) return { players };
  return { players, coach: new CoachAgent({ ...common, later: new ProcessCoach(await another(), values) }) };
}

function readFormation(document: unknown): Formation {
  if (document === undefined) return FOUR_THREE_THREE;
  return createFormation(
    typeof document === 'string' ? parseFormationFile(document) : readFormationDocument(document),
  );
}
