import { describe, expect, it } from 'vitest';
import { addBoardMessage, MAX_MESSAGES } from './board-messages.js';

describe('stored messages', () => {
  it('messages of clients do not displace those of the server', () => {
    const messages: { time: number; board: number; text: string }[] = [];
    for (let time = 0; time < 3 * MAX_MESSAGES; time++) {
      addBoardMessage(messages, { time, board: 2, text: `Recv Foxes_1: (turn ${time})` });
      if (time % 100 === 0) addBoardMessage(messages, { time, board: 1, text: '(referee play_on)' });
      expect(messages.length).toBeLessThanOrEqual(MAX_MESSAGES);
    }
    expect(messages.filter(({ board }) => board === 1)).toHaveLength((3 * MAX_MESSAGES) / 100);
    const times = messages.map(({ time }) => time);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(messages.at(-1)).toMatchObject({ time: 3 * MAX_MESSAGES - 1, board: 2 });
  });

  it('without messages of clients, the newest of the server are kept', () => {
    const messages: { time: number; board: number; text: string }[] = [];
    for (let time = 0; time <= MAX_MESSAGES; time++) addBoardMessage(messages, { time, board: 1, text: '' });
    expect([messages.length, messages[0]?.time]).toEqual([MAX_MESSAGES / 2, MAX_MESSAGES / 2 + 1]);
  });
});
