/**
 * Which team a socket of this machine belongs to, where no gate separates the teams (isolation `user` and `none`). Linux lists its UDP sockets
 * with user and inode, and the open files of each process. Elsewhere no owner is known.
 */
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import type { SideName } from '@rcss/core';
import { isLoopback } from '@rcss/kit/http-access';
import { listTreeProcesses, type TreeIdentity } from '@rcss/kit/match-runner';

/** Searches through all processes without a pause: those for the clients of two teams, several times. A stranger can ask at any rate. */
const MAX_FREE_SEARCHES = 200;
/** Time between further searches, ms. */
const SEARCH_INTERVAL_MS = 500;

/** Owner of a socket: a team, this process (a gate, which lets only its own team through), or none that is known. */
export type SocketOwner = SideName | 'self' | null;

/** Finds the owners of sockets. */
export class SocketOwners {
  readonly #readTrees: () => readonly (readonly [SideName, TreeIdentity])[];
  #inodes = new Map<string, SocketOwner>();
  #users = new Map<number, SocketOwner>();
  #searches = 0;
  #searchedAt = Number.NEGATIVE_INFINITY;

  /** @param readTrees Returns the processes of the teams that run now. */
  constructor(readTrees: () => readonly (readonly [SideName, TreeIdentity])[]) {
    this.#readTrees = readTrees;
  }

  /** Returns the owner of a UDP socket; a sender on another machine has none. */
  find({ address, port }: { readonly address: string; readonly port: number }): SocketOwner {
    const sockets = isOfThisMachine(address) ? listSockets(port) : [];
    if (sockets.length === 0) return null;
    const isKnown = sockets.some(({ inode }) => this.#inodes.has(inode));
    // Before the user decides: a team that has started since the last search can have the same one.
    const isFree = this.#searches < MAX_FREE_SEARCHES;
    if (!isKnown && (isFree || performance.now() - this.#searchedAt >= SEARCH_INTERVAL_MS)) this.#search();
    for (const { inode } of sockets) if (this.#inodes.has(inode)) return this.#inodes.get(inode)!;
    for (const { user } of sockets) if (this.#users.has(user)) return this.#users.get(user)!;
    return null;
  }

  #search(): void {
    this.#searches += 1;
    this.#searchedAt = performance.now();
    this.#inodes = new Map(listInodes('self').map((inode) => [inode, 'self']));
    this.#users = new Map();
    for (const [side, tree] of this.#readTrees())
      for (const { pid } of listTreeProcesses(tree)) {
        for (const inode of listInodes(pid)) this.#inodes.set(inode, side);
        const user = readUser(pid);
        // A user of both teams, or of this process, belongs to none.
        if (user === null || user === process.geteuid?.()) continue;
        const isShared = this.#users.has(user) && this.#users.get(user) !== side;
        this.#users.set(user, isShared ? null : side);
      }
  }
}

function isOfThisMachine(address: string): boolean {
  const numeric = address.replace(/^::ffff:/, '');
  return (
    isLoopback(numeric) ||
    Object.values(networkInterfaces()).some((own) => own?.some((entry) => entry.address === numeric))
  );
}

interface UdpSocket {
  readonly user: number;
  readonly inode: string;
}

/** Lists the UDP sockets at a port of this machine. */
function listSockets(port: number): UdpSocket[] {
  const end = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return ['/proc/net/udp', '/proc/net/udp6'].flatMap((path) => {
    try {
      const rows = readFileSync(path, 'latin1').split('\n').slice(1);
      const fields = rows.map((row) => row.trim().split(/\s+/)).filter(([, local]) => local?.endsWith(end));
      return fields.map((row) => ({ user: Number(row[7]), inode: row[9]! }));
    } catch {
      return [];
    }
  });
}

/** Lists the inodes of the sockets of a process; none if it has ended or belongs to another user. */
function listInodes(pid: number | 'self'): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [];
      } catch {
        return [];
      }
    });
  } catch {
    return [];
  }
}

function readUser(pid: number): number | null {
  return statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid ?? null;
}
