/** The part of the panel "Why?" that asks for the decision again, and for futures of the recording. */
import { playerSlot, type Side } from '@rcss/core';
import type { DebugRecord, DebugShape } from '@rcss/core/debug-channel';
import { createControlRow, createField, createHint, createSelect, createTextButton, h } from '../dom.js';
import type { Viewer } from '../view/viewer.js';
import type { WhyDecision, WhyPart } from '../why-parts.js';
import { askRecording } from './ask-recording.js';
import { describeBeliefs } from './describe-decision.js';

/** A decision that is asked about. */
export interface WhyMoment {
  /** 0 to 21. */
  readonly player: number;
  readonly time: number;
  readonly stoppageTime: number;
  /** Its commands, as far as they are known. */
  readonly commands: string;
}

/** Futures whose balls are drawn, and lines of each. */
const MAX_DRAWN = 40;
const MAX_LINES = 25;
const SIDES = ['l', 'r'] as const;

const createNumber = (label: string, value: string, max: number) =>
  h('input', { type: 'number', min: 1, max, value, 'aria-label': label });

export class RunAgain {
  readonly element: HTMLElement = h('div', {});
  readonly #viewer: Viewer;
  readonly #commands = h('input', { type: 'text', 'aria-label': 'Its commands' });
  readonly #count = createNumber('Futures', '10', 200);
  readonly #cycles = createNumber('Cycles', '50', 3000);
  readonly #seed = createNumber('First seed', '', 2 ** 31 - 1000);
  readonly #set = h('input', {
    type: 'text',
    'aria-label': 'Parameters',
    placeholder: 'server::ball_rand=0',
  });
  readonly #versions: Partial<Record<Side, HTMLSelectElement>> = {};
  readonly #stop = createTextButton('Stop', () => this.#work?.abort(), { hidden: true });
  readonly #progress = createHint();
  readonly #answer = h('ul', { class: 'list texts' });
  readonly #result = h('p', { role: 'status' });
  #offer: Viewer['debug']['offer'] | undefined;
  #moment!: WhyMoment;
  #work: AbortController | null = null;
  #shapes: DebugShape[] = [];

  constructor(viewer: Viewer) {
    this.#viewer = viewer;
  }

  update(moment: WhyMoment): void {
    this.#moment = moment;
    this.#commands.placeholder = moment.commands || '(turn 30)(dash 80)';
    const { offer } = this.#viewer.debug;
    if (offer === this.#offer) return;
    this.#work?.abort();
    this.#offer = offer;
    this.#build();
  }

  #build(): void {
    const offer = this.#offer;
    const title = h('h4', {}, 'Run again');
    if (!offer || offer.teams.l.length + offer.teams.r.length === 0) {
      const text =
        'To decide again and to play on, record the match (rcss match --record) and start this page with its teams: ';
      const command = h('code', {}, 'rcss replay match.rcg --left-start TEAM --right-start TEAM');
      this.element.replaceChildren(title, createHint(text), command);
      return;
    }
    for (const side of SIDES)
      this.#versions[side] = createSelect(
        side === 'l' ? 'Left team' : 'Right team',
        offer.teams[side].map((name, i) => [String(i), name] as const),
      );
    this.element.replaceChildren(
      title,
      ...SIDES.filter((side) => offer.teams[side].length > 1).map((side) =>
        h('div', { class: 'choices' }, this.#versions[side]),
      ),
      createControlRow(createTextButton('Decide again', () => void this.#decide())),
      h('h4', {}, 'Play on from here'),
      createField('Its commands', this.#commands),
      createField('Futures', this.#count),
      createField('Cycles', this.#cycles),
      createField('First seed', this.#seed),
      createField('Parameters', this.#set),
      createControlRow(
        createTextButton('Play on', () => void this.#playOn()),
        this.#stop,
      ),
      this.#progress,
      this.#result,
      this.#answer,
    );
  }

  #decide(): Promise<void> {
    const { time, stoppageTime, player } = this.#moment;
    return this.#ask({ ask: 'decide', time, stoppageTime }, ({ decided }) => {
      if (decided === undefined) return;
      const { frame } = this.#viewer;
      const beliefs = frame?.time === time ? decided.records.flatMap(({ beliefs: one }) => one ?? []) : [];
      const [result, lines] = describeDecided(decided);
      this.#show(result, [...lines, ...beliefs.flatMap((one) => describeBeliefs(one, frame!, player))]);
      this.#draw(decided.records, time, time);
    });
  }

  #playOn(): Promise<void> {
    const { time, player } = this.#moment;
    const [count, cycles] = [Number(this.#count.value), Number(this.#cycles.value)];
    const commands = this.#commands.value.trim();
    const set = this.#set.value.trim();
    const seed = this.#seed.value === '' ? (count === 1 ? null : 1) : Number(this.#seed.value);
    const question = {
      ...{ ask: 'futures', time, count, cycles, seed, commands: commands === '' ? null : commands },
      set: set === '' ? [] : set.split(/\s+/),
    };
    const lines: string[] = [];
    this.#shapes = [];
    return this.#ask(question, ({ future, summary, ball }) => {
      if (future === undefined || summary === undefined) return;
      lines.push(future);
      this.#show(`${lines.length} of ${count}: ${summary}`, lines);
      if (lines.length <= MAX_DRAWN) this.#shapes.push(...drawBall(ball ?? []));
      this.#draw([{ ...playerSlot(player), time, shapes: this.#shapes }], time, time + cycles);
    });
  }

  /** Draws records of the player in the frames of the game times `from` to `to`. */
  #draw(records: readonly DebugRecord[], from: number, to: number): void {
    const { player } = this.#moment;
    this.#viewer.debug.showFutures({ entry: { player, seen: [], records }, from, to });
    this.#viewer.requestDraw();
  }

  /** Asks a question in place of the one before, whose programs end. */
  async #ask(question: Readonly<Record<string, unknown>>, take: (part: WhyPart) => void): Promise<void> {
    this.#work?.abort();
    const work = new AbortController();
    this.#work = work;
    this.#show('', []);
    this.#stop.hidden = false;
    this.#progress.textContent = 'The programs start …';
    const { side, unum } = playerSlot(this.#moment.player);
    const all = {
      ...{ player: `${side}${unum}`, ...question },
      ...{ left: Number(this.#versions.l!.value || 0), right: Number(this.#versions.r!.value || 0) },
    };
    try {
      for await (const part of askRecording(this.#offer!, all, work.signal)) {
        if (work !== this.#work) return;
        if (part.cycle !== undefined) this.#progress.textContent = `Cycle ${part.cycle} …`;
        take(part);
      }
    } catch (error) {
      if (work === this.#work && !work.signal.aborted) this.#show((error as Error).message, []);
    }
    if (work !== this.#work) return;
    this.#stop.hidden = true;
    this.#progress.textContent = work.signal.aborted ? 'Stopped.' : '';
  }

  #show(result: string, lines: readonly string[]): void {
    this.#result.textContent = result;
    this.#answer.replaceChildren(...lines.map((text) => h('li', {}, h('span', {}, text))));
    this.#answer.scrollIntoView({ block: 'nearest' });
  }
}

/** Compares a decision with the recorded one: in a few words, and in lines. */
function describeDecided({ recorded, decided, others, decisions, records }: WhyDecision): [string, string[]] {
  const [then, now] = [recorded.join(''), decided.join('')];
  const texts = records.flatMap((record) => record.texts ?? []).map(({ text }) => text);
  const before = others - (then === now ? 0 : 1);
  return [
    then === now ? 'The same commands.' : 'Other commands.',
    [
      `then ${then || 'no command'}`,
      `now ${now || 'no command'}`,
      ...texts,
      `${before} of ${decisions - 1} decisions before are other ones`,
    ],
  ];
}

function drawBall(ball: readonly (readonly [number, number])[]): DebugShape[] {
  const step = Math.max(1, Math.ceil(ball.length / MAX_LINES));
  const places = ball.filter((_, i) => i % step === 0 || i === ball.length - 1);
  return places.slice(1).map(([x2, y2], i) => {
    const [x1, y1] = places[i]!;
    return { kind: 'line', x1, y1, x2, y2, color: 'white' };
  });
}
