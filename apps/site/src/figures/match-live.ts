/** Figures that show a part of a match in the viewer. */
import { defineMatch, type RcssMatch } from '@rcss/viewer';
import { createSvgElement, type MountFigure, prefersReducedMotion } from './live.js';
import { MATCH_PARTS } from './match-parts.js';

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
    defineMatch();
    const match = createSvgElement('rcss-match' as 'div') as unknown as RcssMatch;
    match.viewer.setOption('showOffsideLine', showsOffsideLine);
    const followTheme = () =>
      match.setAttribute('theme', document.documentElement.classList.contains('dark') ? 'dark' : 'light');
    const observer = new MutationObserver(followTheme);
    observer.observe(document.documentElement, { attributeFilter: ['class'] });
    followTheme();
    match.setAttribute('loop', '');
    match.addEventListener('load', () => {
      // By index: the clock may stand still in the part.
      match.viewer.seek((match.source?.first ?? 0) + shown);
      if (isPlaying && !prefersReducedMotion()) match.play();
    });
    match.setAttribute('src', log);
    host.append(match);
    return () => {
      observer.disconnect();
      match.remove();
    };
  };
