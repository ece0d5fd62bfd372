/** The file `rcss-match.js`: loading it registers `<rcss-match>`. */
import { defineMatch, RcssMatch } from '../element/rcss-match.js';

defineMatch();

export { defineMatch, RcssMatch };
