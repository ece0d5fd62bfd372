/** The worker of the engine: plays matches between teams, each in a frame of its own. */
import type { DebugRecord } from '@rcss/core/debug-channel';
import { type DecisionRecord, TeamError, type TeamWorkerLike } from '@rcss/team-frames/team-link';
import type {
  EngineEvent,
  EngineMessage,
  EngineRequest,
  MatchSettings,
  TeamFailure,
  TeamKind,
} from './messages.js';
import { runMatch } from './run-match.js';

/** Time between two messages with pieces of the log, ms. */
const FLUSH_INTERVAL_MS = 50;

/** Number of the last team. */
let lastTeam = 0;

/** Starts a worker in a frame of the page, which has an opaque origin; the engine reaches it by a port. */
function createWorker(kind: TeamKind): TeamWorkerLike {
  lastTeam += 1;
  const team = lastTeam;
  const { port1, port2 } = new MessageChannel();
  post({ type: 'start-team', team, kind, port: port2 }, [port2]);
  const terminate = () => {
    port1.close();
    post({ type: 'end-team', team });
  };
  return Object.assign(port1, { terminate });
}

/** What the left team did in the last match; the next one can repeat it. */
let lastRecord: DecisionRecord = { inits: [], exchanges: [] };

/** Number of the running match: an older one stops. 0: none. */
let current = 0;

const post = (message: EngineMessage, transfer: Transferable[] = []): void =>
  self.postMessage(message, { transfer });

async function run(settings: MatchSettings, id: number): Promise<void> {
  /** Reports what happens, unless another match has begun. */
  const report = (event: EngineEvent, transfer?: Transferable[]) => {
    if (id === current) post({ id, ...event }, transfer);
  };
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  let flushedAt = 0;
  let records: DebugRecord[] = [];
  const flush = () => {
    if (records.length > 0) report({ type: 'records', records });
    records = [];
    if (size === 0) return;
    const bytes = new Uint8Array(size);
    let at = 0;
    for (const piece of pieces.splice(0)) {
      bytes.set(piece, at);
      at += piece.length;
    }
    size = 0;
    flushedAt = performance.now();
    report({ type: 'log', bytes }, [bytes.buffer]);
  };
  const recordBefore = lastRecord;
  const record: DecisionRecord = { inits: [], exchanges: [] };
  lastRecord = record;
  try {
    const end = await runMatch(settings, {
      createWorker,
      onRecord: (one) => records.push(one),
      record,
      recordBefore,
      onLog: (bytes) => {
        pieces.push(bytes);
        size += bytes.length;
        if (performance.now() - flushedAt > FLUSH_INTERVAL_MS) flush();
      },
      onLines: (lines, dropped) => {
        if (lines.length > 0 || dropped > 0) report({ type: 'console', lines, dropped });
      },
      isStopped: () => id !== current,
    });
    flush();
    if (end !== null) report({ type: 'end', end });
  } catch (error) {
    // A team that could not be created has done nothing: the match before is still the one that can go on.
    if (lastRecord === record && record.exchanges.length === 0) lastRecord = recordBefore;
    flush();
    report({ type: 'failure', failure: describeFailure(error) });
  }
}

function describeFailure(error: unknown): TeamFailure {
  if (error instanceof TeamError) return error.failure;
  const message = error instanceof Error ? error.message : String(error);
  return { team: '', cycle: 0, unum: 0, message, line: null };
}

/** Begins to answer the page. */
export function startEngineWorker(): void {
  self.onmessage = ({ data }: MessageEvent<EngineRequest>) => {
    current = data.type === 'run' ? data.id : 0;
    if (data.type === 'run') void run(data.settings, data.id);
  };
}
