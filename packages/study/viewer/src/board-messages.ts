import type { BoardMessage } from '@rcss/core';

/** Largest number of stored messages. */
export const MAX_MESSAGES = 6000;
/** Board of the messages of clients (spec 10 §8). */
const BOARD_CLIENTS = 2;

/**
 * Appends a message. If there are too many, the older half of the messages of clients is removed, or of the server if these are more:
 * clients send hundreds of messages per second, which must not displace those of the server.
 */
export function addBoardMessage(messages: BoardMessage[], message: BoardMessage): void {
  messages.push(message);
  if (messages.length <= MAX_MESSAGES) return;
  const isOfClients = ({ board }: BoardMessage): boolean => board === BOARD_CLIENTS;
  const clientCount = messages.filter(isOfClients).length;
  const removesClients = 2 * clientCount >= messages.length;
  let left = Math.ceil((removesClients ? clientCount : messages.length - clientCount) / 2);
  const kept = messages.filter((each) => isOfClients(each) !== removesClients || left-- <= 0);
  messages.splice(0, messages.length, ...kept);
}
