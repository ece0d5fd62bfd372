/** Worker of the page that plays a match again: the match, whose teams answer at ports. */
import { createLocalMatch, type LocalTeam } from '@rcss/agent/local';
import { WorkerTeamLink } from '@rcss/team-frames/team-link';
import type { VerifyReport, VerifyRequest } from '../verifiable-match.js';

/** Time for the decisions of a team in one cycle, ms. */
const LIMIT_MS = 20_000;
/** Cycles between two reports. */
const REPORT_INTERVAL = 100;

const report = (message: VerifyReport): void => self.postMessage(message);

async function play({ spec, teams }: VerifyRequest, ports: readonly MessagePort[]): Promise<void> {
  const links = teams.map(({ name, options = {}, entry, files }, i) => {
    const worker = Object.assign(ports[i]!, { terminate: () => {} });
    const choice = { name, options, code: JSON.stringify({ entry, files }) };
    return new WorkerTeamLink(worker, choice, { limitMs: LIMIT_MS, onLines: () => {} });
  });
  const [left, right] = links.map(
    (link, i): LocalTeam => ({ name: teams[i]!.name, create: ({ seed }) => link.create(seed) }),
  );
  const local = await createLocalMatch({
    left: left!,
    right: right!,
    spec,
    collect: (_, clients) => Promise.all(links.map((link) => link.collect(clients, local.match.world.time))),
  });
  while (await local.cycleLater())
    if (local.match.steps % REPORT_INTERVAL === 0) report({ cycle: local.match.world.time });
  const { digest, score } = local.finish(local.findEnd()!);
  report({ digest, scoreL: score.left, scoreR: score.right });
}

self.onmessage = ({ data, ports }: MessageEvent<VerifyRequest>) => {
  play(data, ports).catch((error: Error) => report({ failure: error.message }));
};
