/**
 * Cycles until a running player is at a place, with and without dashes with two legs, in the direction and with the speed of the columns and
 * rows; without noise: `tsx --conditions=@rcss/source bench/legs.ts`. Prints a Markdown table for docs/inside/base-team.md.
 */
import { dashTo } from '../src/skills/commands.js';
import { countRunCycles } from '../test/run-without-noise.js';

const ANGLES = [10, 20, 30, 45, 60, 90, 120, 180] as const;
const REACH = 0.5;

console.log(`| speed, way | ${ANGLES.map((angle) => `${angle}°`).join(' | ')} |`);
console.log(`|---|${'--:|'.repeat(ANGLES.length)}`);
for (const speed of [0, 0.4]) {
  for (const way of [3, 6, 12, 20]) {
    const cells = ANGLES.map((angle) => {
      const radians = (angle * Math.PI) / 180;
      const target = { x: way * Math.cos(radians), y: way * Math.sin(radians) };
      const [without, withLegs] = [false, true].map((hasLegs) =>
        countRunCycles({ target, speed, hasLegs }, REACH, (wm) => dashTo(wm, target, REACH, 100)),
      );
      return `${without} → ${withLegs}`;
    });
    console.log(`| ${speed} m per cycle, ${way} m | ${cells.join(' | ')} |`);
  }
}
