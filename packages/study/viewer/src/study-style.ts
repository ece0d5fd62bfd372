/** Style of the views of the statistics. Controls have 44 pixels where fingers use them. */
export const STUDY_STYLE = `
.stats { display: grid; grid-template-columns: 1fr auto 1fr; gap: 0 10px; align-items: center; font-variant-numeric: tabular-nums; }
.stats > :nth-child(3n+1) { text-align: right; justify-content: flex-end; } .stats > :nth-child(3n+2) { color: var(--soft); font-size: 12px; text-align: center; }
.stats .name { font-weight: 650; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; min-height: 24px; }
.figures { white-space: nowrap; } .figures i { font-style: normal; color: var(--soft); padding: 0 1px; } span.figures { display: flex; align-items: center; min-height: 30px; }
button.figure { background: none; border-color: transparent; border-radius: 6px; padding: 2px 5px; min-height: 28px; min-width: 28px; text-decoration: underline; text-decoration-color: var(--edge); text-underline-offset: 3px; font-variant-numeric: tabular-nums; }
button.figure:hover { background: var(--raised); text-decoration-color: currentColor; }
.choices { display: flex; flex-wrap: wrap; gap: 8px; margin: 0 0 10px; } .choices :is(select, input) { background: var(--ground); border: 1px solid var(--edge); border-radius: 6px; padding: 5px 8px; min-height: var(--control); max-width: 100%; }
.choices input { width: 118px; } summary { cursor: pointer; color: var(--accent); min-height: 30px; align-content: center; } summary + .choices { margin-top: 6px; } details + .hint { margin: 2px 0 6px; }
.share { height: 8px; border-radius: 4px; margin: 2px 0 10px; border: 1px solid var(--edge); }
.picture { display: block; border-radius: 6px; }
.views { display: flex; flex-wrap: wrap; gap: 6px; margin: 0 0 10px; } .views button[aria-pressed=true] { border-color: var(--accent); color: var(--accent); font-weight: 650; }
.panel .list.goal-rows li { display: block; } .goal-rows button.chain { display: flex; width: 100%; } .panel .list button.chain { color: var(--soft); font-size: 12.5px; } .found { display: flex; gap: 10px; width: 100%; padding: 6px 4px; color: inherit; text-decoration: none; } .found:hover { background: var(--raised); } .found small { display: block; color: var(--soft); } .title { outline: none; } .panel h3.title { text-transform: none; letter-spacing: 0; font-size: 15px; color: var(--text); margin: 0 0 8px; }
.moments li { align-items: center; padding: 0; gap: 4px; } .moments li.on { background: var(--raised); box-shadow: inset 3px 0 var(--accent); }
ul.moments button { padding: 7px 4px; } .moments .mark { display: grid; place-items: center; width: 36px; min-height: 36px; cursor: pointer; flex: none; } .moments input { width: 18px; height: 18px; accent-color: var(--accent); margin: 0; }
.scroll { overflow-x: auto; margin: 0 -16px; padding: 0 16px; } .scroll td, .scroll th { padding: 1px 3px; }
.scroll tbody tr, .periods tbody tr { cursor: default; } .periods thead td { border: 0; } .periods th { position: static; text-align: right; } .periods th[scope=row] { text-align: left; font-weight: 400; } .periods td { padding: 1px 4px; }
.scroll th button.link { color: inherit; text-decoration: none; min-height: 28px; } .scroll th[aria-sort] button.link { color: var(--accent); text-decoration: underline; }
@media (pointer: coarse) { .choices :is(select, input), .panel .list .found { min-height: 44px; } .panel .list button { min-height: 44px; align-items: center; } button.figure, .scroll th button.link { min-height: 44px; min-width: 44px; } .periods button.figure { padding: 2px; } .moments .mark { width: 44px; min-height: 44px; } .moments input { width: 22px; height: 22px; } }
`;
