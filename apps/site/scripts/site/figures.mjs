/** Figures that run in the pages of the documentation site. */

/**
 * Puts each picture `images/figure-NAME.…` that is a paragraph of its own into the component of the figure. The picture stays its
 * content: it is what GitHub shows, and what the site shows without JavaScript.
 */
export const embedFigures = (text) =>
  text.replace(
    /^!\[[^\]]+\]\((?:[^)\s]*\/)?images\/figure-([\w-]+)\.\w+\)$/gm,
    (picture, name) => `<LiveFigure name="${name}">\n\n${picture}\n\n</LiveFigure>`,
  );
