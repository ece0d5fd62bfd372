/**
 * Colors and fonts of the viewer, the playground, the pages of the programs and the documentation: for light and for dark pages. All
 * other places take them from here.
 */
export const DESIGN = {
  /** Light, dark. Texts have a contrast of at least 4.5 to the grounds. */
  colors: {
    /** The page, panels on it, and controls on these. */
    ground: ['#eef2ef', '#0f1512'],
    panel: ['#fbfdfb', '#161e1a'],
    raised: ['#e6ece8', '#212b26'],
    /** Edges of controls, lines between rows, tracks of sliders. */
    edge: ['#b9c5bd', '#33403a'],
    line: ['#dce4de', '#222c27'],
    track: ['#a9b8af', '#3a4842'],
    text: ['#121a16', '#eff5f1'],
    soft: ['#4b5a52', '#aebdb4'],
    accent: ['#08703d', '#7be3a2'],
    /** Ground of the main button, with white text. */
    action: ['#2b6b3c', '#2f7a44'],
    live: ['#c4221a', '#ff5d55'],
    bad: ['#a3201d', '#ff9a94'],
    warn: ['#7a4a00', '#ffd98a'],
    focus: ['#8a4b00', '#ffd866'],
  },
  font: 'system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif',
  codeFont: 'ui-monospace, Menlo, Consolas, monospace',
} as const;

/** Grass: around the pitch, and the stripes of the pitch. */
export const PITCH_GRASS: { readonly around: string; readonly light: string; readonly dark: string } = {
  around: '#2c6139',
  light: '#3f8650',
  dark: '#397c49',
};

/** Least height of controls, CSS pixels: for a mouse, and for fingers, where it is the least width too. */
const CONTROL_PX = [34, 44] as const;

/** Name of a color. */
export type DesignColor = keyof typeof DESIGN.colors;

/** Returns a color as CSS, for light and dark pages. */
export function formatColor(name: DesignColor): string {
  const [light, dark] = DESIGN.colors[name];
  return `light-dark(${light}, ${dark})`;
}

/** Returns colors, fonts and the least height of controls as CSS custom properties: `--ground`, `--grass`, `--font`, `--control` and so on. */
export function formatDesign(): string {
  const colors = (Object.keys(DESIGN.colors) as DesignColor[]).map(
    (name) => `--${name}: ${formatColor(name)};`,
  );
  return [
    ...colors,
    `--grass: ${PITCH_GRASS.light};`,
    `--font: ${DESIGN.font};`,
    `--code-font: ${DESIGN.codeFont};`,
    `--control: ${CONTROL_PX[0]}px;`,
    `@media (pointer: coarse) { --control: ${CONTROL_PX[1]}px; }`,
  ].join(' ');
}

/** The mark of the project, an SVG text: a ball in the center circle. */
export const PAGE_ICON: string = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="${PITCH_GRASS.light}"/><circle cx="32" cy="32" r="19" fill="none" stroke="#fff" stroke-width="4"/><path d="M32 0v64" stroke="#fff" stroke-width="4"/><circle cx="32" cy="32" r="7" fill="#fff"/></svg>`;
