import { parentPort, workerData } from 'node:worker_threads';
import { type Demo, startDemo } from './demo.ts';
import type { DemoEnvironment } from './environment.ts';
import { demoFailureText } from './report-failure.ts';

/*
 * The thread in which everything of `npm start` runs. PHP keeps its thread from anything else for seconds: the main
 * one stays free to hear Ctrl-C and to show that something moves. Any message from there means: stop.
 */

/** What the thread tells the main one. */
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

/** Ends what runs, then this thread, which a connection that is kept alive would hold for some seconds more. */
async function end(): Promise<void> {
  await Promise.allSettled([running.disposeAsync(), started]);
  process.exit();
}
