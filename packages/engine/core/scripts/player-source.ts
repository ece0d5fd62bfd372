import { PLAYER_FIELDS, type PlayerField } from './player-fields.js';

const fileHeader = (title: string) => `/**
 * ${title}
 *
 * Generated from packages/engine/core/scripts/player-fields.ts by \`pnpm --filter @rcss/core player\`; do not edit.
 */
`;

const points = PLAYER_FIELDS.filter((field) => field.kind === 'point');
const reals = PLAYER_FIELDS.filter((field) => field.kind === 'real');
const scalars = PLAYER_FIELDS.filter((field) => field.kind !== 'point' && field.digest !== 'slot');

function fieldType({ kind }: PlayerField): string {
  if (kind === 'flag') return 'boolean';
  if (kind === 'int' || kind === 'real') return 'number';
  return kind === 'point' ? 'Vec2' : kind;
}

/** One member of the interface with its doc comment, wrapped at 110 columns. */
function memberSource(field: PlayerField): string {
  const fixed = field.kind === 'point' || field.digest === 'slot' ? 'readonly ' : '';
  const gap = field.startsGroup ? '\n' : '';
  return `${gap}${docComment(field.doc)}  ${fixed}${field.name}: ${fieldType(field)};\n`;
}

function docComment(text: string): string {
  if (text === '') return '';
  if (text.length <= 100) return `  /** ${text} */\n`;
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines[lines.length - 1] as string;
    if (line.length + word.length > 100) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return `  /**\n${lines.map((line) => `   * ${line}\n`).join('')}   */\n`;
}

const joinLines = (fields: readonly PlayerField[], line: (field: PlayerField) => string) =>
  fields.map(line).join('\n');

/** Source text of `src/player.generated.ts`. */
export function generatePlayerSource(): string {
  const literal = joinLines(PLAYER_FIELDS, ({ name, initial }) =>
    name === initial ? `    ${name},` : `    ${name}: ${initial},`,
  );
  return `${fileHeader('A player of the world: type, factory and copies.')}
import { BENCH_Y, benchX } from './pitch.js';
import { playerIndex, type Side } from './side.js';
import type { Vec2 } from './vec2.js';
import * as vec2 from './vec2.js';
import type { ViewQuality, ViewWidth } from './view.js';

/**
 * One of the 22 player slots. All slots exist from the start, connected or not (spec 05 §4.2). Field frame: meters,
 * meters per cycle, radians.
 */
export interface Player {
${PLAYER_FIELDS.map(memberSource).join('')}}

/**
 * Creates a slot as it is before a client connects: at its bench position, disabled, all counters zero. The simulator
 * sets the values that come from parameters (stamina, effort, capacities, noise rates, view angle).
 */
export function createPlayer(side: Side, unum: number): Player {
  return {
${literal}
  };
}

/** Returns a deep copy of a player. */
export function clonePlayer(player: Player): Player {
  return {
    ...player,
${joinLines(points, ({ name }) => `    ${name}: { ...player.${name} },`)}
  };
}

/** Copies all fields except those of the slot from \`source\` to \`target\`; no object is replaced. */
export function copyPlayer(target: Player, source: Player): void {
${joinLines(points, ({ name }) => `  target.${name}.x = source.${name}.x;\n  target.${name}.y = source.${name}.y;`)}
${joinLines(scalars, ({ name }) => `  target.${name} = source.${name};`)}
}

/** Fields that may hold a fraction; all other numbers of a player are integers. */
export const PLAYER_REAL_FIELDS: readonly [
${joinLines(reals, ({ name }) => `  '${name}',`)}
] = [
${joinLines(reals, ({ name }) => `  '${name}',`)}
];
`;
}

/** Fields of the digest by position; fields with the same position share a word. */
function groupByDigestPosition(): PlayerField[][] {
  const places: PlayerField[][] = [];
  for (const field of PLAYER_FIELDS) {
    if (typeof field.digest !== 'number') continue;
    const place = places[field.digest - 1];
    if (place === undefined) places[field.digest - 1] = [field];
    else place.push(field);
  }
  return places;
}

/** Source lines of the digest. Consecutive reals are written to the buffer together and mixed in by one loop. */
function digestLines(): string[] {
  const lines: string[] = [];
  let reals: string[] = [];
  const flush = () => {
    if (reals.length === 0) return;
    reals.forEach((source, i) => {
      lines.push(`  bits.setFloat64(${8 * i}, p.${source});`);
    });
    lines.push(`  h = mixBits(h, bits, ${reals.length});`);
    reals = [];
  };
  for (const fields of groupByDigestPosition()) {
    const [field] = fields as [PlayerField];
    if (field.kind === 'point') reals.push(`${field.name}.x`, `${field.name}.y`);
    else if (field.kind === 'real') reals.push(field.name);
    else {
      flush();
      lines.push(`  h = mixWord(h, ${fields.length > 1 ? packedWordSource(fields) : `p.${field.name}`});`);
    }
  }
  flush();
  return lines;
}

/** Expression for one word: a bit for each flag, then the integer. */
function packedWordSource(fields: readonly PlayerField[]): string {
  return fields
    .map(({ name, kind }, i) => (kind === 'flag' ? `(p.${name} ? ${2 ** i} : 0)` : `(p.${name} << ${i})`))
    .join(' | ');
}

/** Source text of `packages/engine/simulator/src/digest/player-digest.generated.ts`. */
export function generatePlayerDigestSource(): string {
  return `${fileHeader("A player's part of the digest of a match.")}
import type { Player } from '@rcss/core';
import { mixBits, mixWord } from './hash.js';

/** Mixes a player into a hash; \`bits\` is working memory of \`MIX_BYTES\` bytes. */
export function mixPlayer(hash: number, bits: DataView, p: Player): number {
  let h = hash;
${digestLines().join('\n')}
  return h;
}
`;
}
