import type { Compiled } from '@rcss/team-frames/compile';
import { createElement, findElement, showStatus } from '../controls/elements.js';
import type { MatchSettings, TeamFailure } from '../messages.js';
import type { Opponents } from '../policies/opponents.js';
import FIRST_TEAM from '../teams/first-team.ts?compiled';
import type { CodeField } from './code-field.js';
import type { PageMatchPlayer } from './match-player.js';
import { LOAD_AGAIN } from './match-player.js';
import type { MatchView } from './match-view.js';
import type { PageLessons } from './page-lessons.js';

/** Time for the decisions of a team in one cycle, ms. */
const LIMIT_MS = 3_000;
const ALLOWED_SEED = 'Seed: 0 to 2147483648.';
const ALLOWED_CYCLES = 'Cycles: 100 to 6000 in steps of 100.';

const isFilled = (field: HTMLInputElement) => field.validity.valid && !Number.isNaN(field.valueAsNumber);

/** Shows why a match stopped before its end. */
export function showFailure({ team, cycle, unum, message, line }: TeamFailure, field: CodeField): void {
  const place = [
    team,
    unum > 0 ? `player ${unum}` : '',
    cycle > 0 ? `cycle ${cycle}` : '',
    line === null ? '' : `line ${line}`,
  ].filter((part) => part !== '');
  showStatus(`${place.join(', ')}: ${message}`.replace(/^: /, ''), true);
  // The code of other teams is not in the editor.
  if (line !== null && (team === '' || team === 'Mine')) field.markError(line, message);
}

/** Compiles code of the editor; that of the first team is compiled already. */
async function compile(source: string): Promise<Compiled> {
  if (source === FIRST_TEAM.source) return { ok: true, code: FIRST_TEAM.code };
  const { compileTeam } = await import('@rcss/team-frames/compile');
  return compileTeam(source);
}

/** What the buttons do that begin a match. */
export class MatchActions {
  readonly #field: CodeField;
  readonly #lessons: PageLessons;
  readonly #opponents: Opponents;
  readonly #view: MatchView;
  readonly #player: PageMatchPlayer;
  readonly #seedField = findElement<HTMLInputElement>('seed');
  readonly #cyclesField = findElement<HTMLInputElement>('cycles');
  readonly #watchedField = findElement<HTMLSelectElement>('watched');
  readonly #sideField = findElement<HTMLSelectElement>('side');
  readonly #unknownBox = findElement('unknown');

  constructor(
    field: CodeField,
    lessons: PageLessons,
    opponents: Opponents,
    view: MatchView,
    player: PageMatchPlayer,
  ) {
    this.#field = field;
    this.#lessons = lessons;
    this.#opponents = opponents;
    this.#view = view;
    this.#player = player;
    this.#watchedField.append(
      ...Array.from({ length: 11 }, (_, i) => new Option(`player ${i + 1}`, `${i + 1}`)),
    );
  }

  /** Plays a match from its beginning. */
  async run(): Promise<void> {
    const lesson = this.#lessons.id;
    if (!isFilled(this.#seedField) || (lesson === null && !isFilled(this.#cyclesField))) {
      showStatus(`${ALLOWED_SEED} ${ALLOWED_CYCLES}`, true);
      return;
    }
    const source = this.#field.code;
    const code = await this.#compileCode();
    if (code === null) return;
    const settings = await this.#createSettings(code, lesson);
    // On a phone, the code is below the field.
    findElement('match').scrollIntoView({ block: 'nearest' });
    await this.#play(settings, 0, lesson, source);
  }

  /** Plays the lesson with a ball that stays on the ground, then the same seed with one that does not, and shows both. */
  async compareHeights(): Promise<void> {
    if (!isFilled(this.#seedField)) {
      showStatus(ALLOWED_SEED, true);
      return;
    }
    const lesson = this.#lessons.id;
    const code = await this.#compileCode();
    if (code === null) return;
    const settings = await this.#createSettings(code, lesson);
    void this.#play({ ...settings, height: 'ground' }, 0, lesson, null);
    if (!(await this.#player.waitForEnd()) || this.#view.log.length === 0) return;
    this.#view.turnOnComparison();
    await this.#play(settings, 0, lesson, null);
  }

  /** Plays the last match again up to the frame that is shown; from there the code of the editor decides. */
  async continueHere(): Promise<void> {
    const frame = this.#view.frameIndex;
    const { match } = this.#player;
    const opened = this.#view.shownLog;
    if (frame !== null && opened !== null) {
      await this.#continueLog(opened, frame);
      return;
    }
    if (match === null || frame === null) return;
    const { settings, lesson } = match;
    const isFree = settings.goals === undefined;
    if (isFree && !isFilled(this.#cyclesField)) {
      showStatus(ALLOWED_CYCLES, true);
      return;
    }
    const code = await this.#compileCode();
    if (code === null) return;
    const continued = {
      ...settings,
      left: { ...settings.left, code },
      cycles: isFree ? this.#cyclesField.valueAsNumber : settings.cycles,
      repeatedFrames: frame + 1,
    };
    await this.#play(continued, frame, lesson, null);
  }

  /** Plays the opened log on from a frame; the code of the editor takes over one of its teams. */
  async #continueLog(bytes: Uint8Array<ArrayBuffer>, frame: number): Promise<void> {
    if (!isFilled(this.#seedField) || !isFilled(this.#cyclesField)) {
      showStatus(`${ALLOWED_SEED} ${ALLOWED_CYCLES}`, true);
      return;
    }
    const code = await this.#compileCode();
    if (code === null) return;
    const seed = this.#seedField.valueAsNumber;
    const side = this.#sideField.value === 'r' ? 'r' : 'l';
    try {
      const { readLogState } = await import('../logs/log-state.js');
      const { params, from, unknown } = readLogState(bytes, frame, seed);
      const settings = {
        ...this.#opponents.createTeams(code),
        seed,
        cycles: this.#cyclesField.valueAsNumber,
        limitMs: LIMIT_MS,
        start: { params, from, side },
      } as const;
      const started = this.#play(settings, 0, null, null);
      this.#unknownBox.hidden = unknown.length === 0;
      this.#unknownBox
        .querySelector('ul')
        ?.replaceChildren(...unknown.map((text) => createElement('li', {}, text)));
      await started;
    } catch (error) {
      showStatus(`The log does not go on from this cycle: ${(error as Error).message}`, true);
    }
  }

  /** Returns what the page plays with compiled code. */
  async #createSettings(code: string, lessonId: string | null): Promise<MatchSettings> {
    const fixed = { seed: this.#seedField.valueAsNumber, limitMs: LIMIT_MS };
    const lesson = lessonId === null ? undefined : (await this.#lessons.loadList()).find(lessonId);
    if (lesson !== undefined) {
      const { createLessonMatch } = await import('../lessons/lesson.js');
      return { ...createLessonMatch(lesson, code), ...fixed };
    }
    return { ...this.#opponents.createTeams(code), cycles: this.#cyclesField.valueAsNumber, ...fixed };
  }

  /** Compiles the code of the editor; null if it has an error, which is shown. */
  async #compileCode(): Promise<string | null> {
    this.#field.removeError();
    // The result of the match before does not belong to this code.
    showStatus('The code is being compiled.');
    let compiled: Compiled;
    try {
      compiled = await compile(this.#field.code);
    } catch {
      // A part of the page that is loaded when it is used: the network is gone, or the page has a new version.
      showStatus(`The compiler cannot be loaded. ${LOAD_AGAIN}`, true);
      return null;
    }
    if (compiled.ok) return compiled.code;
    const { message, line } = compiled;
    showFailure({ team: '', cycle: 0, unum: 0, message, line }, this.#field);
    return null;
  }

  /** Plays a match, with what the chosen player sees and believes. */
  async #play(
    settings: MatchSettings,
    firstFrame: number,
    lesson: string | null,
    code: string | null,
  ): Promise<void> {
    const watched = Number(this.#watchedField.value);
    const { watched: _, ...left } = settings.left;
    const shown = { ...settings, left: watched === 0 ? left : { ...left, watched } };
    this.#unknownBox.hidden = true;
    await this.#player.play({ settings: shown, lesson, code }, firstFrame);
  }
}
