const FRAMES = ['|', '/', '-', '\\'];
const FRAME_MS = 120;
/** Width of the column with the names of the stages. */
const NAME_WIDTH = 8;

/**
 * Reports stages of work, one line each: with a spinner and the progress in a terminal, as a plain line otherwise.
 *
 * @param out Stream to write to; `isTTY` and `columns` are read.
 * @param now Clock in ms.
 */
export function createStages(out = process.stdout, now = () => performance.now()) {
  return {
    /** Begins a stage. Exactly one of `done`, `skip`, `interrupt` and `fail` ends it. */
    begin(name) {
      const label = name.padEnd(NAME_WIDTH);
      const startedAt = now();
      const terminal = out.isTTY === true;
      let detail = '';
      let frame = 0;
      let timer;
      const seconds = () => ((now() - startedAt) / 1000).toFixed(1);
      const draw = () => {
        const line = `${FRAMES[frame++ % FRAMES.length]} ${label} ${seconds()} s  ${detail}`;
        out.write(`\r\u001b[K${line.slice(0, (out.columns ?? 80) - 1)}`);
      };
      if (terminal) {
        draw();
        timer = setInterval(draw, FRAME_MS);
        timer.unref();
      } else {
        out.write(`${label} ... `);
      }
      const end = (mark, text) => {
        clearInterval(timer);
        out.write(terminal ? `\r\u001b[K${mark} ${label} ${text}\n` : `${text}\n`);
      };
      return {
        /** Text beside the spinner; not shown in plain output. */
        progress(text) {
          detail = text;
        },
        done: () => end('+', `${seconds()} s`),
        skip: (reason) => end('+', reason),
        interrupt: () => end('x', `interrupted after ${seconds()} s`),
        fail: (reason) => end('x', `failed after ${seconds()} s: ${reason}`),
      };
    },
  };
}
