import closeWithGrace from 'close-with-grace';
import { startDemo } from './demo.ts';
import { type DemoEnvironment, readDemoEnvironment } from './environment.ts';
import { openProgress } from './progress.ts';
import { reportDemoFailure } from './report-failure.ts';
import { welcome } from './welcome.ts';

/** Longest time that everything gets to stop (milliseconds). */
const GRACE = 15_000;

const running = new AsyncDisposableStack();
// Not on a normal exit, which would turn the exit code of a failed start into 0.
closeWithGrace({ delay: GRACE, skip: ['beforeExit'] }, () => running.disposeAsync());
let environment: DemoEnvironment | undefined;
const progress = openProgress(process.stdout);
try {
  environment = readDemoEnvironment();
  const demo = await startDemo(environment, running, progress.step);
  progress.done();
  console.log(welcome(demo));
} catch (error) {
  progress.failed();
  reportDemoFailure(error, environment);
  await running.disposeAsync();
}
