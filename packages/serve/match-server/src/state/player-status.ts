import type { Side, World } from '@rcss/core';
import type { Clients } from '@rcss/host';
import { getDelayQuantile, getMeanDelay, type PlayerTelemetry, type Telemetry } from './telemetry.js';

/** A player that has connected since the start, as status and result report it. Delays in ms after sense_body; null without any body command. */
export interface PlayerStatus {
  readonly side: Side;
  readonly unum: number;
  readonly goalie: boolean;
  /** Protocol version. */
  readonly version: number;
  readonly isConnected: boolean;
  /** Cycles in play without a body command, though the player could act. */
  readonly missedCycles: number;
  /** Commands of all kinds beyond the useful one of their kind in a cycle. */
  readonly surplusCommands: number;
  /** Handshakes missed in synchronous mode. */
  readonly missedDone: number;
  /** Commands of all kinds. */
  readonly commands: number;
  readonly bodyCommands: number;
  /** Sum of the delays of all body commands, ms. */
  readonly delaySumMs: number;
  readonly meanDelayMs: number | null;
  readonly p95DelayMs: number | null;
  readonly maxDelayMs: number | null;
  /** Most work in a cycle, units of `rcss::max_work_per_cycle`. */
  readonly maxWork: number;
}

/** What the status of players is read from. */
export interface PlayerSource {
  readonly match: { readonly world: World };
  readonly clients: Pick<Clients, 'players'>;
  readonly telemetry: Telemetry;
}

/** Reads the players that have connected since the start, in the order of their sides and numbers. */
export function readPlayers({ match, clients, telemetry }: PlayerSource): PlayerStatus[] {
  return match.world.players
    .filter(({ assigned }) => assigned)
    .map(({ index, side, unum, goalie, version }) => {
      const isConnected = clients.players[index] !== null;
      return { side, unum, goalie, version, isConnected, ...readMeasures(telemetry.players[index]!) };
    });
}

type Measures = Omit<PlayerStatus, 'side' | 'unum' | 'goalie' | 'version' | 'isConnected'>;

function readMeasures(own: PlayerTelemetry): Measures {
  const mean = getMeanDelay(own);
  return {
    missedCycles: own.missedCycleCount,
    surplusCommands: own.surplusCommandCount,
    missedDone: own.missedDoneCount,
    commands: own.commandCount,
    bodyCommands: own.bodyCommandCount,
    delaySumMs: roundToMicroseconds(own.delaySumMs),
    meanDelayMs: mean === null ? null : roundToMicroseconds(mean),
    p95DelayMs: getDelayQuantile(own, 0.95),
    maxDelayMs: mean === null ? null : roundToMicroseconds(own.maxDelayMs),
    maxWork: Math.ceil(own.maxWork),
  };
}

export function roundToMicroseconds(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
