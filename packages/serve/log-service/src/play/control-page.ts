/** Creates the page that controls a log player: buttons, and the viewer that shows the same log. */
import { formatDesign, pageHtml } from '@rcss/viewer/page';

export const CONTROL_SCRIPT_PATH = '/control.js';
export const CONTROL_SOCKET_PATH = '/control';

const STYLE = `
rcss-viewer{bottom:4.25rem!important;height:auto!important}
#controls{position:fixed;inset:auto 0 0 0;height:4.25rem;box-sizing:border-box;padding:.35rem .6rem;display:grid;
grid-template-columns:auto 1fr auto;grid-template-rows:1.6rem 1.7rem;gap:.25rem .6rem;align-items:center;
color-scheme:dark;${formatDesign()}
background:var(--panel);border-top:1px solid var(--edge);font:14px/1.2 var(--font);color:var(--text)}
#controls .buttons{display:flex;gap:.2rem}
#controls button{min-width:2rem;height:1.65rem;border:1px solid var(--edge);border-radius:.3rem;background:var(--raised);color:inherit;
font:inherit;cursor:pointer}
#controls svg{width:.85rem;height:.85rem;fill:currentColor;vertical-align:middle}
#controls button:hover{background:var(--edge)}#controls button:focus-visible{outline:2px solid var(--focus)}
#controls button[aria-pressed=true]{background:var(--action);border-color:var(--action)}
#controls input[type=range]{grid-column:1/4;width:100%;margin:0;accent-color:var(--accent)}
#controls input[type=number],#controls select{height:1.6rem;background:var(--raised);color:inherit;border:1px solid var(--edge);
border-radius:.3rem;font:inherit}
#controls input[type=number]{width:5rem}#controls select{max-width:14rem}
#status{white-space:nowrap;overflow:hidden;text-overflow:ellipsis;font-variant-numeric:tabular-nums}
#controls .right{display:flex;gap:.3rem;align-items:center}
@media(max-width:760px){#status,#controls .wide{display:none}}
`;

/** Buttons with the SVG path of their icon, in a square of 16 x 16. */
const BUTTONS: readonly (readonly [command: string, icon: string, title: string])[] = [
  ['first', 'M3 3h2v10H3zM13 3v10L6 8z', 'first show (Home)'],
  ['previous_goal', 'M11 4.5a3.5 3.5 0 1 1 0 7a3.5 3.5 0 1 1 0-7zM6 4v8L2 8z', 'previous goal (Ctrl+G)'],
  ['rewind', 'M8 3v10L2 8zM14 3v10L8 8z', 'rewind (Ctrl+Down)'],
  ['back', 'M12 3v10L4 8z', 'play backward (Down)'],
  ['backward', 'M10 3v10L5 8zM11 3h2v10h-2z', 'one show back (Left)'],
  ['toggle', 'M1 3v10l6-5zM9 3h2v10H9zM13 3h2v10h-2z', 'stop, continue (Space)'],
  ['forward', 'M6 3v10l5-5zM3 3h2v10H3z', 'one show forward (Right)'],
  ['play', 'M4 3v10l8-5z', 'play forward (Up)'],
  ['fast', 'M2 3v10l6-5zM8 3v10l6-5z', 'fast forward (Ctrl+Up)'],
  ['next_goal', 'M5 4.5a3.5 3.5 0 1 1 0 7a3.5 3.5 0 1 1 0-7zM10 4v8l4-4z', 'next goal (G)'],
  ['last', 'M11 3h2v10h-2zM3 3v10l7-5z', 'last show (End)'],
];
const LOOP = 'M8 2a6 6 0 0 1 5.2 3H15l-3 4-3-4h1.9A4 4 0 1 0 12 9h2A6 6 0 1 1 8 2z';
const RECORD = 'M8 3a5 5 0 1 1 0 10a5 5 0 1 1 0-10z';

function icon(path: string): string {
  return `<svg viewBox="0 0 16 16" aria-hidden="true"><path d="${path}"/></svg>`;
}

/** Creates the HTML. `log` is the address of the first log. */
export function createControlHtml(log: string, title: string): string {
  const button = ([command, path, name]: readonly [string, string, string], more = '') =>
    `<button type="button" data-command="${command}" title="${name}" aria-label="${name}"${more}>${icon(path)}</button>`;
  const bar =
    `<style>${STYLE}</style><div id="controls" role="toolbar" aria-label="Log player">` +
    `<input id="slider" type="range" min="0" max="0" value="0" aria-label="show">` +
    `<div class="buttons">${BUTTONS.map((one) => button(one)).join('')}</div><div id="status" role="status"></div>` +
    `<div class="right"><label class="wide">cycle <input id="cycle" type="number" min="0"></label>` +
    button(['loop', LOOP, 'loop'], ' aria-pressed="false"') +
    button(['record', RECORD, 'record'], ' aria-pressed="false" hidden') +
    `<select id="logs" aria-label="log" hidden></select></div></div>` +
    `<script type="module" src="${CONTROL_SCRIPT_PATH}"></script>\n`;
  return pageHtml({ log, title, story: false }, title).replace('</body>', `${bar}</body>`);
}
