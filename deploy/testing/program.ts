import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { addLog } from '../../tests/support/evidence.ts';
import { until } from '../../tests/support/wait.ts';

/** A server program that a test started, such as nginx. */
export interface Program extends AsyncDisposable {
  /** Returns the program's output on stdout and stderr so far. */
  output(): string;
  signal(name: NodeJS.Signals): void;
}

/** Checks whether this machine has a program, by running it with arguments such as `--version`. */
export const hasProgram = (name: string, ...args: string[]): boolean => spawnSync(name, args).status === 0;

/**
 * Starts a server and waits until it answers.
 * @param answers function that rejects until the server answers; or the web address of a server that is ready as soon
 *   as it accepts connections
 * @throws with the server's output if the server exits before it answers
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
  const endLog = addLog(program.replace(/.*\//, ''), () => output);
  const ended = once(child, 'close').then(endLog);
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
    output: () => output,
    signal: (name) => void child.kill(name),
    [Symbol.asyncDispose]: stop,
  };
}

/** Opens and closes a connection. Sends no request, because a gateway would forward the request. */
async function connectTo(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  try {
    await once(socket, 'connect');
  } finally {
    socket.destroy();
  }
}
