import { createHash } from 'node:crypto';

/** Clock and random numbers of this process, shared by PHP and the service in it. */
export interface Determinism extends Disposable {
  /**
   * Sets the clock to a time (milliseconds since 1970), and restarts the random numbers. Each call with the same time
   * gives the same sequence of numbers.
   */
  beginAt(time: number): void;
}

/** Milliseconds by which each read of the clock advances it. PHP would wait forever if the time did not change. */
const TICK_MS = 0.001;

/** Number of reads after which the clock returns to its start. So the time stays within one millisecond. */
const TICKS = 900;

/** Size of PHP's buffer of random bytes. */
export const KILOBYTE = 1024;

/**
 * The bytes that PHP reads last from its buffer of random bytes. PHP reads the buffer from back to front, so this text
 * is stored in reverse at the beginning of the buffer.
 */
export const RANDOM_BUFFER_END = 'no chance is left';

/**
 * Replaces clock and random numbers. Identical requests at identical times then get identical answers,
 * unless stored data differ. So comparisons can include every nonce, key and time.
 */
export function makeDeterministic(): Determinism {
  const { Date: RealDate, crypto } = globalThis;
  const { getRandomValues } = crypto;
  let now = Math.floor(RealDate.now());
  let ticks = 0;
  let chance = stream(now);
  const look = () => now + (ticks++ % TICKS) * TICK_MS;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length > 0 ? args : [look()], newTarget),
    get: (target, key) => (key === 'now' ? look : Reflect.get(target, key)),
  });
  crypto.getRandomValues = (array) => {
    if (!ArrayBuffer.isView(array)) return array;
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    // The buffers of all PHP processes get the same bytes, in whatever order the processes fill them.
    const isBuffer = bytes.length === KILOBYTE;
    const next = isBuffer ? stream(now) : chance;
    for (let at = 0; at < bytes.length; at++) bytes[at] = next();
    if (isBuffer) bytes.set(Buffer.from(RANDOM_BUFFER_END).reverse());
    return array;
  };
  return {
    beginAt: (time) => {
      now = time;
      ticks = 0;
      chance = stream(time);
    },
    [Symbol.dispose]: () => {
      globalThis.Date = RealDate;
      crypto.getRandomValues = getRandomValues;
    },
  };
}

/** Returns a generator of bytes. The bytes depend only on the seed. */
function stream(seed: number): () => number {
  let block = Buffer.alloc(0);
  let [blocks, at] = [0, 0];
  return () => {
    if (at === block.length) {
      block = createHash('sha256').update(`${seed} ${blocks++}`).digest();
      at = 0;
    }
    return block[at++] ?? 0;
  };
}
