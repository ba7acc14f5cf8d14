import { createHash } from 'node:crypto';

/** The clock and the chance of this process: PHP and the service, which run in it, know no others. */
export interface Fate extends Disposable {
  /** Begins anew at a time (milliseconds since 1970): what follows happens as it did the last time at this time. */
  beginAt(time: number): void;
}

/** What looks at the clock finds a new time, for PHP waits for one, and yet it is the same millisecond for all. */
const TICK_MS = 0.001;
const TICKS = 900;

/** How many bytes of chance PHP keeps in store. */
const KILOBYTE = 1024;

/** PHP takes what it needs from a kilobyte of chance, the last byte first. Whoever finds this has come to its end. */
export const END_OF_CHANCE = 'no chance is left';

/**
 * Takes clock and chance over, so that the same requests at the same times have the same answers to the byte, whatever
 * happened in between, unless something that is stored differs: no nonce, key or time has to be left out of comparisons.
 */
export function takeOverFate(): Fate {
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
    for (let at = 0; at < bytes.length; at++) bytes[at] = chance();
    if (bytes.length === KILOBYTE) bytes.set(Buffer.from(END_OF_CHANCE).reverse());
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

/** Returns bytes that follow from a seed, one after the other. */
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
