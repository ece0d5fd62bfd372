/** What the drawings of the figures share: colors, numbers, and the frame of an SVG. */

/** Colors of a drawing. The still pictures have plain colors, the pages those of their theme. */
export interface Palette {
  readonly text: string;
  readonly line: string;
  readonly area: string;
  readonly first: string;
  readonly second: string;
  readonly third: string;
  readonly fourth: string;
}

/** Colors on a white page. */
export const STILL_PALETTE: Palette = {
  text: '#3c3c43',
  line: '#8e8e93',
  area: '#f6f6f7',
  first: '#1f6fb2',
  second: '#b3261e',
  third: '#2b6b3c',
  fourth: '#8a4fbf',
};

/** Colors of the site; `style.css` sets them for both themes. */
export const PAGE_PALETTE: Palette = {
  text: 'var(--figure-text)',
  line: 'var(--figure-line)',
  area: 'var(--figure-area)',
  first: 'var(--figure-first)',
  second: 'var(--figure-second)',
  third: 'var(--figure-third)',
  fourth: 'var(--figure-fourth)',
};

/** Colors of grass, lines and objects on it, equal in both themes. */
export const GRASS = '#2f7d3b';
export const GRASS_LINE = '#cfe8d2';

/** Width of the still pictures, pixels. */
export const STILL_WIDTH = 720;

/** How a figure is drawn: its width in pixels, and its colors. */
export interface DrawOptions {
  readonly width: number;
  readonly palette: Palette;
  /** Whether the page has the text beside the picture; a still picture has it as its title. */
  readonly isTextBeside: boolean;
}

/** A drawn figure. */
export interface SvgDrawing {
  readonly svg: string;
  /** What the picture shows, for readers who do not see it; without marks of XML. */
  readonly text: string;
}

/** A coordinate in an SVG: at most two decimals. */
export const px = (value: number): string => String(Math.round(value * 100) / 100 + 0);

export const escapeSvgText = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Font size of all texts, pixels. */
export const FONT_SIZE = 13;

/** One text; `anchor` as of SVG. */
export function label(
  x: number,
  y: number,
  text: string,
  fill: string,
  anchor: 'start' | 'middle' | 'end' = 'start',
): string {
  return `<text x="${px(x)}" y="${px(y)}" fill="${fill}" text-anchor="${anchor}">${escapeSvgText(text)}</text>`;
}

/** Whole SVG of a drawing. */
export function toSvg(
  { width, isTextBeside }: DrawOptions,
  height: number,
  text: string,
  parts: readonly string[],
): string {
  const size = `width="${px(width)}" height="${px(height)}" viewBox="0 0 ${px(width)} ${px(height)}"`;
  const name = isTextBeside
    ? 'aria-hidden="true"'
    : `role="img" font-family="system-ui, sans-serif" font-size="${FONT_SIZE}"`;
  const title = isTextBeside ? '' : `<title>${escapeSvgText(text)}</title>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${name}>${title}${parts.join('')}</svg>\n`;
}
