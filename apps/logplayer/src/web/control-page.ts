/** The page with which one controls a log player: its buttons, and the viewer that follows it. */
import { pageHtml } from '@rcss/viewer/page';

export const CONTROL_SCRIPT_PATH = '/control.js';
export const CONTROL_SOCKET_PATH = '/control';

const STYLE = `
rcss-viewer{bottom:4.25rem!important}
#controls{position:fixed;inset:auto 0 0 0;height:4.25rem;box-sizing:border-box;padding:.35rem .6rem;display:grid;
grid-template-columns:auto 1fr auto;grid-template-rows:1.6rem 1.7rem;gap:.25rem .6rem;align-items:center;
background:#161e1a;border-top:1px solid #2c3a33;font:14px/1.2 system-ui,sans-serif;color:#eff5f1}
#controls .buttons{display:flex;gap:.2rem}
#controls button{min-width:2rem;height:1.65rem;border:1px solid #3c4d44;border-radius:.3rem;background:#22302a;color:inherit;
font:inherit;cursor:pointer}
#controls button:hover{background:#2f4238}#controls button:focus-visible{outline:2px solid #8fd3a8}
#controls button[aria-pressed=true]{background:#3f8650;border-color:#3f8650}
#controls input[type=range]{grid-column:1/4;width:100%;margin:0;accent-color:#8fd3a8}
#controls input[type=number],#controls select{height:1.6rem;background:#22302a;color:inherit;border:1px solid #3c4d44;
border-radius:.3rem;font:inherit}
#controls input[type=number]{width:5rem}#controls select{max-width:14rem}
#status{white-space:nowrap;overflow:hidden;text-overflow:ellipsis;font-variant-numeric:tabular-nums}
#controls .right{display:flex;gap:.3rem;align-items:center}
@media(max-width:760px){#status,#controls .wide{display:none}}
`;

const BUTTONS: readonly (readonly [command: string, sign: string, title: string])[] = [
  ['first', '⏮', 'first show (Home)'],
  ['previous_goal', '⚽‹', 'previous goal (Ctrl+G)'],
  ['rewind', '⏪', 'rewind (Ctrl+Down)'],
  ['back', '◀', 'play backward (Down)'],
  ['backward', '‹', 'one show back (Left)'],
  ['toggle', '⏯', 'stop, go on (Space)'],
  ['forward', '›', 'one show on (Right)'],
  ['play', '▶', 'play forward (Up)'],
  ['fast', '⏩', 'fast forward (Ctrl+Up)'],
  ['next_goal', '⚽›', 'next goal (G)'],
  ['last', '⏭', 'last show (End)'],
];

/** The HTML. `log` is the address of the log that is open first. */
export function controlHtml(log: string, title: string): string {
  const button = ([command, sign, name]: (typeof BUTTONS)[number]) =>
    `<button type="button" data-command="${command}" title="${name}" aria-label="${name}">${sign}</button>`;
  const bar =
    `<style>${STYLE}</style><div id="controls" role="toolbar" aria-label="Log player">` +
    `<input id="slider" type="range" min="0" max="0" value="0" aria-label="show">` +
    `<div class="buttons">${BUTTONS.map(button).join('')}</div><div id="status" role="status"></div>` +
    `<div class="right"><label class="wide">cycle <input id="cycle" type="number" min="0"></label>` +
    `<button type="button" data-command="loop" title="at the end go on at the other end" aria-pressed="false">⟳</button>` +
    `<button type="button" data-command="record" title="record what is shown" aria-pressed="false" hidden>⏺</button>` +
    `<select id="logs" aria-label="log" hidden></select></div></div>` +
    `<script type="module" src="${CONTROL_SCRIPT_PATH}"></script>\n`;
  return pageHtml({ log, title }, title).replace('</body>', `${bar}</body>`);
}
