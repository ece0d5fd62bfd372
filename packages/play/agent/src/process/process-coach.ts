import type { AgentCoach, CoachOrders } from '../team/agent-coach.js';
import type { LaterDecision } from '../team/later-decision.js';
import type { SeenPlayer } from '../team/seen-player.js';
import { describeMotion, pick, round } from './belief.js';
import type { Decider, PendingDecision } from './decider.js';
import type { FromProcess, ProcessView } from './messages.js';
import { composeMatchMessage, type SentOptions } from './process-player.js';

/** Decisions of the coach in a process. */
export class ProcessCoach implements LaterDecision<AgentCoach, 'coach', CoachOrders> {
  readonly #decider: Decider;
  readonly #options: SentOptions;

  constructor(decider: Decider, options: SentOptions) {
    this.#decider = decider;
    this.#options = options;
  }

  decides(): boolean {
    return true;
  }

  request(coach: AgentCoach, _: 'coach', settle: (orders: CoachOrders | null) => void): () => void {
    const who = `coach, time ${coach.time}`;
    const request: PendingDecision = {
      who,
      answerType: 'orders',
      match: () => composeMatchMessage(coach, this.#options),
      compose: (id) => ({ type: 'coach', id, view: describeView(coach) }),
      ask: () => ({ action: null }),
      settle: (answer) => settle(answer?.type === 'orders' ? this.#apply(coach, answer, who) : null),
    };
    this.#decider.request(request);
    return () => this.#decider.cancel(request);
  }

  #apply(
    coach: AgentCoach,
    { types, say }: Extract<FromProcess, { type: 'orders' }>,
    who: string,
  ): CoachOrders | null {
    try {
      for (const { unum, type } of types) coach.changeType(unum, type);
      for (const text of say) coach.say(text);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.#decider.warn(who, `orders: ${error.message}`);
    }
    return coach.takeOrders();
  }
}

function describeView(coach: AgentCoach): ProcessView {
  const { mode, refusals, ball, teammates, opponents } = coach;
  return {
    ...pick(coach, 'time', 'goalsFor', 'goalsAgainst', 'substitutionsLeft'),
    mode: mode.kind,
    modeIsOwn: mode.isOwn,
    freeTypes: coach.freeTypes.map(({ id }) => id),
    refusals: [...refusals],
    ball: describeMotion(ball),
    teammates: teammates.map(describePlayer),
    opponents: opponents.map(describePlayer),
    opponentModel: describeModel(coach),
  };
}

function describeModel({ opponentModel, ball }: AgentCoach): ProcessView['opponentModel'] {
  const { cycles, shape, line, formation, players } = opponentModel;
  const orNull = (value: number | null): number | null => (value === null ? null : round(value));
  // Their frame is the own one turned by half a circle.
  const seen = { x: -ball.pos.x, y: -ball.pos.y };
  const places = Array.from({ length: formation?.players ?? 0 }, (_, i) => {
    const { x, y } = formation!.place(i + 1, seen);
    return { unum: i + 1, line: formation!.role(i + 1).line, x: round(-x), y: round(-y) };
  });
  return {
    cycles,
    shape,
    lineWithBall: orNull(line.withBall),
    lineWithoutBall: orNull(line.withoutBall),
    places,
    players: players.slice(1).map(({ passesTo, setPlays, marks, ...rest }) => ({
      ...rest,
      passesTo: [...passesTo],
      setPlays: { ...setPlays },
      marks: [...marks],
    })),
  };
}

function describePlayer(player: SeenPlayer): ProcessView['teammates'][number] {
  return {
    ...pick(player, 'unum', 'goalie', 'body', 'neck', 'tackling', 'kicked', 'typeId'),
    ...describeMotion(player),
  };
}
