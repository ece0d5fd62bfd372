import { describe, expect, it } from 'vitest';
import { compareWithReference, type Message, type Recording } from './reference.mjs';

const message = (text: string, client = 0, operation = 1, role = 'player'): Message => ({
  client,
  role,
  operation,
  text,
});

const recording = (messages: readonly Message[], more: Partial<Recording> = {}): Recording => ({
  failure: null,
  operationCount: 10,
  stepCount: 3,
  messageCount: messages.length,
  messages,
  ...more,
});
const texts = (...list: readonly string[]) => recording(list.map((text) => message(text)));

/** A server whose runs give these recordings in turn, the last one again and again. */
const inTurn = (runs: readonly Recording[]) => {
  let count = 0;
  return async () => runs[Math.min(count++, runs.length - 1)] as Recording;
};
const compare = (server: readonly Recording[], reference: readonly Recording[]) =>
  compareWithReference(inTurn(server), inTurn(reference));

const body = (stamina: number) => `(sense_body 5 (stamina ${stamina} 1 130600) (speed 0.4 0))`;
const ball = (x: number | string) => `(see_global 5 ((b) ${x} 0 0 0))`;

describe('comparison with a reference', () => {
  it('plays a reference without differences once', async () => {
    expect(await compare([texts(body(8000))], [texts(body(8000))])).toMatchObject({
      failure: null,
      ignored: [],
      referenceCount: 1,
    });
  });

  it('names a difference in which the reference does not differ from itself', async () => {
    const { failure, ignored } = await compare(
      [recording([message(body(7999), 7, 3)])],
      [recording([message(body(8000), 7, 3)])],
    );
    expect(failure).toMatch(/^player sense_body: operation 3, client 7: .*8000.*7999/);
    expect(ignored).toEqual([]);
  });

  it.each([
    ['numbers', [body(1)], [body(2)], [body(3)], 'player sense_body'],
    ['a message that may be missing', ['(hear 5 self "x")'], [], [], 'player hear # self'],
    ['an order', ['(ok say)', ball(1)], ['(error x)', ball(1)], ['(error x)', ball(1)], 'player ok say'],
    [
      'a JSON frame',
      ['{"type":"show","x":1}'],
      ['{"type":"show","x":2}'],
      ['{"type":"show","x":3}'],
      'player type',
    ],
  ])(
    'a difference in %s does not count if the reference has it too',
    async (_, first, second, server, family) => {
      const result = await compare([texts(...server)], [texts(...first), texts(...second)]);
      expect(result.failure).toBeNull();
      expect(result.ignored).toContain(family);
    },
  );

  it('counts a difference beside one that the reference has too', async () => {
    const { failure, ignored } = await compare(
      [texts(body(1), ball(7))],
      [texts(body(2), ball(8)), texts(body(3), ball(8))],
    );
    expect(failure).toMatch(/^player see_global: /);
    expect(ignored).toEqual(['player sense_body']);
  });

  it('a toss that falls on another player in each run does not count', async () => {
    const toss = (client: number) =>
      recording([0, 1, 2, 3].map((n) => message(body(n === client ? 1 : 0), n)));
    expect((await compare([toss(3)], [toss(0), toss(1)])).failure).toBeNull();
  });

  it('a toss that is equal in two runs of the reference by chance does not count', async () => {
    const heads = texts('(hear 5 referee kick_off_l)');
    const tails = texts('(hear 5 referee kick_off_r)');
    expect(await compare([tails], [heads, heads, heads, tails])).toMatchObject({
      failure: null,
      referenceCount: 4,
    });
    expect(await compare([tails, tails, heads], [heads])).toMatchObject({
      failure: null,
      ignored: ['player hear # referee'],
    });
  });

  it('a check that fails, and an early end, count if only the server has them', async () => {
    const check = message('the time goes from 7 back to 3', 0, 4, 'check');
    const good = texts(body(1));
    const failing = recording([message(body(1)), check]);
    const ended = recording([message(body(1))], { failure: 'the server has ended: 1', operationCount: 4 });
    const failure = async (server: Recording, ...reference: readonly Recording[]) =>
      (await compare([server], reference)).failure;
    expect(await failure(failing, good)).toContain('check "the time goes from # back to #"');
    expect(await failure(failing, failing)).toBeNull();
    expect(await failure(failing, good, failing)).toBeNull();
    expect(await failure(ended, good)).toMatch(/^end of the run: .*no failure.*the server has ended/);
    expect(await failure(ended, good, ended)).toBeNull();
    expect(await failure(ended, ended)).toBeNull();
  });

  it('takes rounding residue for 0', async () => {
    expect(await compare([texts(ball('1e-17'))], [texts(ball('-2e-12'))])).toMatchObject({
      failure: null,
      referenceCount: 1,
    });
  });
});
