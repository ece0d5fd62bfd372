import type { MatchEvent } from '@rcss/core';
import type { Match } from './match.js';
import type { MatchEnd } from './match-end.js';
import type { RecordedInput } from './recorded-input.js';

/**
 * Receives what happens in a match, in its order: a game log, a recording, statistics, a page. A sink never changes the match; with any
 * set of sinks it is the same. All functions are optional.
 */
export interface MatchSink {
  /** The match exists; nothing has happened yet. */
  begin?(match: Match): void;
  /** An input, before it is executed. */
  input?(input: RecordedInput): void;
  event?(event: MatchEvent): void;
  /** In every step when the world is complete, before the states that last one cycle are cleared. */
  frame?(match: Match): void;
  /** The match has ended; nothing follows. */
  end?(end: MatchEnd): void;
}

/**
 * Connects sinks to a match without clients. Each gets `begin` at once; then the match sends them its inputs and events.
 *
 * @param first Receives the events before the sinks, such as the clients do.
 * @returns the function that sends a frame, for `step`
 */
export function connectSinks(
  match: Match,
  sinks: readonly MatchSink[],
  first: (event: MatchEvent) => void = () => {},
): (match: Match) => void {
  const takers = <Name extends 'input' | 'event' | 'frame'>(name: Name) =>
    sinks.filter((sink): sink is MatchSink & Required<Pick<MatchSink, Name>> => sink[name] !== undefined);
  for (const sink of sinks) sink.begin?.(match);
  const inputs = takers('input');
  const events = takers('event');
  const frames = takers('frame');
  match.listener = (event) => {
    first(event);
    for (const sink of events) sink.event(event);
  };
  if (inputs.length > 0)
    match.record = (input) => {
      for (const sink of inputs) sink.input(input);
    };
  return (shown) => {
    for (const sink of frames) sink.frame(shown);
  };
}
