/** What a room plays, from its match document. */
import { err, ok, type Result } from '@rcss/core';
import type { MatchDocument } from '@rcss/core/match-document';
import type { RoomFieldProblem } from '@rcss/core/rooms';
import type { RcssParams } from '@rcss/params/program';
import { createDocumentSpec, type MatchSpec } from '@rcss/simulator';

/** A match in a room: its spec, and what a room adds. Plain data, which the file of the room holds. */
export interface RoomPlan extends MatchSpec {
  /** Name for people. */
  readonly name?: string;
  /** Values of the server program, such as lower limits; none of them changes the game. */
  readonly program?: Partial<RcssParams>;
}

/** Parameters of rooms that differ from the defaults: free ports, and no file that the document does not ask for. */
const USUAL_VALUES = {
  port: 0,
  coach_port: 0,
  olcoach_port: 0,
  game_log_compression: 0,
  keepaway_logging: false,
} as const;

/** Returns the plan of a match document, or the parameters that are not allowed. A seed below 0 is chosen when the room opens. */
export function createRoomPlan(document: MatchDocument): Result<RoomPlan, readonly RoomFieldProblem[]> {
  const { name, parameters: { rcss } = {} } = document;
  try {
    return ok({
      ...createDocumentSpec(document, { server: USUAL_VALUES }),
      ...(name !== undefined && { name }),
      ...(rcss !== undefined && { program: rcss as Partial<RcssParams> }),
    });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return err([{ path: 'parameters', message: error.message }]);
  }
}
