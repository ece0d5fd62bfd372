import type { World } from '@rcss/core';
import { LANDMARKS, LINE_NAMES, LONG_LINE_NAMES } from '@rcss/core/landmarks';
import type { SeeObservation } from '@rcss/core/observation';

/** Formats a number like C's %g, as far as see messages need it. */
function formatSixDigits(v: number): string {
  return Object.is(v, -0) ? '-0' : String(Number(v.toPrecision(6)));
}

/** Text of a see message as in the recordings (spec 03 §10.2), only for the comparison. Team names Alpha and Beta. */
export function formatSee(world: World, out: SeeObservation): string {
  const observer = world.players[out.observer]!;
  const v = observer.version;
  const old = v < 6;
  let text = `(see ${out.time}`;
  for (const o of out.objects.slice(0, out.count)) {
    let name: string;
    if (o.kind === 'landmark') {
      const landmark = LANDMARKS[o.index]!;
      if (o.detail === 'close') {
        if (landmark.kind === 'goal') name = old ? 'Goal' : 'G';
        else name = old ? 'Flag' : 'F';
      } else name = old ? landmark.longName : landmark.name;
    } else if (o.kind === 'ball') {
      name = o.detail === 'close' ? (old ? 'Ball' : 'B') : old ? 'ball' : 'b';
    } else if (o.kind === 'line') {
      name = (old ? LONG_LINE_NAMES : LINE_NAMES)[o.index]!;
    } else if (o.detail === 'close') {
      name = old ? 'Player' : 'P';
    } else {
      const p = world.players[o.index]!;
      const team = p.side === 'l' ? 'Alpha' : 'Beta';
      name = old ? 'player' : 'p';
      if (o.detail !== 'player') name += old ? ` ${team}` : ` "${team}"`;
      if (o.detail === 'full') name += ` ${p.unum}${o.goalie ? ' goalie' : ''}`;
    }
    text += ` ((${name})`;
    if (out.quality === 'low') {
      text += ` ${o.dir})`;
      continue;
    }
    text += ` ${formatSixDigits(o.dist)} ${o.dir}`;
    if (o.hasMotion) text += ` ${formatSixDigits(o.distChange)} ${formatSixDigits(o.dirChange)}`;
    if (o.detail === 'full') {
      if (v >= 4) text += ` ${o.bodyDir}`;
      if (v >= 5) text += ` ${o.headDir}`;
    }
    if (o.hasPointDir) text += ` ${o.pointDir}`;
    if (o.flag !== '') text += ` ${o.flag}`;
    text += ')';
  }
  return `${text})`;
}

/** Removes the values that depend on random numbers: motion and number from 20 to 40 m, the team from 40 to 60 m. */
export function removeRandomValues(text: string): string {
  return text.replace(
    /\(\(([^()]*)\) (\d+(?:\.\d+)?) (-?\d+)([^()]*)\)/g,
    (whole, name: string, distance: string, direction: string) => {
      const d = Number(distance);
      const words = name.split(' ');
      const isPlayer = /^p(layer)?$/.test(words[0]!);
      if (d > 20 && d < 40)
        return `((${isPlayer ? words.slice(0, 2).join(' ') : name}) ${distance} ${direction} *)`;
      if (isPlayer && d >= 40 && d < 60) return `((${words[0]} *) ${distance} ${direction} *)`;
      return whole;
    },
  );
}
