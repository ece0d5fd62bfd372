import { expect, it } from 'vitest';
import { SenderShares } from './sender-shares.js';

/** Sends in turn from each sender for one second, `count` datagrams each; returns the accepted ones of each sender. */
function flood(
  shares: SenderShares,
  senders: readonly { address: string; port: number }[],
  count: number,
): number[] {
  const accepted = senders.map(() => 0);
  for (let n = 0; n < count; n++)
    for (const [index, sender] of senders.entries()) if (shares.allow(sender)) accepted[index]! += 1;
  return accepted;
}

it('one sender takes a third of the limit, and hundreds of others are accepted in the same second', () => {
  const shares = new SenderShares(1000, () => 500);
  expect(flood(shares, [{ address: '10.0.0.1', port: 5000 }], 3000)).toEqual([334]);
  const ofSameAddress = Array.from({ length: 40 }, (_, n) => ({ address: '10.0.0.1', port: 6000 + n }));
  expect(flood(shares, ofSameAddress, 1)).toEqual(ofSameAddress.map(() => 1));
  const others = Array.from({ length: 400 }, (_, n) => ({ address: `10.0.1.${n}`, port: 5000 }));
  expect(flood(shares, others, 1)).toEqual(others.map(() => 1));
});

it('all senders of one address together take half of the limit', () => {
  const shares = new SenderShares(1000, () => 500);
  const senders = Array.from({ length: 2000 }, (_, n) => ({ address: '10.0.0.1', port: n }));
  const accepted = flood(shares, senders, 10).reduce((sum, count) => sum + count, 0);
  expect(accepted).toBe(500);
  expect(shares.allow({ address: '10.0.0.2', port: 1 })).toBe(true);
});

it('never more than the limit is accepted in a second, and the next second begins anew', () => {
  let now = 0;
  const shares = new SenderShares(10, () => now);
  const senders = Array.from({ length: 50 }, (_, n) => ({ address: `10.0.0.${n}`, port: 1 }));
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
  expect(sum(flood(shares, senders, 5))).toBe(10);
  now = 1000;
  expect(sum(flood(shares, senders, 5))).toBe(10);
});

it('0 means no limit', () => {
  expect(flood(new SenderShares(0), [{ address: '10.0.0.1', port: 1 }], 5000)).toEqual([5000]);
});

it('a limit of 1 accepts one, and a sender has its whole share again in the next second', () => {
  let now = 0;
  const one = new SenderShares(1, () => now);
  const many = new SenderShares(1000, () => now);
  const sender = { address: '10.0.0.1', port: 1 };
  expect([flood(one, [sender], 5), flood(many, [sender], 3000)]).toEqual([[1], [334]]);
  now = 999.9;
  expect([flood(one, [sender], 5), flood(many, [sender], 3000)]).toEqual([[0], [0]]);
  now = 1000;
  expect([flood(one, [sender], 5), flood(many, [sender], 3000)]).toEqual([[1], [334]]);
});
