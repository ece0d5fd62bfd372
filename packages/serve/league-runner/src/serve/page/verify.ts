/** Script of the page that plays a match again: compiles the code of both teams, gives each a frame, and compares what the engine reports. */
import { compileTeam } from '@rcss/team-frames/compile';
import { openFrame } from '@rcss/team-frames/open-frame';
import { PATHS } from '../paths.js';
import type { TeamCode } from '../team-code.js';
import type { VerifiableMatch, VerifyReport, VerifyRequest } from '../verifiable-match.js';

const state = document.querySelector<HTMLElement>('#state')!;
const difference = document.querySelector<HTMLElement>('#difference')!;

function compile({ files, ...team }: TeamCode): TeamCode {
  const compiled = Object.entries(files).map(([path, text]) => {
    const result = compileTeam(text);
    if (!result.ok) throw new Error(`${team.name}, ${path}:${result.line ?? 0}: ${result.message}`);
    return [path, result.code];
  });
  return { ...team, files: Object.fromEntries(compiled) };
}

function show({ digest, scoreL, scoreR }: VerifiableMatch, report: VerifyReport): void {
  if ('cycle' in report) state.textContent = `Cycle ${report.cycle}`;
  else if ('failure' in report) state.textContent = `The match could not be played here: ${report.failure}`;
  else {
    const isSame = report.digest === digest;
    state.textContent = isSame
      ? `Verified here: ${scoreL} : ${scoreR}, the last state is the same.`
      : 'Not the same: this browser has another result than the league.';
    state.className = isSame ? '' : 'problem';
    const format = (score: string, hash: number) => `${score}, hash ${(hash >>> 0).toString(16)}`;
    if (!isSame)
      difference.textContent = `league: ${format(`${scoreL} : ${scoreR}`, digest)}\nhere:   ${format(`${report.scoreL} : ${report.scoreR}`, report.digest)}`;
  }
}

async function verify(): Promise<void> {
  const response = await fetch(`${location.pathname}/match.json`);
  const match = (await response.json()) as VerifiableMatch & { readonly problem?: string };
  if (!response.ok) throw new Error(match.problem);
  const modules = [{ name: 'team.js', text: match.team }];
  const request: VerifyRequest = { spec: match.spec, teams: [compile(match.left), compile(match.right)] };
  const ports: MessagePort[] = [];
  for (const _team of request.teams) {
    const { port1, port2 } = new MessageChannel();
    ports.push(port1);
    const start = async () => ({ modules, start: 'startVerifiedTeam', wasm: null });
    await openFrame(document.createElement('iframe'), match.frame, start, port2);
  }
  const engine = new Worker(PATHS.verifyEngine, { type: 'module' });
  engine.onmessage = ({ data }: MessageEvent<VerifyReport>) => show(match, data);
  engine.onerror = ({ message }) => show(match, { failure: message });
  engine.postMessage(request, ports);
}

verify().catch((error: Error) => {
  state.textContent = `The match could not be played here: ${error.message}`;
});
