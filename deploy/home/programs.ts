import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A program of the container. */
interface Running {
  name: string;
  process: ChildProcess;
  /** Signal that ends the program after its running requests. */
  stop: NodeJS.Signals;
}

/** Time for which the programs may answer running requests after the container was told to stop (milliseconds). */
const STOP_TIMEOUT_MS = 20_000;

/**
 * Starts the programs of the container, and stops them together. If a program ends by itself, the container ends, and
 * its engine starts it again.
 */
export class Programs {
  readonly #running: Running[] = [];
  readonly #failed = Promise.withResolvers<string>();
  #isStopping = false;

  /** Resolves with the reason if a program ends by itself. */
  get failed(): Promise<string> {
    return this.#failed.promise;
  }

  start(name: string, command: readonly string[], stop: NodeJS.Signals, env: NodeJS.ProcessEnv = process.env): void {
    const [program = '', ...args] = command;
    const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'], env });
    this.#running.push({ name, process: child, stop });
    child.on('error', (error) => this.#ended(name, error.message));
    child.on('exit', (code, signal) => this.#ended(name, signal ?? `exit code ${code}`));
  }

  /** Sends a signal to a program that runs. */
  signal(name: string, signal: NodeJS.Signals): void {
    this.#running.find((one) => one.name === name)?.process.kill(signal);
  }

  /** Stops all programs at once. Each answers the requests that it has begun. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#running.map(ended));
  }

  #ended(name: string, how: string): void {
    if (!this.#isStopping) this.#failed.resolve(`${name} has ended (${how})`);
  }
}

async function ended({ process: child, stop }: Running): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const exit = once(child, 'exit');
  child.kill(stop);
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await exit;
  clearTimeout(timer);
}
