import type { ClipFormat } from '../clips/clip-job.js';
import { type FrameRange, findGoalRanges, listPicturePositions } from '../clips/clip-range.js';
import { loadEncoders } from '../clips/load-encoders.js';
import {
  createControlRow,
  createField,
  createHint,
  createSelect,
  createTextButton,
  download,
  h,
  setText,
} from '../dom.js';
import type { PanelContent } from '../panels/panel.js';
import type { CreatePainter } from '../panels/study-module.js';
import type { MatchSource } from '../source.js';
import type { Viewer } from '../view/viewer.js';
import { listChartFiles } from './chart-files.js';

/** Sizes of pictures, pixels. */
const SIZES = [
  [640, 400],
  [1280, 720],
  [1920, 1080],
] as const;
const SPEEDS = [0.25, 0.5, 1, 2, 4, 8] as const;
const FORMATS: readonly (readonly [ClipFormat, string])[] = [
  ['webm', 'WebM video'],
  ['mp4', 'MP4 video'],
  ['gif', 'Animated image (GIF)'],
];
/** Pictures per second. */
const VIDEO_RATE = 25;
const IMAGE_RATE = 10;
/** Most pictures of a clip: five minutes of video. */
const MAX_PICTURES = 7500;
/** Width of an animated image: larger ones have tens of megabytes. */
const MAX_IMAGE_WIDTH = 640;

/** A part of a file name without characters that file systems do not allow. */
function toFileName(text: string): string {
  return text.replace(/[^\p{L}\p{N}_+-]+/gu, '_') || 'match';
}

/** The panel that saves clips, pictures and charts; `createPainter` draws pictures of a size in pixels. */
export class SavePanel implements PanelContent {
  readonly element: HTMLElement;
  readonly #viewer: Viewer;
  readonly #createPainter: CreatePainter;
  readonly #part = createSelect('Part of the match', [
    ['range', 'the marked part'],
    ['goals', 'all goals'],
    ['moments', ''],
  ]);
  readonly #format = createSelect('Format', FORMATS);
  readonly #size = createSelect(
    'Size',
    SIZES.map(([width, height], i) => [String(i), `${width} × ${height}`]),
  );
  readonly #speed = createSelect(
    'Speed',
    SPEEDS.map((speed) => [String(speed), `${speed}×`]),
  );
  readonly #chart = createSelect('Chart', []);
  readonly #rangeText = createHint('', { role: 'status' });
  readonly #message = createHint('', { role: 'status' });
  readonly #progress = h('progress', {
    max: 1,
    value: 0,
    hidden: true,
    'aria-label': 'Progress of the clip',
  });
  readonly #save: HTMLButtonElement;
  readonly #cancel: HTMLButtonElement;
  #job: AbortController | null = null;
  /** The match of the clip that is being saved, or was saved last. */
  #saved: { readonly source: MatchSource; readonly match: string } | null = null;
  #offered: Viewer['clipParts'] = null;
  #areFormatsKnown = false;
  #chartsKey = '';

  constructor(viewer: Viewer, createPainter: CreatePainter) {
    this.#viewer = viewer;
    this.#createPainter = createPainter;
    (this.#part.options[2] as HTMLOptionElement).hidden = true;
    this.#part.onchange = () => this.#showRange();
    this.#size.value = '1';
    this.#speed.value = '1';
    this.#save = createTextButton('Save the clip', () => void this.#saveClip());
    this.#cancel = createTextButton('Cancel', () => this.#job?.abort(new Error('canceled')));
    this.#cancel.hidden = true;
    this.element = h(
      'div',
      {},
      h('h3', {}, 'Clip'),
      createField('Part of the match', this.#part),
      createControlRow(
        createTextButton('Begin here ([)', () => viewer.markRange('first')),
        createTextButton('End here (])', () => viewer.markRange('last')),
        createTextButton('No mark', () => viewer.clearRange()),
      ),
      this.#rangeText,
      createField('Format', this.#format),
      createField('Size', this.#size),
      createField('Speed', this.#speed),
      createControlRow(this.#save, this.#cancel),
      this.#progress,
      this.#message,
      h('h3', {}, 'Picture of this moment'),
      createControlRow(createTextButton('Save as PNG', () => void this.#savePicture())),
      h('h3', {}, 'Chart of the whole match'),
      createField('Chart', this.#chart),
      createControlRow(createTextButton('Save as SVG', () => void this.#saveChart())),
      createHint(
        'Clips and pictures show what the page shows: the 3D view while it is open, or the part of the field with its options. Maps of shots, passes and heat are left out.',
      ),
    );
    viewer.subscribe((event) => {
      const { source } = viewer;
      if (event === 'source' && (source !== this.#saved?.source || source?.match !== this.#saved?.match))
        this.#job?.abort(new Error('another match was opened'));
      if (event === 'playback' && this.element.isConnected) this.#showRange();
    });
  }

  update(): void {
    this.#showRange();
    this.#listCharts();
    if (this.#areFormatsKnown) return;
    this.#areFormatsKnown = true;
    void this.#markFormats();
  }

  /** Disables formats that the browser cannot encode. */
  async #markFormats(): Promise<void> {
    try {
      const { findFormats } = await loadEncoders();
      const known = await findFormats(1280, 720);
      const reason = isSecureContext ? ' (not in this browser)' : ' (needs HTTPS or localhost)';
      for (const option of this.#format.options) {
        option.disabled = !known.includes(option.value as ClipFormat);
        if (option.disabled && !option.text.includes('(')) option.text += reason;
      }
      if (this.#format.selectedOptions[0]?.disabled === true) this.#format.value = known[0] ?? 'gif';
    } catch (error) {
      this.#areFormatsKnown = false;
      this.#showError(error);
    }
  }

  /** Offers the parts that were listed, and selects them when they are new. */
  #offerParts(): void {
    const { clipParts } = this.#viewer;
    if (clipParts === this.#offered) return;
    this.#offered = clipParts;
    const option = this.#part.options[2] as HTMLOptionElement;
    option.hidden = clipParts === null;
    option.text = clipParts === null ? '' : clipParts.title;
    if (clipParts !== null) this.#part.value = 'moments';
    else if (this.#part.value === 'moments') this.#part.value = 'range';
  }

  #showRange(): void {
    this.#offerParts();
    const { markedRange: range, source, clipParts } = this.#viewer;
    if (this.#part.value === 'moments' && clipParts !== null && source !== null) {
      const frames = clipParts.ranges.reduce((sum, [first, last]) => sum + last - first, 0);
      const seconds = Math.round((frames * source.intervalMs) / 1000);
      setText(this.#rangeText, `${clipParts.title}: ${clipParts.ranges.length} parts, ${seconds} s.`);
      return;
    }
    const text =
      range === null || source === null
        ? 'No part is marked. Go to its begin and press “Begin here”, then to its end and press “End here”.'
        : `Marked: cycles ${getTime(source, range[0])} to ${getTime(source, range[1])}, ${(((range[1] - range[0]) * source.intervalMs) / 1000).toFixed(1)} s.`;
    setText(this.#rangeText, text);
  }

  #listCharts(): void {
    const run = this.#viewer.analysis.findRun(true);
    run?.analyzeSlice();
    const { selected } = this.#viewer;
    const key = `${run?.match} ${run?.isComplete} ${selected}`;
    if (run === null || key === this.#chartsKey) return;
    this.#chartsKey = key;
    const { value } = this.#chart;
    this.#chart.replaceChildren(
      ...listChartFiles(run.getResult().names, selected).map(({ name, title }) =>
        h('option', { value: name }, title),
      ),
    );
    this.#chart.value = value || 'momentum';
    if (this.#chart.selectedIndex < 0) this.#chart.value = 'momentum';
  }

  #findRanges(source: MatchSource): readonly FrameRange[] {
    const { markedRange, clipParts } = this.#viewer;
    if (this.#part.value === 'goals') {
      const ranges = findGoalRanges(source.marks, source.first, source.last);
      if (ranges.length === 0) throw new Error('the match has no goal (yet)');
      return ranges;
    }
    if (this.#part.value === 'moments' && clipParts !== null) return clipParts.ranges;
    if (markedRange === null)
      throw new Error('no part of the match is marked; press “Begin here” and “End here”');
    return [markedRange];
  }

  async #saveClip(): Promise<void> {
    const { source } = this.#viewer;
    if (source === null || this.#job !== null) return;
    const job = new AbortController();
    this.#job = job;
    this.#saved = { source, match: source.match };
    this.#setBusy(true);
    try {
      const format = this.#format.value as ClipFormat;
      const rate = format === 'gif' ? IMAGE_RATE : VIDEO_RATE;
      const positions = listPicturePositions(
        this.#findRanges(source),
        (1000 / rate / source.intervalMs) * Number(this.#speed.value),
      );
      if (positions.length > MAX_PICTURES) {
        throw new Error(
          `the clip would have ${positions.length} pictures, but ${MAX_PICTURES} is the limit; choose a shorter part, fewer moments or a higher speed`,
        );
      }
      const [width, height] = chooseSize(SIZES[Number(this.#size.value)] ?? SIZES[1], format);
      const painter = this.#createPainter(source, width, height);
      const { encodeClip } = await loadEncoders();
      const file = await encodeClip(
        {
          width,
          height,
          pictureRate: rate,
          count: positions.length,
          draw: (index) => painter.draw(positions[index] ?? source.first),
        },
        {
          format,
          signal: job.signal,
          onProgress: (share) => {
            this.#progress.value = share;
          },
        },
      );
      download(file, `${this.#createName()}.${format}`);
      setText(this.#message, `Saved: ${positions.length} pictures, ${(file.size / 1e6).toFixed(1)} MB.`);
    } catch (error) {
      this.#showError(error);
    } finally {
      this.#job = null;
      this.#setBusy(false);
    }
  }

  async #savePicture(): Promise<void> {
    const { source, frameIndex } = this.#viewer;
    if (source === null) return;
    try {
      const [width, height] = SIZES[Number(this.#size.value)] ?? SIZES[1];
      const canvas = await this.#createPainter(source, width, height).draw(frameIndex);
      const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
      if (file === null) throw new Error('the browser cannot create a picture of this size');
      download(file, `${this.#createName()}-${getTime(source, frameIndex)}.png`);
    } catch (error) {
      this.#showError(error);
    }
  }

  async #saveChart(): Promise<void> {
    const run = this.#viewer.analysis.findRun(true);
    if (run === null) return;
    try {
      while (!run.isComplete) {
        setText(this.#message, `Analyzing frame ${run.nextIndex} of ${run.source.last} …`);
        run.analyzeSlice();
        await new Promise((resolve) => setTimeout(resolve, 4));
        if (run.source !== this.#viewer.source) throw new Error('another match was opened');
      }
      setText(this.#message, '');
      const analysis = run.getResult();
      const charts = listChartFiles(analysis.names, this.#viewer.selected);
      const chart = charts.find(({ name }) => name === this.#chart.value);
      if (chart === undefined) throw new Error('no chart is chosen');
      const file = new Blob([chart.draw(analysis)], { type: 'image/svg+xml' });
      download(file, `${this.#createName()}-${chart.name}.svg`);
    } catch (error) {
      this.#showError(error);
    }
  }

  #createName(): string {
    const { frame } = this.#viewer;
    return toFileName(`${frame?.left.name || 'left'}-${frame?.right.name || 'right'}`);
  }

  #setBusy(isBusy: boolean): void {
    this.#save.disabled = isBusy;
    this.#cancel.hidden = !isBusy;
    this.#progress.hidden = !isBusy;
    this.#progress.value = 0;
    if (isBusy) setText(this.#message, 'Drawing and encoding …');
  }

  #showError(error: unknown): void {
    setText(this.#message, `Not saved: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function chooseSize(
  [width, height]: readonly [number, number],
  format: ClipFormat,
): readonly [number, number] {
  if (format !== 'gif' || width <= MAX_IMAGE_WIDTH) return [width, height];
  return [MAX_IMAGE_WIDTH, 2 * Math.round((MAX_IMAGE_WIDTH * height) / width / 2)];
}

function getTime(source: MatchSource, index: number): number {
  return source.getFrame(index)?.time ?? 0;
}
