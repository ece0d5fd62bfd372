import { escapeHtml } from '@rcss/tournament/reports';
import { formatDesign, PAGE_PATHS } from '@rcss/viewer/page';

/** Content-Security-Policy of the pages of a run; nothing comes from other origins. */
export const LIVE_POLICY: string =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'";

/** Style of the names of teams, of brackets, and of boxes that scroll sideways: for pages with the colors of the viewer. */
export const BRACKET_STYLE = `
.wide{overflow-x:auto;background:linear-gradient(to right,var(--panel) 30%,transparent) left/2rem 100% no-repeat local,linear-gradient(to left,var(--panel) 30%,transparent) right/2rem 100% no-repeat local,linear-gradient(to right,var(--line),transparent) left/.6rem 100% no-repeat,linear-gradient(to left,var(--line),transparent) right/.6rem 100% no-repeat}
.team{white-space:nowrap}.crest{width:1.5em;height:1.5em;object-fit:contain;vertical-align:-.4em;margin-right:.4em}
.shirt{display:inline-block;width:.75em;height:.95em;margin-right:.4em;border-radius:.15em;border:1px solid var(--soft);vertical-align:-.1em}
.bracket{display:grid;grid-auto-flow:column;grid-auto-columns:minmax(10.2rem,18rem);gap:0}
.round{display:grid;grid-template-rows:auto 1fr}.round h3::first-letter{text-transform:uppercase}
.round ol{list-style:none;margin:0;padding:0;display:grid;grid-auto-rows:1fr}
.cell{position:relative;display:grid;align-items:center;padding:.3rem 1.2rem .3rem 0}
.bracket .round:not(:last-child) .cell:not(.bye)::after{content:"";position:absolute;right:.6rem;width:.6rem;border-right:1px solid var(--edge)}
.bracket .round:not(:last-child) .cell:nth-child(odd)::after{top:50%;bottom:0;border-top:1px solid var(--edge)}
.bracket .round:not(:last-child) .cell:nth-child(even)::after{top:0;bottom:50%;border-bottom:1px solid var(--edge)}
.pair{border:1px solid var(--edge);border-radius:.4rem;overflow:hidden;min-width:0;background:var(--ground)}
.entrant{display:flex;gap:.3rem;justify-content:space-between;margin:0;padding:.25rem .5rem;min-height:2rem;align-items:center}
.entrant+.entrant{border-top:1px solid var(--line)}
.entrant .who{overflow-wrap:anywhere}.entrant .team{white-space:normal}.entrant .crest{width:1.2em;height:1.2em;margin-right:.25em;vertical-align:-.25em}.entrant b{white-space:nowrap;font-weight:inherit}.entrant b a{display:inline-block;min-width:24px;min-height:24px;text-align:center}
.won{font-weight:700}.open{color:var(--soft)}.note{margin:0;padding:0 .6rem .2rem;font-size:.85rem;color:var(--soft)}
.placement{display:flex;flex-wrap:wrap;gap:1rem;margin-top:1rem}.placement .round{width:18rem;max-width:100%}.placement .cell{padding-right:0}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
`;

const STYLE = `
:root{color-scheme:light dark;${formatDesign()}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:15px/1.5 var(--font);font-variant-numeric:tabular-nums}
header{position:sticky;top:0;z-index:1;display:flex;gap:1rem;align-items:center;justify-content:space-between;padding:.6rem max(1rem,calc((100vw - 84rem)/2 + 1rem));background:var(--panel);border-bottom:1px solid var(--line)}
h1{margin:0;font-size:1.15rem;line-height:1.3;overflow-wrap:anywhere}
h2{margin:0 0 .5rem;font-size:1.05rem}
main{max-width:84rem;margin:0 auto;padding:1rem;display:grid;gap:1rem;outline:none}
main>section,.columns section{background:var(--panel);border:1px solid var(--line);border-radius:.5rem;padding:.8rem 1rem;min-width:0}
section:empty{display:none}
.columns{display:grid;gap:1rem;grid-template-columns:minmax(0,1fr) minmax(0,1fr);align-items:start}
.columns>div{display:grid;gap:1rem;min-width:0}.columns:not(:has(>:nth-child(2) :not(:empty))){grid-template-columns:minmax(0,1fr)}
p{margin:.3rem 0}
a{color:var(--accent)}
a:focus-visible,button:focus-visible,select:focus-visible,input:focus-visible,summary:focus-visible,.wide:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:.5rem;z-index:2;background:var(--panel);padding:.3rem .6rem}
progress{width:100%;height:.8rem;accent-color:var(--accent)}
.state{color:var(--soft)}
.problem{color:var(--bad)}
table{border-collapse:collapse;width:100%}
.wide+.wide{margin-top:1rem}
.wide{container-type:inline-size}
caption::first-letter{text-transform:uppercase}caption{text-align:left;font-weight:600;padding-bottom:.3rem;max-width:100cqi;position:sticky;left:0}
th,td{padding:.3rem .5rem;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
th{color:var(--soft);font-weight:600;font-size:.85rem}
th[align=right],td[align=right]{text-align:right}th[align=right]:first-child{width:1%}
.score{text-align:center;white-space:nowrap;font-weight:600}
td a{display:inline-block;min-height:24px;min-width:24px}
svg{display:block;width:100%;min-width:26rem;max-width:40rem;height:auto}
svg text{fill:currentColor}
form{display:flex;flex-wrap:wrap;gap:.6rem 1rem;align-items:center;margin-bottom:.5rem}
select,button{font:inherit;min-height:2.25rem;padding:.2rem .6rem;border:1px solid var(--line);border-radius:.35rem;background:var(--ground);color:inherit;max-width:100%}
button{cursor:pointer}
input[type=checkbox]{width:1.1rem;height:1.1rem;vertical-align:-.15rem}
.pages{display:flex;gap:1rem;justify-content:center;padding:.6rem 0 .2rem}
.pages a{display:inline-block;min-height:24px}
.pages span{color:var(--soft)}
pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.3rem 0 .8rem;font-size:.9rem}
summary{cursor:pointer;min-height:24px}
.champion{font-size:1.3rem;font-weight:700}
h3{margin:.2rem 0;font-size:.9rem;color:var(--soft)}
.ties{margin-top:1rem}.ties ul{margin:0;padding-left:1.2rem}
footer{max-width:84rem;margin:0 auto;padding:0 1rem 2rem;color:var(--soft)}
#connection{white-space:nowrap;color:var(--soft)}
#connection::before{content:"";display:inline-block;width:.6rem;height:.6rem;margin-right:.4rem;border-radius:50%;background:var(--soft)}
#connection[data-state=none]{display:none}
#connection[data-state=live]::before{background:light-dark(#2f9e4f,#5fd07f)}
#connection[data-state=lost]{color:var(--bad)}#connection[data-state=lost]::before{background:var(--bad)}
.columns :is(th,td){padding:.3rem;font-size:14px}.columns th{font-size:12px}
@media(max-width:60rem){.columns{grid-template-columns:minmax(0,1fr)}}
@media(max-width:40rem){.columns .team{white-space:normal}.columns tr:has(>[align=right]:first-child:nth-last-child(9))>:is(:nth-child(4),:nth-child(5),:nth-child(6),:nth-child(8)){display:none}.extra{display:none}th,td{padding:.3rem .35rem}main{padding:.6rem;gap:.6rem}main>section,.columns section{padding:.6rem .7rem}.columns,.columns>div{gap:.6rem}}
`;

/** What a page has besides title and body. */
export interface PageParts {
  /** Whether it is a page of a server, which has an icon. Default: it is. */
  readonly isServed?: boolean;
  /** Path of its script. */
  readonly script?: string;
  /** Further style. */
  readonly style?: string;
}

/** Returns a page with the style of the pages of a run. */
export function formatPage(
  title: string,
  body: string,
  { script, style = '', isServed = true }: PageParts = {},
): string {
  const tag = script === undefined ? '' : `<script type="module" src="${script}"></script>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
${isServed ? `<link rel="icon" href="${PAGE_PATHS.icon}" type="image/svg+xml">` : ''}
<style>${STYLE}${BRACKET_STYLE}${style}</style>${tag}</head>
<body>
${body}
</body></html>
`;
}

/** Returns a page that says one thing, such as why there is no other page. */
export function formatNotice(title: string, text: string): string {
  return formatPage(
    title,
    `<main><section><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p><p><a href="/">To the results</a></p></section></main>`,
  );
}

/** Returns a page of sections of HTML that needs no other file; empty ones are left out. */
export function formatAlone(title: string, sections: readonly string[]): string {
  const body = sections.map((html) => `<section>${html}</section>`).join('\n');
  return formatPage(title, `<header><h1>${escapeHtml(title)}</h1></header>\n<main>${body}</main>`, {
    isServed: false,
  });
}
