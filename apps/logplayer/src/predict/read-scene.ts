/** The last states of a scene, from its table and its player types. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createFutureParams } from '@rcss/base-team/futures';
import type { Frame } from '@rcss/core';
import { type Io, readText } from '@rcss/log-service/streams';
import {
  createDefaultPlayerType,
  createPlayerParams,
  createServerParams,
  type MatchParams,
  type PlayerType,
} from '@rcss/params';
import { reconstructSnapshot, type Snapshot } from '@rcss/simulator';
import { parsePlayerTypes, parseTrackingFrames } from '@rcss/stats/trajectories';
import { SUFFIX, TYPES_SUFFIX, takeValue } from './predict-files.js';

export interface SceneStates {
  readonly params: MatchParams;
  readonly frames: readonly Frame[];
  /** States of the frames. */
  readonly states: readonly Snapshot[];
}

/** Reads the last rows of a scene. Without a file of player types, all players have the default type. */
export async function readSceneStates(
  io: Io,
  input: string,
  name: string,
  { rows, seed }: { readonly rows: number; readonly seed: number },
): Promise<SceneStates> {
  const file = join(input, name);
  const frames = takeValue(parseTrackingFrames(await readText(io, file), file, rows));
  const server = createServerParams();
  const typesFile = join(input, name.replace(SUFFIX, TYPES_SUFFIX));
  const types: readonly PlayerType[] = existsSync(typesFile)
    ? takeValue(parsePlayerTypes(await readText(io, typesFile), typesFile, server))
    : Array.from({ length: 18 }, (_, id) => ({ ...createDefaultPlayerType(server), id }));
  const params = createFutureParams({ server, player: createPlayerParams(), types });
  const states = frames.map(
    (frame, i) => reconstructSnapshot(frame, { params, seed, before: frames.slice(0, i) }).snapshot,
  );
  return { params, frames, states };
}
