import type { Frame, Side } from '@rcss/core';
import { SharedAnalysis } from '../analysis/shared-analysis.js';
import { Camera } from '../camera.js';
import { DebugView } from '../debug/debug-view.js';
import type { DraggedObject, Ruler } from '../draw/draw-context.js';
import { chooseKits, type MatchKits, type TeamColors } from '../kits.js';
import { loadOptions, type OptionStorage, type ViewOptions } from '../options.js';
import { Playback } from '../playback.js';
import { createScene, type Picture, type PictureParams } from '../scene.js';
import type { MatchSource, NotesLayer } from '../source.js';
import { DrawingTimer } from './drawing-timer.js';
import type { SpatialView } from './spatial-view.js';

/** Automatic selection: the player nearest to the ball, of all players or of a side. */
export type AutoSelect = Side | '' | 'all';
/** Object that the camera follows; empty for none. */
export type FollowTarget = '' | 'ball' | 'player';

/** What changed; sent to the parts of the page around the field. */
export type ViewerEvent = 'frame' | 'source' | 'options' | 'playback' | 'selection' | 'camera';

/** What is shown and how: match, moment, camera, options and selection, with the listeners to their changes. */
export class ViewState {
  readonly camera: Camera = new Camera();
  readonly playback: Playback = new Playback();
  readonly scene: Picture = createScene();
  readonly drawingTimer: DrawingTimer = new DrawingTimer();
  /** Statistics of the match that is shown. */
  readonly analysis: SharedAnalysis = new SharedAnalysis(this);
  /** What agents reported about the match. */
  readonly debug: DebugView = new DebugView();
  options: ViewOptions;
  source: MatchSource | null = null;
  /** Frame that is shown; null before the first one. Valid until the next picture. */
  frame: Frame | null = null;
  /** The cycle that a new match shows first; nothing is drawn until the log has been read so far. Null: any cycle. */
  wantedCycle: number | null = null;
  kits: MatchKits;
  /** Colors that the organizer has set, by team name. */
  teamColors: TeamColors = {};
  /** Addresses of the crests that the organizer has set, by team name. They are shown as images only, in which browsers run nothing. */
  teamCrests: Readonly<Record<string, string>> = {};
  selected = -1;
  hovered = -1;
  autoSelect: AutoSelect = '';
  followed: FollowTarget = '';
  ruler: Ruler | null = null;
  dragged: DraggedObject | null = null;
  /** First and last frame of the part that was marked for a clip; null if none is. */
  markedRange: readonly [first: number, last: number] | null = null;
  /** Parts of the match that were listed for a clip, with a title; null if none are. */
  clipParts: {
    readonly title: string;
    readonly ranges: readonly (readonly [first: number, last: number])[];
  } | null = null;
  /** Whether the story of the match begins with its best scenes, once. */
  opensWithScenes = false;
  /** Whether a goal is replayed, or will be in some seconds. */
  hasReplay = false;
  /** Dragging moves players instead of the field. */
  isMoveToolOn = false;
  /** The study that is shown over the match. */
  notes: NotesLayer | null = null;
  /** The 3D view while it is open. */
  spatial: SpatialView | null = null;
  /** Scale of texts, lines and controls: 1 on usual screens, larger on very large ones. */
  textScale = 1;
  /** Whether the viewer is the whole page. In another page, the wheel scrolls if the whole field is shown already. */
  isWholePage: () => boolean = () => true;
  /** Whether the wheel zooms; otherwise it scrolls the page. */
  usesWheel: () => boolean = () => true;
  /** Address of the live match as a game log; empty if it cannot be saved. */
  saveUrl = '';
  /** Address of the page with all matches; empty if there is none. */
  backLink = '';
  /** Address that finds moments in all logs of the server; empty if there is none. */
  searchPath = '';
  /** Whether the page can show two logs side by side, with `?compare`. */
  hasComparison = false;
  /** What the score board says while there is no match. */
  emptyState: 'LOADING' | 'NO MATCH' = 'NO MATCH';
  /** Shows a line of text for a few seconds. */
  notify: (text: string) => void = () => {};
  /** Asks a question before a command that cannot be undone; `label` is the text of the button that agrees. */
  confirm: (question: string, label: string) => Promise<boolean> = () => Promise.resolve(true);
  /** Whether the next tick draws a picture although nothing moves. */
  isDrawRequested = true;
  readonly #listeners = new Set<(event: ViewerEvent) => void>();

  constructor(storage: OptionStorage | undefined) {
    this.options = loadOptions(storage);
    this.kits = chooseKits(this.options.kits, '', '');
  }

  /** Calls the listener at every event of the viewer. */
  subscribe(listener: (event: ViewerEvent) => void): void {
    this.#listeners.add(listener);
  }

  /** Sends an event to all listeners and requests a new picture. */
  emit(event: ViewerEvent): void {
    this.isDrawRequested = true;
    this.notifyListeners(event);
  }

  /** Sends an event about the picture that is being drawn to all listeners. */
  notifyListeners(event: ViewerEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  /** Requests a new picture although nothing moved. */
  requestDraw(): void {
    this.isDrawRequested = true;
  }

  /** Index of the frame that is shown. */
  get frameIndex(): number {
    return Math.max(0, Math.floor(this.playback.position + 1e-6));
  }

  /** Whether the newest frame of a live match is shown. */
  get isLive(): boolean {
    return this.source?.kind === 'live' && this.playback.isLive;
  }

  /** Whether a live match has ended, as far as its frames say. */
  get isOver(): boolean {
    const { source } = this;
    return source?.kind === 'live' && source.getFrame(source.last)?.playMode === 'time_over';
  }

  /** Server parameters and player types of the match; empty without a source. */
  get params(): PictureParams {
    return { server: this.source?.serverParams ?? {}, types: this.source?.types ?? new Map() };
  }
}
