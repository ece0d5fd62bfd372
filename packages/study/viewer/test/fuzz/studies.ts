import { parseStudy } from '../../src/notes/study-file.js';
import { parseViewOptions } from '../../src/options.js';
import { parseSceneFile } from '../../src/trainer/scene-file.js';

/** Files that a visitor drops on a page, and the options of a link. */
export default {
  seeds: [
    '{"format":"rcss-study","version":1,"title":"a","teams":["a","b"],"chapters":[{"cycle":1,"length":9,"title":"b","text":"c","shapes":[{"kind":"arrow","x1":0,"y1":0,"x2":1,"y2":1,"color":"#ff0000"},{"kind":"circle","x":0,"y":0,"radius":3,"color":"#ff0000"},{"kind":"label","x":0,"y":0,"text":"d","color":"#ff0000"}]}]}',
    '{"version":1,"initial":{"ball":{"position":{"x":0,"y":0}},"players":[{"side":"left","unum":1,"position":{"x":1,"y":2}}]}}',
    'fieldOfView,trails=20',
  ],
  run(bytes: Buffer): void {
    const text = bytes.toString();
    parseSceneFile(text);
    parseViewOptions(text);
    try {
      parseStudy(text);
    } catch (error) {
      if (error instanceof TypeError || error instanceof RangeError) throw error;
    }
  },
};
