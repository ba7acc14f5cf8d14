import { styleText } from 'node:util';

/** Shows the progress of a command, step by step. */
export interface Progress {
  /** Starts a step and completes the previous one. */
  step(name: string): void;
  /** Completes the current step. */
  done(): void;
  /** Marks the current step as failed. */
  failed(): void;
  /** Shows that the command is being cancelled. */
  stopping(): void;
}

const FRAMES = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏';

/**
 * Returns functions that show progress. On a terminal, the line of a step is animated, and finally shows the seconds
 * that the step took. Other outputs only get the name of each step.
 */
export function openProgress(stream: NodeJS.WriteStream): Progress {
  if (!stream.isTTY) {
    const step = (name: string) => void stream.write(`${name}\n`);
    return { step, done: () => {}, failed: () => {}, stopping: () => step('Stopping …') };
  }
  let current: { name: string; begun: number; timer: NodeJS.Timeout } | undefined;
  const draw = (sign: string, name: string, note: string) =>
    stream.write(`\r\x1b[K${sign} ${name}${note && styleText('dim', ` ${note}`, { stream })}`);
  const end = (sign: string) => {
    if (!current) return;
    clearInterval(current.timer);
    draw(sign, current.name, `${((performance.now() - current.begun) / 1000).toFixed(1)} s`);
    stream.write('\n');
    current = undefined;
  };
  const done = () => end(styleText('green', '✓', { stream }));
  return {
    step: (name) => {
      done();
      let frame = 0;
      const move = () => draw(styleText('cyan', FRAMES.charAt(frame++ % FRAMES.length), { stream }), name, '');
      move();
      current = { name, begun: performance.now(), timer: setInterval(move, 100).unref() };
    },
    done,
    failed: () => end(styleText('red', '✗', { stream })),
    stopping: () => {
      clearInterval(current?.timer);
      current = undefined;
      // Overwrites the current line, which shows a step in progress or the terminal's ^C.
      stream.write('\r\x1b[KStopping …\n');
    },
  };
}
