/** Messages on WebSockets: subprotocols, paths and frames (docs/use/organizer/websocket.md). */

/** Subprotocol of a WebSocket for one client: each frame is one message. */
export const CLIENT_SUBPROTOCOL = 'rcss.v1';

/** Subprotocol of a WebSocket for many clients: each frame is a {@link ChannelFrame}. */
export const CHANNELS_SUBPROTOCOL = 'rcss-channels.v1';

/** What a WebSocket connects: a client of one role, or clients of all roles on channels. */
export type SocketRole = 'player' | 'coach' | 'trainer' | 'monitor' | 'channels';

/** Room and role of a path. */
export interface RoomPath {
  readonly room: string;
  readonly role: SocketRole;
}

const ROOM_PATH = /^\/rooms\/([^/]+)\/(player|coach|trainer|monitor|channels)$/;

/** Reads the path of a request, such as `/rooms/main/player`; null if it is not a path of a room. */
export function parseRoomPath(path: string): RoomPath | null {
  const found = ROOM_PATH.exec(path);
  if (found === null) return null;
  try {
    return { room: decodeURIComponent(found[1] as string), role: found[2] as SocketRole };
  } catch {
    return null;
  }
}

/** Returns the subprotocol that a client of the role must offer. */
export function getSubprotocol(role: SocketRole): string {
  return role === 'channels' ? CHANNELS_SUBPROTOCOL : CLIENT_SUBPROTOCOL;
}

/**
 * Where a message of a channel would go to, or come from, over UDP: one of the three well-known ports, or the port that the
 * server opens for the client (`own`). `end`: the frame has no message; it ends the channel.
 */
export type ChannelPort = 'player' | 'trainer' | 'coach' | 'own' | 'end';

/** Codes of the ports, the third byte of a frame. */
export const CHANNEL_PORT_CODES: Readonly<Record<ChannelPort, number>> = {
  player: 0,
  trainer: 1,
  coach: 2,
  own: 3,
  end: 255,
};

const PORTS_BY_CODE: ReadonlyMap<number, ChannelPort> = new Map(
  Object.entries(CHANNEL_PORT_CODES).map(([port, code]) => [code, port as ChannelPort]),
);

/** Largest number of a channel. */
export const MAX_CHANNEL = 65535;

/** Length of the header of a frame, bytes. */
export const CHANNEL_HEADER_BYTES = 3;

/** A frame of {@link CHANNELS_SUBPROTOCOL}. */
export interface ChannelFrame {
  /** 0 to {@link MAX_CHANNEL}. */
  readonly channel: number;
  readonly port: ChannelPort;
  /** The message; at `end` the reason in UTF-8, which may be empty. */
  readonly message: Uint8Array;
}

/** Returns the header of a frame; the message follows it. */
export function encodeChannelHeader(channel: number, port: ChannelPort): Uint8Array {
  return Uint8Array.of(channel & 0xff, channel >> 8, CHANNEL_PORT_CODES[port]);
}

export function encodeChannelFrame({ channel, port, message }: ChannelFrame): Uint8Array {
  const frame = new Uint8Array(CHANNEL_HEADER_BYTES + message.length);
  frame.set(encodeChannelHeader(channel, port));
  frame.set(message, CHANNEL_HEADER_BYTES);
  return frame;
}

/** Decodes a frame; null if it has no complete header or an unknown port. The message is a view into the bytes. */
export function decodeChannelFrame(bytes: Uint8Array): ChannelFrame | null {
  const port = PORTS_BY_CODE.get(bytes[2] ?? -1);
  if (port === undefined) return null;
  const channel = (bytes[0] as number) | ((bytes[1] as number) << 8);
  return { channel, port, message: bytes.subarray(CHANNEL_HEADER_BYTES) };
}
