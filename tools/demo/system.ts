import { parentPort, workerData } from 'node:worker_threads';
import { type Demo, startDemo } from './demo.ts';
import type { DemoEnvironment } from './environment.ts';
import { demoFailureText } from './report-failure.ts';

/*
 * Thread that runs WordPress and the API for `npm start`. PHP blocks its thread for seconds, so the main thread only
 * handles Ctrl-C and shows progress. Any message from the main thread means: stop.
 */

/** Messages from this thread to the main thread. */
export type SystemMessage = { step: string } | { demo: Demo } | { failure: string };

const environment: DemoEnvironment = workerData;
const tell = (message: SystemMessage) => parentPort?.postMessage(message);
const running = new AsyncDisposableStack();
const stopping = new AbortController();
const started = startDemo(environment, running, (step) => tell({ step }), stopping.signal);
parentPort?.once('message', () => {
  stopping.abort();
  void end();
});
try {
  tell({ demo: await started });
} catch (error) {
  if (!stopping.signal.aborted) {
    tell({ failure: demoFailureText(error, environment) });
    await end();
  }
}

/**
 * Stops all parts, and then ends this thread. Otherwise, an open connection would keep this thread alive for some
 * seconds.
 */
async function end(): Promise<void> {
  await Promise.allSettled([running.disposeAsync(), started]);
  process.exit();
}
