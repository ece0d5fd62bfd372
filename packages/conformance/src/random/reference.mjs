// Compares a sequence on two servers. What the runs of the reference do differently among themselves does not count.

import { excerptDifference, findSimulationTime, isEqual } from '../compare.mjs';

/**
 * @typedef {{ readonly client: number | string, readonly role: string, readonly operation: number, readonly text: string }} Message
 * @typedef {{ readonly failure: string | null, readonly operationCount: number, readonly stepCount: number,
 *   readonly messageCount: number, readonly messages: readonly Message[] }} Recording
 * @typedef {{ readonly operation: number, readonly client: number | string, readonly expected?: string, readonly got?: string }} Difference
 */

/**
 * Runs of each server at most. A random event that changes a family in a run with probability p is taken for a difference with probability
 * 2p⁴(1-p)⁴, at most 0.8 %.
 */
const MAX_RUNS = 4;

const withoutNumbers = (text) => text.replaceAll(/-?\d[\d.]*/g, '#');

/** First words of a failure without its numbers: a shorter sequence must fail in the same way. */
export const kindOf = (failure) => withoutNumbers(failure).slice(0, 50);

const HEAD = /^\((?:error|warning|ok) [a-z_]+|^\(hear -?\d+ (?:self|referee|coach|-?\d+)|^\W*\w+/;

/** Role and first words of a message. */
function familyOf({ role, text }) {
  if (role === 'check') return `check "${kindOf(text)}"`;
  return `${role} ${withoutNumbers((HEAD.exec(text)?.[0] ?? text.slice(0, 20)).replaceAll(/[^\w -]/g, ''))}`;
}

/** Messages by client, family and time in the message. */
function groupMessages(messages, operationLimit) {
  const groups = new Map();
  for (const message of messages) {
    if (message.operation >= operationLimit) continue;
    const family = familyOf(message);
    const key = `${message.client} ${family} ${findSimulationTime([message])}`;
    if (!groups.has(key)) groups.set(key, { family, list: [] });
    groups.get(key).list.push(message);
  }
  return groups;
}

/**
 * Families in which two recordings differ, each with its first difference. A family has all clients of a role, and all times: one toss
 * changes another player and another time in each run. If a server ends, the messages before are compared.
 *
 * @param {Recording} expected
 * @param {Recording} got
 * @returns {Map<string, Difference>}
 */
function findDifferences(expected, got) {
  const families = new Map();
  const note = (family, difference) => {
    if (!(families.get(family)?.operation <= difference.operation)) families.set(family, difference);
  };
  let limit = Number.POSITIVE_INFINITY;
  if (
    expected.operationCount !== got.operationCount ||
    (expected.failure === null) !== (got.failure === null)
  ) {
    limit = Math.min(expected.operationCount, got.operationCount);
    const endOf = ({ failure, operationCount }) => `${failure ?? 'no failure'}, ${operationCount} operations`;
    note('end of the run', { operation: limit, client: 'none', expected: endOf(expected), got: endOf(got) });
  }
  const a = groupMessages(expected.messages, limit);
  const b = groupMessages(got.messages, limit);
  for (const key of new Set([...a.keys(), ...b.keys()])) {
    const { family } = a.get(key) ?? b.get(key);
    const left = a.get(key)?.list ?? [];
    const right = b.get(key)?.list ?? [];
    for (let i = 0; i < Math.max(left.length, right.length); i += 1) {
      const { operation, client } = left[i] ?? right[i];
      const [x, y] = [left[i]?.text, right[i]?.text];
      if (x === undefined || y === undefined || !isEqual(x, y))
        note(family, { operation, client, expected: x, got: y });
    }
  }
  return families;
}

function describe(family, { operation, client, expected, got }) {
  const texts = excerptDifference(expected, got);
  return `${family}: operation ${operation}, client ${client}: the reference sends ${texts.expected}, the server ${texts.got}`;
}

/**
 * Plays on the server and on the reference, and repeats both in turn as long as a difference is left. A family in which two runs of the
 * reference differ does not count, nor does one in which a run of the server is equal to the reference.
 *
 * @param {() => Promise<Recording>} playServer
 * @param {() => Promise<Recording>} playReference
 * @returns {Promise<Recording & { ignored: readonly string[], referenceCount: number }>} recording of the server; its `failure`
 *   names the first difference that counts
 */
export async function compareWithReference(playServer, playReference) {
  const got = await playServer();
  const first = await playReference();
  const differences = findDifferences(first, got);
  const ignored = [];
  let referenceCount = 1;
  while (differences.size > 0 && referenceCount < MAX_RUNS) {
    referenceCount += 1;
    for (const family of findDifferences(first, await playReference()).keys())
      if (differences.delete(family)) ignored.push(family);
    if (differences.size === 0) break;
    const again = findDifferences(first, await playServer());
    for (const family of differences.keys())
      if (!again.has(family)) {
        differences.delete(family);
        ignored.push(family);
      }
  }
  const earliest = [...differences].sort(([, x], [, y]) => x.operation - y.operation)[0];
  return { ...got, failure: earliest ? describe(...earliest) : null, ignored, referenceCount };
}
