import { analyze, check, type Message, printSource, type Span, splitMessages } from '@rcss/clang';
import {
  addMessage,
  type ClangWorld,
  EMPTY_PLAYBOOK,
  findActiveDirectives,
  listUnitNumbers,
  type Playbook,
} from '@rcss/clang/evaluate';
import { printDirective } from '@rcss/clang/tree';
import type { Side } from '@rcss/core';

import { ToolError } from './tool-error.js';

/** Longest text of advice, characters. */
const MAX_TEXT = 20_000;

/** Advice of a coach that was read. */
export interface Advice {
  readonly messages: readonly Message[];
  /** Their texts, as the coach says them. */
  readonly texts: readonly string[];
  /** Warnings with their places. */
  readonly warnings: readonly string[];
}

/**
 * Reads messages of the coach language.
 *
 * @throws {ToolError} with the place of each error
 */
export function readAdvice(text: string): Advice {
  if (text.length > MAX_TEXT)
    throw new ToolError(`advice: ${text.length} characters; at most ${MAX_TEXT} are allowed`);
  const messages: Message[] = [];
  const spans = new Map<object, Span>();
  const errors: string[] = [];
  for (const piece of splitMessages(text).filter((part) => part.text.trim() !== '')) {
    const analysis = analyze(piece.text);
    for (const { line, column, message } of analysis.problems)
      errors.push(`line ${line}, column ${column}: ${message}`);
    for (const [node, span] of analysis.spans) spans.set(node, span);
    if (analysis.message !== null) messages.push(analysis.message);
  }
  if (errors.length > 0 || messages.length === 0)
    throw new ToolError(
      `advice is not coach language: ${errors.slice(0, 5).join('; ') || 'there is no message'}. Example: (define (definerule attack direc ((bowner our {7}) (do our {7} (pass {9}))))) (rule (on attack))`,
    );
  return {
    messages,
    texts: messages.map((message) => printSource(message)),
    warnings: check(messages, { spans }).map(({ message }) => message),
  };
}

/** Actions of the language that players of `@rcss/agent` do not follow. */
const IGNORED_ACTION = /\((bto|markl|oline|htype)\b/g;

/** Says which actions of the advice no player follows. */
export function listIgnoredActions({ texts }: Advice): string[] {
  const names = new Set([...texts.join(' ').matchAll(IGNORED_ACTION)].map(([, name]) => name));
  return names.size === 0
    ? []
    : [
        `Not followed by players: ${[...names].join(', ')}. Followed: pass, dribble, clear, shoot, hold, intercept, tackle, mark, pos, home.`,
      ];
}

/** What players should do by the advice in a moment: text of the directive, and numbers of the players. */
export interface AppliedDirective {
  readonly source: string;
  readonly text: string;
  readonly unums: readonly number[];
}

/** Returns the playbook of a player that has received all messages. */
export function createPlaybook({ messages }: Advice, time: number): Playbook {
  let playbook = EMPTY_PLAYBOOK;
  for (const message of messages) playbook = addMessage(playbook, message, time);
  return playbook;
}

/** Returns the directives that apply to players of `us`. */
export function applyAdvice(playbook: Playbook, world: ClangWorld, us: Side): AppliedDirective[] {
  return findActiveDirectives(playbook, { world, us, names: playbook.names }).directives.map(
    ({ source, directive, bindings }) => ({
      source,
      text: printDirective(directive),
      unums: listUnitNumbers(directive.units, bindings),
    }),
  );
}

/** The parts of a moment to which the coach language refers. */
export interface ClangMoment extends Pick<ClangWorld, 'time' | 'playMode' | 'ball'> {
  readonly left: { readonly score: number };
  readonly right: { readonly score: number };
  readonly players: readonly {
    readonly side: Side;
    readonly unum: number;
    readonly x: number;
    readonly y: number;
  }[];
}

/** The world as the coach language describes it. `owner` is the player that touched the ball last. */
export function toClangWorld(
  { time, playMode, left, right, ball, players }: ClangMoment,
  owner: { readonly side: Side; readonly unum: number } | null,
): ClangWorld {
  return {
    time,
    playMode,
    score: { l: left.score, r: right.score },
    ball,
    ballOwner: owner,
    players: players.map(({ side, unum, x, y }) => ({ side, unum, x, y })),
  };
}
