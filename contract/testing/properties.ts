import fc from 'fast-check';
import { callingTest, repeatCommand, SEED, seedsOf } from './random.ts';

/*
 * fast-check with seeds: import this module instead of `fast-check`. Each property walks the seeds of its test file
 * (see random.ts), and a failure prints the command that repeats it.
 */
export * from 'fast-check';

export function assert<Ts>(property: fc.IAsyncProperty<Ts>, parameters?: fc.Parameters<Ts>): Promise<void>;
export function assert<Ts>(property: fc.IProperty<Ts>, parameters?: fc.Parameters<Ts>): void;
export function assert<Ts>(property: fc.IRawProperty<Ts>, parameters: fc.Parameters<Ts> = {}): Promise<void> | void {
  const file = callingTest();
  const seeds = seedsOf(file);
  const check = (seed: number) => fc.check(property, { ...parameters, seed });
  if (property.isAsync())
    return (async () => {
      for (const seed of seeds) report(await check(seed), file);
    })();
  for (const seed of seeds) {
    const details = check(seed);
    if (details instanceof Promise) throw new TypeError('an asynchronous property says that it is synchronous');
    report(details, file);
  }
}

/** Returns values that depend on the seed only. */
export const sample = <Ts>(generator: fc.IRawProperty<Ts> | fc.Arbitrary<Ts>, count: number, seed = SEED): Ts[] =>
  fc.sample(generator, { numRuns: count, seed });

/** @throws if the property has failed */
function report<Ts>(details: fc.RunDetails<Ts>, file: string): void {
  if (!details.failed) return;
  const message = fc.defaultReportMessage(details);
  throw new Error(`${message}\nRepeat it: ${repeatCommand(file, details.seed)}`, { cause: details.errorInstance });
}
