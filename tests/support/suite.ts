import { after, before } from 'node:test';
import { saveIfHookFails } from './evidence.ts';

/**
 * Opens a resource before the tests of a suite, and closes the resource after the tests. Call this function only inside
 * a suite, because hooks outside of suites do not wait for each other. If all tests of a file need the resource, open
 * the resource with `await` at the top of the file instead.
 * @returns a proxy for the resource, for tests and for hooks that are registered later
 */
export function openForSuite<T extends AsyncDisposable>(open: () => Promise<T>): T {
  let opened: T | undefined;
  before(async (t) => {
    opened = await saveIfHookFails(t, open);
  });
  after((t) => saveIfHookFails(t, async () => opened?.[Symbol.asyncDispose]()));
  const target = (): T => {
    if (opened === undefined) throw new Error('nothing is open before the tests of the suite begin');
    return opened;
  };
  return new Proxy(Object.create(null), {
    get: (_, name) => {
      const value: unknown = Reflect.get(target(), name);
      return typeof value === 'function' ? value.bind(target()) : value;
    },
    set: (_, name, value) => Reflect.set(target(), name, value),
  });
}
