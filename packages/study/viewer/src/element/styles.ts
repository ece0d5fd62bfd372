import { formatDesign, PITCH_GRASS } from '../design.js';

/** Style of the component. Text has a contrast of at least 4.5 to its background. */
export const STYLES: string = `
:host{
  ${formatDesign()}
  --least: 28px; @media (pointer: coarse){--least: 44px}
  --glass: light-dark(rgba(251, 253, 251, .95), rgba(15, 21, 18, .9));
  display: grid; grid-template-rows: auto minmax(0, 1fr) auto; position: relative; overflow: hidden;
  width: 100%; height: 100%; background: var(--ground); color: var(--text);
  font: 14px/1.4 var(--font);
  -webkit-tap-highlight-color: transparent; color-scheme: light dark;
}
*, *::before, *::after{box-sizing: border-box}
[hidden]{display: none !important}
button, select, input{font: inherit; color: inherit}
:focus-visible{outline: 2px solid var(--focus); outline-offset: 1px}
.sr{position: absolute; z-index: 3}
.sr:not(:focus){width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap}

:host(:not([whole-page])) .page-only{display: none}
:host([theme=light]){color-scheme: light} :host([theme=dark]){color-scheme: dark}
/* Very large screens: --scale is set by the element. */
.board, .bar, .panel, .card, .zoom, .popup, .notice, .alerts, .menu, .pointer, .empty > div, .ask{zoom: var(--scale, 1)}
.board{grid-row: 1} .stage{grid-row: 2} .bar{grid-row: 3}

/* score board */
.board{display: grid; grid-template-columns: minmax(0, 1fr) auto minmax(0, 1fr); align-items: center; gap: 16px;
  min-height: 62px; padding: 8px 16px; background: var(--panel); border-bottom: 1px solid var(--edge)}
.board .info{display: flex; align-items: center; gap: 12px; min-width: 0}
.board .info.right{justify-content: flex-end; text-align: right} .board .info.right > div{min-width: 0}
.score.blank{visibility: hidden}
.score{display: grid; grid-template-columns: minmax(0, 1fr) auto minmax(0, 1fr); align-items: center; gap: 14px}
.team{display: flex; align-items: center; gap: 10px; min-width: 0; font-size: 18px; font-weight: 650}
.team.l{justify-content: flex-end; text-align: right}
.team .name{overflow: hidden; text-overflow: ellipsis; white-space: nowrap; max-width: 15em}
/* Small boards: a long name has two lines. */
:host(:is([narrow], [medium], [screen])) .team .name{display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; white-space: normal; overflow-wrap: anywhere; line-height: 1.15}
.team .crest{flex: none; width: 30px; height: 30px; object-fit: contain}
.team .shirt{flex: none; width: 12px; height: 30px; border-radius: 3px; box-shadow: 0 0 0 1px var(--soft) inset}
.team canvas{height: 34px; width: auto; border-radius: 3px; max-width: 136px}
.goals{font-size: 30px; font-weight: 750; line-height: 1; letter-spacing: .02em; font-variant-numeric: tabular-nums;
  padding: 6px 14px; border-radius: 8px; background: #080c0a; color: #eff5f1; white-space: nowrap}
.goals i{font-style: normal; color: #aebdb4; padding: 0 6px; font-weight: 500}
.shoot{grid-column: 1 / -1; display: flex; justify-content: center; gap: 22px; font-size: 12px; color: var(--soft); letter-spacing: .15em}
.shoot b{color: var(--accent); font-weight: 700} .shoot s{color: var(--live); text-decoration: none}
.chip{display: inline-flex; align-items: center; gap: 7px; padding: 4px 11px; border-radius: 99px; border: 1px solid var(--edge);
  background: var(--raised); font-weight: 650; font-size: 12px; letter-spacing: .05em; white-space: nowrap; cursor: default}
button.chip{cursor: pointer} button.chip:hover{border-color: var(--soft)}
.chip::before{content: ''; width: 8px; height: 8px; border-radius: 50%; background: var(--soft)}
.chip.live::before{background: var(--live); box-shadow: 0 0 0 3px rgba(255,93,85,.25)}
.chip.warn{color: var(--warn)} .chip.warn::before{background: #ffb020}
.where{color: var(--soft); font-size: 12px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap}
.back-link{color: var(--accent); white-space: nowrap; min-height: 24px; padding: 4px 0} :host([screen]) .back-link{display: none}
.mode{font-weight: 650; white-space: nowrap; overflow: hidden; text-overflow: ellipsis}
.clock{color: var(--soft); font-variant-numeric: tabular-nums; font-size: 13px; white-space: nowrap; overflow: hidden; text-overflow: ellipsis}
.clock b{color: var(--text); font-weight: 650}

/* stage */
.stage{position: relative; overflow: hidden; min-height: 0; background: ${PITCH_GRASS.around}; touch-action: none}
.stage.scrolls{touch-action: pan-x pan-y}
.stage canvas.layer{position: absolute; inset: 0; width: 100%; height: 100%; display: block}
.stage .actors{cursor: grab; outline: none}
.stage .actors:focus-visible{box-shadow: inset 0 0 0 2px rgba(255, 216, 102, .75)}
.stage .actors.drag{cursor: grabbing} .stage .actors.pick{cursor: pointer}
.popup{position: absolute; left: var(--middle, 50%); top: 22%; transform: translateX(-50%); pointer-events: none; text-align: center; padding: 12px 34px;
  border-radius: 12px; background: var(--glass); animation: rise .25s ease-out; width: max-content; max-width: calc(var(--free, 100%) * .92); box-sizing: border-box}
.popup strong{display: block; font-size: 40px; line-height: 1.1; letter-spacing: .03em} .popup span{color: var(--soft); font-size: 16px; white-space: pre-line}
@keyframes rise{from{opacity: 0; translate: 0 14px}}
.notice{position: absolute; left: var(--middle, 50%); bottom: calc(var(--covered, 0px) + 14px); transform: translateX(-50%); width: max-content; max-width: calc(var(--free, 100%) * .9); box-sizing: border-box; background: var(--glass);
  border: 1px solid var(--edge); border-radius: 8px; padding: 8px 14px; pointer-events: none} .stage:has(.words) .notice{bottom: auto; top: 14px}
.empty{position: absolute; inset: 0 auto var(--covered, 0px) 0; width: var(--free, 100%); display: grid; place-items: center; pointer-events: none}
.empty > div{background: var(--glass); padding: 18px 26px; border-radius: 12px; text-align: center; max-width: 86%}
.empty strong{display: block; font-size: 18px} .empty span{color: var(--soft)}
.zoom{position: absolute; right: 12px; top: 12px; display: flex; flex-direction: column; gap: 6px}
.zoom button.icon{background: var(--glass); border: 1px solid var(--edge)}
.pointer{position: absolute; right: 12px; bottom: 10px; font-size: 12px; font-variant-numeric: tabular-nums; color: #eaf4ee; text-shadow: 0 1px 2px #000a; pointer-events: none}
.drop::after{content: 'Drop the log here'; position: absolute; inset: 14px; border: 3px dashed var(--accent); border-radius: 16px; display: grid;
  place-items: center; font-size: 24px; color: #fff; background: rgba(8,12,10,.55); pointer-events: none}
.alerts{position: absolute; top: 10px; left: var(--middle, 50%); transform: translateX(-50%); z-index: 2; width: max-content; max-width: min(560px, calc(var(--free, 100%) - 120px));
  display: flex; flex-direction: column; align-items: center; gap: 8px; pointer-events: none}
.alerts > *{pointer-events: auto}
.alert{background: var(--glass); border: 1px solid var(--edge); border-left: 4px solid #ffb020; border-radius: 9px; padding: 9px 14px; max-height: 300px; overflow: auto}
.alert strong{display: block; font-weight: 650} .alert ul{margin: 4px 0 8px; padding-left: 18px; font-size: 13px}
.kick-off{background: var(--text); border: 2px solid var(--ground); color: var(--ground); font-weight: 650; padding-inline: 20px}
.back{background: var(--glass); font-weight: 650} .back::before{content: '● '; color: var(--live)}

/* details of a player */
.card.up{bottom: auto; top: 12px}
.card{position: absolute; left: 12px; bottom: 12px; width: 252px; max-height: calc(100% - 24px); overflow: auto; background: var(--glass);
  border: 1px solid var(--edge); border-radius: 10px; padding: 10px 12px; font-size: 12.5px}
.card h3{margin: 0 0 6px; font-size: 14px; display: flex; align-items: center; gap: 8px}
.card h3 .no{min-width: 24px; height: 24px; border-radius: 50%; display: grid; place-items: center; font-size: 12px}
.card h3 .fold{margin-left: auto} .card h3 .fold ~ .x{margin-left: 0}
.card.folded{padding-block: 4px} .card.folded > :not(h3){display: none} .card.folded h3{margin: 0}
.card dl{display: grid; grid-template-columns: auto 1fr; gap: 1px 10px; margin: 0; font-variant-numeric: tabular-nums}
.card dt{color: var(--soft)} .card dd{margin: 0; text-align: right}
.meter{height: 5px; border-radius: 3px; background: var(--raised); overflow: hidden; margin: 2px 0 6px}
.meter i{display: block; height: 100%; background: var(--accent)}
.card details{margin-top: 6px} .card summary{cursor: pointer; color: var(--accent)}

/* buttons */
button{background: var(--raised); border: 1px solid var(--edge); border-radius: 7px; padding: 6px 12px; cursor: pointer; min-height: var(--control)}
button:hover{border-color: var(--soft)} button:disabled{opacity: .45; cursor: default}
.button{flex: 1 1 auto; background: var(--raised); border: 1px solid var(--edge); border-radius: 7px; padding: 6px 12px; min-height: var(--control); color: inherit;
  text-decoration: none; text-align: center} .button:hover{border-color: var(--soft)}
button.icon{--size: max(36px, var(--control)); width: var(--size); min-width: var(--size); height: var(--size); padding: 0; display: inline-grid; place-items: center; background: transparent; border-color: transparent}
button.icon:hover{background: var(--raised)} button.icon[aria-pressed=true], button.icon[aria-expanded=true]{background: var(--raised); color: var(--accent); border-color: var(--edge)}
button.icon svg{width: 20px; height: 20px; fill: currentColor}
button.icon svg.line{fill: none; stroke: currentColor; stroke-width: 2}
button.big svg{width: 24px; height: 24px}
button.big{background: var(--text); color: var(--ground); border-radius: 50%} button.big:hover{background: var(--accent)}
.link{background: none; border: 0; padding: 0; min-height: 0; color: var(--accent); text-decoration: underline; cursor: pointer}

/* transport */
.bar{display: grid; grid-template-columns: auto minmax(120px, 1fr) auto auto; align-items: center; gap: 8px 14px; padding: 7px 12px;
  background: var(--panel); border-top: 1px solid var(--edge)}
.group{display: flex; align-items: center; gap: 2px}
.line{position: relative; height: max(36px, var(--control)); display: flex; align-items: center; gap: 10px}
.track{position: relative; flex: 1; height: 100%; display: flex; align-items: center}
.track input{-webkit-appearance: none; appearance: none; width: 100%; height: 100%; margin: 0; background: transparent; cursor: pointer; position: relative; z-index: 1}
.track input::-webkit-slider-runnable-track{height: 6px; border-radius: 3px; background: linear-gradient(to right, var(--accent) var(--done, 0%), var(--track) var(--done, 0%))}
.track input::-moz-range-track{height: 6px; border-radius: 3px; background: linear-gradient(to right, var(--accent) var(--done, 0%), var(--track) var(--done, 0%))}
.track input::-webkit-slider-thumb{-webkit-appearance: none; width: 16px; height: 16px; margin-top: -5px; border-radius: 50%; background: #fff; border: 2px solid var(--accent)}
.track input::-moz-range-thumb{width: 16px; height: 16px; border-radius: 50%; background: #fff; border: 2px solid var(--accent)}
.marks{position: absolute; inset: 0 8px; pointer-events: none; z-index: 2}
.marks button{position: absolute; top: -10px; transform: translateX(-50%); pointer-events: auto; width: 34px; height: 34px; min-height: 0; padding: 0;
  border: 0; background: none}
.marks button::before{content: ''; position: absolute; left: 9px; top: 9px; width: 16px; height: 16px; border-radius: 50%;
  background: var(--mark); border: 2px solid var(--panel); box-shadow: 0 0 0 1px var(--soft)}
.marks button:hover::before{box-shadow: 0 0 0 2px var(--text)}
.marks span{position: absolute; top: 10px; width: 2px; height: 16px; margin-left: -1px; background: var(--text)}
.marks span::after{content: attr(data-label); position: absolute; top: 17px; left: 50%; transform: translateX(-50%); font-size: 10px; line-height: 1; white-space: nowrap; color: var(--soft)}
.marks span:last-child::after{left: auto; right: -2px; transform: none}
.preview{position: absolute; bottom: 34px; width: 176px; margin-left: -88px; z-index: 4; padding: 6px 8px; pointer-events: none; font-size: 12px; text-align: center;
  background: var(--glass); border: 1px solid var(--edge); border-radius: 9px; font-variant-numeric: tabular-nums}
.with-momentum .preview{bottom: 64px}
.preview canvas{display: block; width: 160px; height: 104px; margin-bottom: 4px; border-radius: 4px}
.bar{position: relative; z-index: 4}
.legend{list-style: none; margin: 0; padding: 0} .legend li{display: flex; align-items: center; gap: 12px; padding: 2px 0} .legend canvas{flex: none; border-radius: 6px}
.cycle{width: 74px; min-height: var(--control); text-align: center; background: var(--ground); border: 1px solid var(--edge); border-radius: 6px; padding: 5px; font-variant-numeric: tabular-nums}
select{background: var(--raised); border: 1px solid var(--edge); border-radius: 7px; padding: 6px 8px; min-height: var(--control); min-width: var(--least)}
.golive{font-weight: 650; font-size: 12px; letter-spacing: .04em; white-space: nowrap}
.golive.on{border-color: var(--live)}

.range{position: absolute; top: 11px; height: 14px; background: var(--focus); opacity: .55; border-radius: 3px; pointer-events: none}
progress{width: 100%; accent-color: var(--accent)}
.momentum{position: absolute; left: 8px; right: 8px; top: -28px; height: 24px; pointer-events: none}
.line.with-momentum{margin-top: 26px} :host(:not([rows], [narrow], [short])) .with-momentum .cycle{position: relative; top: -13px}
:host([short]) .momentum{display: none} :host([short]) .line.with-momentum{margin-top: 0}
.momentum canvas{display: block; height: 24px}

/* panels */
.panel{position: absolute; top: 0; right: 0; bottom: 0; width: 348px; max-width: 100%; background: var(--panel); border-left: 1px solid var(--edge);
  display: flex; flex-direction: column; box-shadow: -12px 0 30px rgba(0,0,0,.25); z-index: 3}
.panel.wide{width: min(760px, 100%)}
.panel > header{display: flex; align-items: center; padding: 8px 8px 8px 16px; border-bottom: 1px solid var(--edge)}
.panel > header h2{margin: 0; font-size: 15px; flex: 1}
.panel .body{overflow: auto; padding: 12px 16px 20px; flex: 1}
.panel h3{margin: 18px 0 6px; font-size: 12px; text-transform: uppercase; letter-spacing: .07em; color: var(--soft)} .panel h3:first-child{margin-top: 0}
.opt{display: flex; align-items: center; gap: 10px; min-height: max(32px, var(--least)); cursor: pointer}
.opt > select{margin: 2px 0} .opt span{flex: 1} .opt kbd{flex: none}
.opt input[type=checkbox]{width: 18px; height: 18px; accent-color: var(--accent); margin: 0}
.opt input[type=number]{width: 76px} .opt input[type=color]{width: 46px; height: 28px; padding: 0; border: 0; background: none}
.opt input[type=number], .panel input[type=text], .panel input[type=password]{background: var(--ground); border: 1px solid var(--edge); border-radius: 6px; padding: 5px 8px; min-height: max(32px, var(--least))}
kbd{font: 600 11px ui-monospace, "DejaVu Sans Mono", monospace; background: var(--ground); border: 1px solid var(--edge); border-bottom-width: 2px; border-radius: 4px; padding: 1px 6px; color: var(--soft)}
table{border-collapse: collapse; width: 100%; font-size: 12.5px; font-variant-numeric: tabular-nums}
th{text-align: right; color: var(--soft); font-weight: 600; position: sticky; top: -12px; background: var(--panel); padding: 5px 6px}
td{text-align: right; padding: 3px 6px; border-top: 1px solid var(--line); white-space: nowrap} th:first-child, td:first-child{text-align: left}
.panel.wide :is(th, td):first-child{position: sticky; left: -16px; background: var(--panel)} .panel.wide th:first-child{z-index: 1}
tr.on td, .panel.wide tr.on td:first-child{background: var(--raised)} tbody tr{cursor: pointer} tbody tr:hover td{background: var(--raised)}
.keys td{border: 0; cursor: default; white-space: normal} .keys td:first-child{width: 44%} .keys td:last-child{text-align: left}
.list{list-style: none; margin: 0; padding: 0} .list li{display: flex; gap: 10px; padding: 4px 0; border-top: 1px solid var(--line)}
.list time{color: var(--soft); min-width: 44px; text-align: right; font-variant-numeric: tabular-nums} .list .goal{font-weight: 700}
.list button{all: unset; cursor: pointer; display: flex; gap: 10px; width: 100%; overflow-wrap: anywhere} .list button:focus-visible{outline: 2px solid var(--focus)}
.row{display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin: 6px 0} .row > button{flex: 1 1 auto} .hint{color: var(--soft); font-size: 12.5px}
.menu{position: absolute; z-index: 5; min-width: 200px; background: var(--panel); border: 1px solid var(--edge); border-radius: 9px; padding: 5px; box-shadow: 0 10px 30px rgba(0,0,0,.45)}
.menu button{display: block; width: 100%; text-align: left; background: none; border: 0; border-radius: 6px; padding: 7px 10px} .menu button:hover, .menu button:focus-visible{background: var(--raised)}
.menu hr{border: 0; border-top: 1px solid var(--edge); margin: 4px 0}

.ask{border: 1px solid var(--edge); border-radius: 12px; padding: 18px 20px; background: var(--panel); color: var(--text); max-width: 340px}
.ask::backdrop{background: rgba(8,12,10,.55)} .ask p{margin: 0 0 14px; font-weight: 650} .ask .row{gap: 12px}
.ask .agree{background: var(--live); border-color: var(--live); color: light-dark(#fff, #16110f); font-weight: 650}

/* debug channel */
.difference{padding: 6px 12px}
.chips .chip{flex: none; min-height: var(--least); padding: 2px 10px; font-size: 12.5px; font-variant-numeric: tabular-nums}
.chips .chip[aria-pressed=true]{border-color: var(--accent); background: var(--raised); font-weight: 650} .chips .chip[aria-pressed=true]::before{background: var(--accent)}
.texts{max-height: 42vh; overflow: auto; font: 12px ui-monospace, "DejaVu Sans Mono", monospace} .texts li{padding: 2px 0} .texts time{min-width: 22px} .texts span{overflow-wrap: anywhere}
.messages details{border-top: 1px solid var(--line); padding: 4px 0} .messages summary{cursor: pointer; overflow-wrap: anywhere}
.message{margin: 4px 0; padding: 8px; background: var(--ground); border-radius: 6px; font: 12px ui-monospace, "DejaVu Sans Mono", monospace; white-space: pre-wrap; overflow-wrap: anywhere}

/* the time line has a row of its own */
:host([rows]) .bar{grid-template-columns: auto 1fr auto; gap: 0 14px; padding: 4px 12px 6px}
:host([rows]) .line{grid-column: 1 / -1; grid-row: 1}
:host([medium]:not([words])) .bar button.icon{flex: 0 1 var(--size); width: auto; min-width: var(--least)} :host([medium]) .bar button.big{flex: none; width: var(--size)}
:host([medium]:not([words])) .tools .opt-wide{display: none}
/* words below the icons */
:host([words]) button[data-word]{display: inline-grid; align-content: center; gap: 2px; width: auto; min-width: 44px; height: 44px; padding: 2px 5px; font-size: 11px; line-height: 1.15; white-space: nowrap}
:host([words]) button[data-word]::after{content: attr(data-word)} :host([words]) .big{border-radius: 10px}
:host([words]) .tools .apart{margin-left: 10px}
/* few buttons; another one shows the others in a second row */
:host(:not([compact])) .more, :host([compact]) :is(.bar .opt-wide, .tools:not(.all) .extra){display: none}
:host([compact]) .tools{display: grid; grid-template-columns: repeat(7, minmax(var(--least), 1fr)); gap: 0; justify-items: center}
@media (pointer: coarse){
  /* Marks would cover the time line; other buttons lead to goals, and the list of events to all of them. */
  .marks button{pointer-events: none}
  :host([short]) .zoom{flex-direction: row}
  :is(summary, .link, .back-link, .list button, .opt){min-height: 44px; min-width: 44px} .link, .back-link{display: inline-flex; align-items: center}
  summary{align-content: center} tbody tr[tabindex] td{height: 44px}
}
:host([short]) .board{min-height: 0; padding: 3px 12px} :host([short]) .goals{font-size: 20px; padding: 4px 10px}
:host([short]) .bar{padding-top: 0; padding-bottom: 2px} :host([short]) .alert{max-height: 130px}
:host([short]) .card{max-height: 47%}
:host([short][medium]) .bar .opt-wide{display: none} :host([short][medium]) .bar{column-gap: 6px}
:host([short][medium]) .bar select{padding: 5px 2px} :host([short][medium]) .golive{font-size: 11px; padding: 6px 7px}

/* phones */
:host([narrow]) .board{grid-template-columns: minmax(0, 1fr) minmax(0, auto); padding: 6px 10px; gap: 4px 10px; min-height: 0}
/* The way back needs the space: a log has no state. */
:host([narrow]) .back-link:not([hidden]) ~ :is(.chip:not(.live, .warn), .where){display: none}
:host([narrow]) .score{grid-column: 1 / -1; grid-row: 1; gap: 8px}
:host([narrow]) .team{font-size: 15px; gap: 7px} :host([narrow]) .team canvas{display: none}
:host([narrow]) .goals{font-size: 24px; padding: 5px 10px}
:host([narrow]:not([short])) .bar{display: flex; flex-wrap: wrap; padding: 4px 6px 8px; gap: 2px 6px} :host([narrow]:not([short])) .line{flex: 0 0 100%; order: -1}
:host([narrow]) .bar .group:nth-child(3){margin-left: auto} :host([narrow]) .bar select{padding: 5px 2px}
:host([narrow]) .golive{font-size: 11px; padding: 6px 7px}
:host([narrow]:not([short])) .tools{flex: 0 0 100%; justify-content: space-between}
:host([narrow]) .alerts{max-width: calc(100% - 110px); top: 8px}
:host([narrow]) button.icon{--size: max(40px, var(--control))} :host([narrow]) .bar .group{min-width: 0}
:host([narrow]) .bar button.icon{flex: 0 1 var(--size); min-width: var(--least)} :host([narrow]) .zoom{right: 8px; top: 8px}
:host([narrow]) .bar .opt-wide{display: none}
:host([narrow]) .panel{top: auto; width: 100%; height: min(62%, 480px); border-left: 0; border-top: 1px solid var(--edge); border-radius: 14px 14px 0 0}
:host([narrow]) .card{left: 8px; right: 8px; bottom: 8px; width: auto; max-height: 44%} :host([narrow]) .card.up{right: 56px; bottom: auto; top: 8px} :host([narrow]) .pointer{display: none}
:host([narrow]) .popup strong{font-size: 28px} :host([short]) .popup{padding: 6px 18px} :host([short]) .popup strong{font-size: 22px} :host([short]) .popup span{font-size: 13px}
:host([short]) .final{padding: 10px 24px} :host([short]) .final strong{font-size: 28px}

/* small boxes in other pages: score, play, time line */
:host([narrow][short]) .board{grid-template-columns: auto minmax(0, 1fr) auto; padding: 2px 8px}
:host([narrow][short]) .score{grid-column: 2} :host([narrow][short]) .info:first-child{grid-column: 1; grid-row: 1}
:host([narrow][short]) .team{font-size: 13px} :host([narrow][short]) .team .shirt{height: 18px} :host([narrow]) .team .crest{width: 22px; height: 22px} :host([narrow][short]) .goals{font-size: 16px; padding: 3px 8px}
:host([narrow][short]) :is(.mode, .where, .cycle-of){display: none} :host([narrow][short]) .clock{font-size: 11px}
:host([narrow][short]) .chip{padding: 2px 8px; min-height: 26px; font-size: 11px}
/* The names of the teams need the space: a log has no state there. */
:host([narrow][short]) .board .chip:not(.live, .warn){display: none} :host([narrow][short]) .board{gap: 4px 8px}
:host([narrow][short]) .bar{grid-template-columns: auto minmax(0, 1fr) auto; padding: 0 8px}
:host([narrow][short]) .line{grid-column: 2} :host([narrow][short]) .tools{grid-column: 3}
:host([narrow][short]) :is(.bar .group:first-child button:not(.big), .bar .group:nth-child(3), .tools button:not(.keep), .zoom){display: none}
:host([narrow][short]) .panel{height: 100%; border-radius: 0} :host([narrow][short]) .cycle{width: 58px; padding: 2px}

/* public screens: no controls */
:host(:not([screen])) :is(.scorers, .screen-signs){display: none}
:host([screen]) :is(.bar, .zoom, .pointer, .card, .panel, .alerts, .menu){display: none !important}
:host([screen]) .board .chip:not(.live, .warn){display: none} :host([screen]:is([medium], [narrow])) .cycle-of{display: none}
:host([screen]) .board{gap: 2px 16px} :host([screen]:not([medium], [narrow], [short])) .board{zoom: calc(var(--scale, 1) * 1.35)} :host([screen]) .actors{cursor: none}
:host([overlay]){background: transparent} :host([overlay]) .stage{visibility: hidden} :host([overlay]) .where{display: none} :host([overlay]) .board{justify-self: center; width: max-content; max-width: calc(100% - 32px); margin-top: 16px; border: 1px solid var(--edge); border-radius: 12px}
.scorers{grid-column: 1 / -1; display: grid; grid-template-columns: 1fr auto 1fr; gap: 24px; align-items: baseline; font-size: 14px}
.scorers ul{display: flex; flex-wrap: wrap; gap: 0 14px; margin: 0; padding: 0; list-style: none; white-space: pre} .scorers .l{justify-content: flex-end}
.scorers .half{color: var(--soft); font-weight: 650; white-space: nowrap}
.screen-signs{position: absolute; inset: 0; pointer-events: none; z-index: 3; zoom: var(--scale, 1)}
.screen-signs .replay{position: absolute; left: 20px; top: 16px; padding: 5px 16px; border-radius: 6px; background: #b3140c; color: #fff; font-size: 24px; letter-spacing: .12em; animation: pulse 1.4s ease-in-out infinite}
.screen-signs .final{position: absolute; left: 50%; top: 38%; transform: translate(-50%, -50%); width: max-content; max-width: 92%; box-sizing: border-box; padding: 22px 44px; border-radius: 16px; background: var(--glass); text-align: center}
.final strong{display: block; font-size: 44px; line-height: 1.2; text-wrap: balance} .final span{color: var(--soft); font-size: 20px}
@keyframes pulse{50%{opacity: .55}}
/* The final score stays; the pop-up of the same content is not needed. */
.screen-signs:has(.final:not([hidden])) ~ .popup{display: none}
:host([screen][short]) .scorers{font-size: 12px} :host([screen][narrow]) .scorers{font-size: 12px; gap: 12px}
:host([narrow]) .final{padding: 12px 20px} :host([narrow]) .final strong{font-size: 22px} :host([narrow]) .final span{font-size: 14px}
:host([narrow]) .screen-signs .replay{font-size: 15px; left: 10px; top: 8px}
:host([screen][narrow][short]) .scorers .half{display: none} :host([screen][narrow][short]) .scorers{grid-template-columns: 1fr 1fr}
@media (prefers-reduced-motion: reduce){.popup, .replay{animation: none}}
`;
