/** Figures that show a part of a match in the viewer. */
import { defineMatch, type RcssMatch } from '@rcss/viewer';
import { createSvgElement, type MountFigure, prefersReducedMotion } from './live.js';
import { MATCH_PARTS } from './match-parts.js';

/** Creates an element of a match in the theme of the page; `remove` removes it. */
export function createMatchElement(): { readonly match: RcssMatch; readonly remove: () => void } {
  defineMatch();
  const match = createSvgElement('rcss-match' as 'div') as unknown as RcssMatch;
  const followTheme = () =>
    match.setAttribute('theme', document.documentElement.classList.contains('dark') ? 'dark' : 'light');
  const observer = new MutationObserver(followTheme);
  observer.observe(document.documentElement, { attributeFilter: ['class'] });
  followTheme();
  const remove = () => {
    observer.disconnect();
    match.remove();
  };
  return { match, remove };
}

/**
 * Returns the function that shows a part of a match. If the part plays by itself but the user asked for little motion, it waits for
 * the play button.
 *
 * @param log Address of the game log.
 */
export const mountMatch =
  (name: keyof typeof MATCH_PARTS, log: string): MountFigure =>
  (host) => {
    const { shown, isPlaying, showsOffsideLine } = MATCH_PARTS[name];
    const { match, remove } = createMatchElement();
    match.viewer.setOption('showOffsideLine', showsOffsideLine);
    match.setAttribute('loop', '');
    match.addEventListener('load', () => {
      // By index: the clock may stand still in the part.
      match.viewer.seek((match.source?.first ?? 0) + shown);
      if (isPlaying && !prefersReducedMotion()) match.play();
    });
    match.setAttribute('src', log);
    host.append(match);
    return remove;
  };
