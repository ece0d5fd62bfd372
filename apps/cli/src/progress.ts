import { relative } from 'node:path';
import type { RunningMatch, SoccerServer } from '@rcss/server';

/** What a person sees of a running match: one line that changes, a line per goal, and the result. */
export interface Progress {
  begin(match: RunningMatch, seed: number, byClock: boolean): void;
  note(line: string): void;
  end(server: SoccerServer): void;
}

const BAR = 24;

export function createProgress(
  out: NodeJS.WriteStream,
  left: string,
  right: string,
  cycles: number,
): Progress {
  const terminal = out.isTTY === true;
  let match: RunningMatch | undefined;
  let timer: NodeJS.Timeout | undefined;
  let started = 0;
  let firstStep = 0;
  let lastSteps = 0;
  let lastAt = 0;
  let score = '0 : 0';
  let lastPlain = 0;

  const clear = () => {
    if (terminal) out.write('\r\x1b[K');
  };

  function draw(): void {
    if (match === undefined) return;
    const { world } = match;
    const now = performance.now();
    if (firstStep === 0 && world.time > 0) {
      firstStep = now;
      lastSteps = match.steps;
      lastAt = now;
    }
    const rate = now > lastAt && firstStep > 0 ? ((match.steps - lastSteps) / (now - lastAt)) * 1000 : 0;
    const newScore = `${world.left.score} : ${world.right.score}`;
    if (newScore !== score) {
      score = newScore;
      clear();
      out.write(`  ${String(world.time).padStart(5)}  Goal!  ${left} ${score} ${right}\n`);
    }
    const done = Math.min(1, world.time / cycles);
    const bar = '#'.repeat(Math.round(done * BAR)).padEnd(BAR, '.');
    const line = `[${bar}] ${world.time}/${cycles}  ${left} ${score} ${right}  ${world.playMode}  ${Math.round(rate)} steps/s`;
    if (terminal) out.write(`\r\x1b[K${line.slice(0, (out.columns ?? 80) - 1)}`);
    else if (now - lastPlain > 5000 || lastPlain === 0) {
      out.write(`${line}\n`);
      lastPlain = now;
    }
    if (now - lastAt > 1000) {
      lastSteps = match.steps;
      lastAt = now;
    }
  }

  return {
    begin(running, seed, byClock) {
      match = running;
      started = performance.now();
      out.write(
        `${left} against ${right}, ${cycles} cycles, ${byClock ? 'real time' : 'synchronous'}, seed ${seed}\n`,
      );
      timer = setInterval(draw, 200);
      timer.unref();
    },
    note(line) {
      clear();
      out.write(`${line}\n`);
    },
    end(server) {
      clearInterval(timer);
      draw();
      clear();
      const { world } = server.match;
      const seconds = (performance.now() - (firstStep || started)) / 1000;
      const penalties =
        world.left.penaltyTaken + world.right.penaltyTaken > 0
          ? ` (penalties ${world.left.penaltyScored} : ${world.right.penaltyScored})`
          : '';
      out.write(
        `\nResult: ${world.left.name || left} ${world.left.score} : ${world.right.score} ${world.right.name || right}${penalties}\n` +
          `${world.time} cycles in ${seconds.toFixed(1)} s, ${Math.round(server.match.steps / seconds)} steps/s\n`,
      );
      for (const [kind, path] of Object.entries(server.logPaths)) {
        const name = kind === 'gameLog' ? 'Game log' : kind === 'textLog' ? 'Text log' : 'Keepaway log';
        out.write(`${name}: ${relative(process.cwd(), path)}\n`);
      }
      const { gameLog } = server.logPaths;
      if (gameLog !== undefined) {
        out.write(`\nWatch it in a browser:  npm run replay -- "${relative(process.cwd(), gameLog)}"\n`);
        out.write('Watch a live match:     npm run watch\n');
      }
    },
  };
}
