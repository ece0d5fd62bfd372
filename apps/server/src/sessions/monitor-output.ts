import type { Frame, Reply } from '@rcss/core';
import { replyText } from '@rcss/protocol';
import type { Server } from '../server.js';
import type { MonitorSession } from './monitor-session.js';

/** A text on board 1 for one monitor (10 §8). */
export function monitorMessage(server: Server, session: MonitorSession, text: string): void {
  const { time, stoppageTime } = server.match.world;
  const message = { time, stoppageTime, board: 1, text };
  session.connection.send(session.codec.message(server.writers.writer(), message).view());
}

/** The answer to a monitor's own command, as a text on board 1 (10 §10.1). */
export function sendMonitorReply(server: Server, session: MonitorSession, reply: Reply): void {
  monitorMessage(server, session, replyText(reply));
}

/** Tiles that a monitor may be sent after one show (10 §9). */
const TILES_BEFORE_KICK_OFF = 32;
const TILES_IN_PLAY = 8;

/**
 * The show of the step, then team graphics that the monitor lacks. A show is encoded once per version, whatever the
 * number of monitors.
 */
export function sendShow(server: Server, session: MonitorSession, frame: Frame): void {
  session.connection.send(session.codec.show(frame));
  if (session.tilesSent.size >= server.tiles.length) return;
  let left = frame.playMode === 'before_kick_off' ? TILES_BEFORE_KICK_OFF : TILES_IN_PLAY;
  for (const { key, side, tile } of server.tiles) {
    if (left === 0) return;
    if (session.tilesSent.has(key)) continue;
    session.tilesSent.add(key);
    left -= 1;
    session.connection.send(
      session.codec.teamGraphic(server.writers.writer(), side, tile, frame.time).view(),
    );
  }
}
