import type { MessagePort } from 'node:worker_threads';
import type { RoomEvent, RoomProblem } from '@rcss/core/rooms';
import type { ConsoleRecord } from '../console/console-output.js';
import type { SocketRequest } from '../websocket/socket-room.js';
import type { RoomHostSettings, RoomService } from './room-host.js';

/** Operations that a worker executes for the main thread. */
export type WorkerMethod = Exclude<keyof RoomService, 'subscribe' | 'drain'>;

/** Start data of a worker. */
export interface WorkerData {
  readonly settings: Omit<RoomHostSettings, 'createConsole'>;
  /** Cycles of the warm-up; 0: none. */
  readonly warmup: number;
  /** The only number counts the signs of life of the worker. */
  readonly heartbeat: Int32Array;
  /** Interval of the signs of life, ms. */
  readonly beatMs: number;
}

/** A request to a worker that has an answer. */
export type AnsweredRequest = Extract<WorkerRequest, { readonly call: number }>;

/** A message to a worker. */
export type WorkerRequest =
  | {
      readonly do: 'call';
      readonly call: number;
      readonly method: WorkerMethod;
      readonly args: readonly unknown[];
    }
  | { readonly do: 'subscribe'; readonly call: number; readonly room: string }
  | { readonly do: 'unsubscribe'; readonly subscription: number }
  /** A WebSocket for a room; its frames come over the port. */
  | { readonly do: 'socket'; readonly request: SocketRequest; readonly port: MessagePort };

/** A message of a worker. The number of a subscription is that of the call that began it. */
export type WorkerReply =
  | { readonly kind: 'result'; readonly call: number; readonly value: unknown }
  | { readonly kind: 'problem'; readonly call: number; readonly problem: RoomProblem }
  | { readonly kind: 'fault'; readonly call: number; readonly message: string }
  | { readonly kind: 'event'; readonly subscription: number; readonly event: RoomEvent }
  | {
      readonly kind: 'line';
      readonly room: string;
      readonly stream: 'out' | 'err';
      readonly text: string;
      readonly record: ConsoleRecord | undefined;
    };
