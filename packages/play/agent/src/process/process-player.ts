import type { Action } from '../skills/action.js';
import type { AgentPlayer } from '../team/agent-player.js';
import type { DebugPen } from '../team/debug-pen.js';
import type { LaterDecision } from '../team/later-decision.js';
import type { DecisionPhase } from '../team/player-client.js';
import type { WorldModel } from '../world/world-model.js';
import { describeBelief } from './belief.js';
import type { Decider, PendingDecision } from './decider.js';
import {
  type FromAgent,
  type FromProcess,
  MessageError,
  type ProcessAction,
  type ProcessDrawing,
  type ProcessPhase,
} from './messages.js';
import { answerRequest } from './process-skills.js';

const PHASES: Readonly<Record<DecisionPhase, ProcessPhase>> = {
  play: 'play',
  setPlay: 'set_play',
  penalty: 'penalty',
};

/** Decisions of one player in a process. */
export class ProcessPlayer implements LaterDecision<AgentPlayer, DecisionPhase, Action> {
  readonly #decider: Decider;
  readonly #decides: ReadonlySet<string>;
  readonly #options: SentOptions;

  constructor(decider: Decider, decides: readonly string[], options: SentOptions) {
    this.#decider = decider;
    this.#options = options;
    this.#decides = new Set(decides);
  }

  decides(phase: DecisionPhase): boolean {
    return this.#decides.has(PHASES[phase]);
  }

  request(player: AgentPlayer, phase: DecisionPhase, settle: (action: Action | null) => void): () => void {
    const { unum, time } = player.world;
    const request: PendingDecision = {
      who: `player ${unum}, time ${time}`,
      answerType: 'action',
      match: () => composeMatchMessage(player.world, this.#options),
      compose: (id) => ({ type: 'decide', id, phase: PHASES[phase], world: describeBelief(player) }),
      ask: (skill, args) => answerRequest(player, skill, args),
      settle: (answer) => settle(answer?.type === 'action' ? this.#apply(player, answer) : null),
    };
    this.#decider.request(request);
    return () => this.#decider.cancel(request);
  }

  /** An answer whose form is right can still have a text that is too long. */
  #apply(player: AgentPlayer, answer: Extract<FromProcess, { type: 'action' }>): Action | null {
    try {
      return applyAnswer(player, answer);
    } catch (error) {
      if (!(error instanceof RangeError) && !(error instanceof MessageError)) throw error;
      this.#decider.warn(`player ${player.unum}, time ${player.world.time}`, error.message);
      return null;
    }
  }
}

/** Values of the parameters of a team. */
export type SentOptions = Readonly<Record<string, unknown>>;

/** Returns the message with what does not change in a match. */
export function composeMatchMessage(
  { side, server, types }: Pick<WorldModel, 'side' | 'server' | 'types'>,
  options: SentOptions,
): FromAgent {
  const playerTypes = types.map((type) => ({ ...type }));
  return { type: 'match', side, server: { ...server }, playerTypes, options: { ...options } };
}

function applyAnswer(
  player: AgentPlayer,
  { action, say, parts, debug }: Extract<FromProcess, { type: 'action' }>,
): Action | null {
  if (say !== undefined) player.say(say);
  else if (parts !== undefined) player.say(parts);
  if (player.debug.isOn) for (const drawing of debug ?? []) draw(player.debug, drawing);
  return action === null ? null : toAction(action, player.unum);
}

/** Returns the action of the package: the fields are the same. */
function toAction(action: ProcessAction, unum: number): Action {
  const { attentionTo } = action;
  if (typeof attentionTo === 'object' && attentionTo.own && attentionTo.unum === unum)
    throw new MessageError(`action.attentionTo.unum: ${unum} is the player itself`);
  return action;
}

function draw(pen: DebugPen, drawing: ProcessDrawing): void {
  const { level, ...rest } = drawing;
  const style = {
    ...(level === undefined ? {} : { level }),
    ...('color' in rest && rest.color !== undefined ? { color: rest.color } : {}),
  };
  switch (drawing.kind) {
    case 'line':
      pen.line(drawing.from, drawing.to, style);
      break;
    case 'circle':
      pen.circle(drawing.at, drawing.radius, { ...style, fill: drawing.fill });
      break;
    case 'point':
      pen.point(drawing.at, style);
      break;
    case 'label':
      pen.label(drawing.at, drawing.text, style);
      break;
    case 'text':
      pen.text(drawing.text, style);
  }
}
