import { createLocalMatch, createLocalSpec, type LocalSpecOptions, type LocalTeam } from '@rcss/agent/local';
import { extractSpec } from '@rcss/simulator';
import { createRecordingWriter, type RecordingWriter } from '@rcss/simulator/recording';

/** Plays a match in process and returns its recording, as a server writes one. */
export async function recordMatch(
  left: LocalTeam,
  right: LocalTeam,
  cycles: number,
  server: LocalSpecOptions['server'] = {},
): Promise<Uint8Array> {
  let writer: RecordingWriter | null = null;
  const local = await createLocalMatch({
    left,
    right,
    sinks: [
      {
        begin(match) {
          writer = createRecordingWriter({
            program: 'test',
            ...extractSpec(match),
            start: { log: '', result: '' },
          });
        },
        input: (input) => writer!.add(input),
      },
    ],
    spec: createLocalSpec({ seed: 3, server }),
  });
  local.run({ cycles });
  return writer!.takeBytes();
}
