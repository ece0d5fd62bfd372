import { createLocalMatch, type LocalTeam } from '@rcss/agent/local';
import { extractSpec } from '@rcss/simulator';
import { createRecordingWriter, type RecordedEntry } from '@rcss/simulator/recording';

/** Plays a match in process and returns its recording, as a server writes one. */
export async function recordMatch(left: LocalTeam, right: LocalTeam, cycles: number): Promise<Uint8Array> {
  const local = await createLocalMatch({ left, right, seed: 3 });
  const { match } = local;
  const writer = createRecordingWriter({
    program: 'test',
    ...extractSpec(match),
    start: { log: '', result: '' },
  });
  // The clients have connected in this order, before the first step.
  for (const { side, name } of [
    { side: 'l', ...left },
    { side: 'r', ...right },
  ]) {
    for (const { goalie, version } of match.world.players.filter(
      (each) => each.enabled && each.side === side,
    ))
      writer.add({ do: 'connect_player', entry: { team: name, version, goalie } });
    const coach = local.coaches.find((each) => each.side === side);
    if (coach !== undefined)
      writer.add({ do: 'connect_coach', team: name, name: 'coach', version: coach.version });
  }
  match.record = (entry: RecordedEntry) => writer.add(entry);
  local.run({ cycles });
  return writer.takeBytes();
}
