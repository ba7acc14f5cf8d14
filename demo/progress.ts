import { styleText } from 'node:util';

/** Tells a person how far a start has come. */
export interface Progress {
  /** Begins a step; the one before it is done. */
  step(name: string): void;
  /** Ends the last step. */
  done(): void;
  /** Marks the last step as failed. */
  failed(): void;
  /** Shows that everything stops, the last step included. */
  stopping(): void;
}

const FRAMES = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏';

/** Shows progress: on a terminal a moving line per step and the seconds that it took, elsewhere a plain line. */
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
      // Over the half line that is there: what was going on, or the ^C that the terminal shows.
      stream.write('\r\x1b[KStopping …\n');
    },
  };
}
