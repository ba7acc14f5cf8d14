import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { until } from '../../api/testing/wait.ts';

/** A server that is no part of this project, as a test started it. */
export interface Program extends AsyncDisposable {
  readonly pid: number;
  /** Returns everything that it has written to stdout and stderr. */
  output(): string;
  /** Sends its process a signal. */
  signal(name: NodeJS.Signals): void;
}

/** Tells whether this machine has a program; it is run with arguments that only make it print something. */
export const hasProgram = (name: string, ...args: string[]): boolean => spawnSync(name, args).status === 0;

/**
 * Starts a server, and waits until it answers.
 * @param answers its address on the web, which must accept connections, or what rejects until it answers
 * @throws with what it printed, if it ends before that
 */
export async function startProgram(
  command: readonly [string, ...string[]],
  answers: string | (() => Promise<unknown>),
  env: Record<string, string> = {},
): Promise<Program> {
  const [program, ...args] = command;
  const child = spawn(program, args, { env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  const ended = once(child, 'close');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  try {
    const ask = typeof answers === 'string' ? () => connectTo(answers) : answers;
    await until(`${program} answers`, () => {
      if (child.exitCode !== null) throw new Error(`${program} did not start: ${output}`);
      return ask().then(
        () => true,
        () => false,
      );
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    pid: child.pid ?? 0,
    output: () => output,
    signal: (name) => void child.kill(name),
    [Symbol.asyncDispose]: stop,
  };
}

/** Opens a connection and ends it; a request would reach what stands behind a gateway. */
async function connectTo(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  try {
    await once(socket, 'connect');
  } finally {
    socket.destroy();
  }
}
