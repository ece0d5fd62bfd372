import { listChangedRules } from '@rcss/params';
import { exactJson } from '../exact-json.js';
import type { MatchSpec } from '../spec/match-spec.js';
import { mixText } from './hash.js';

/**
 * Returns a hash of what decides about a match: seed, rules, clock, situation, origin and stop conditions. Eight hexadecimal digits; equal
 * specs have equal hashes, whatever the order of their fields and whichever defaults they name.
 */
export function hashSpec({ seed, rules, clock, initial, from, stop }: MatchSpec): string {
  const text = exactJson(sortFields({ seed, rules: listChangedRules(rules), clock, initial, from, stop }));
  return (mixText(0x811c9dc5, text) >>> 0).toString(16).padStart(8, '0');
}

function sortFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortFields);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, part]) => [name, sortFields(part)]),
  );
}
