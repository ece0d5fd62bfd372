import { checkPngSize, isPng, PictureError, rewriteSvg } from '../../src/documents/svg-picture.js';

/** Crests of teams: what is written anew has no script and no way out of the picture. */
export default {
  seeds: [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><g fill="#f00"><path d="M0 0L1 1z" style="fill:red"/></g></svg>',
    '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script><a xlink:href="javascript:1"><circle r="1" onload="1"/></a></svg>',
    // Rules without conditions, fonts and imports are allowed.
    '<svg xmlns="http://www.w3.org/2000/svg"><g><style>a{fill:red}</style></g></svg>',
    Buffer.from('89504e470d0a1a0a0000000d49484452000000400000004008060000', 'hex'),
  ] as (string | Buffer)[],
  words: [
    '<script>',
    ' onload="x"',
    'href="javascript:1"',
    '&#60;script&#62;',
    '<!DOCTYPE a [<!ENTITY b "<script/>">]>',
    '<?xml version="1.0" encoding="utf-7"?>',
  ],
  run(bytes: Buffer): void {
    try {
      if (isPng(bytes)) checkPngSize(bytes);
      else {
        const picture = rewriteSvg(bytes);
        if (
          /<\s*(\w+:)?(script|foreignobject|iframe)|@import|\son\w+\s*=|javascript:|<!|<\?(?!xml version)/i.test(
            picture,
          )
        )
          throw new Error(`the picture runs something: ${picture}`);
      }
    } catch (error) {
      if (!(error instanceof PictureError)) throw error;
    }
  },
};
