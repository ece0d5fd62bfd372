/** A canvas at the display's pixel ratio; sizes in CSS pixels. */
export interface ChartCanvas {
  readonly canvas: HTMLCanvasElement;
  readonly width: number;
  readonly height: number;
  /** Device pixels per CSS pixel. */
  readonly ratio: number;
  /** Clears the chart and returns its context with the origin at the top left corner. */
  clear(): CanvasRenderingContext2D;
}

/** Creates a chart in a canvas, with a size in CSS pixels. */
export function createChartCanvas(canvas: HTMLCanvasElement, width: number, height: number): ChartCanvas {
  const ratio = globalThis.devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  canvas.style.width = '100%';
  canvas.style.aspectRatio = `${width} / ${height}`;
  return {
    canvas,
    width,
    height,
    ratio,
    clear() {
      const c = canvas.getContext('2d') as CanvasRenderingContext2D;
      c.setTransform(ratio, 0, 0, ratio, 0, 0);
      c.clearRect(0, 0, width, height);
      return c;
    },
  };
}

/** Returns the background of the panel that contains an element, as `#rrggbb`. */
export function readPanelBackground(element: Element): string {
  return readBackground(element.closest('.panel') ?? element);
}

/** Returns the background of an element, which depends on the color scheme, likewise. */
export function readBackground(element: Element): string {
  const channels = getComputedStyle(element).backgroundColor.match(/\d+/g)?.slice(0, 3) ?? ['22', '30', '26'];
  return `#${channels.map((value) => Number(value).toString(16).padStart(2, '0')).join('')}`;
}
