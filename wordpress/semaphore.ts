/** Lets a number of pieces of work run at a time; further ones wait in line. */
export interface Semaphore {
  /**
   * Waits until another piece of work may begin.
   * @returns the function to call when it is done; `undefined` once the semaphore is closed
   */
  acquire(): Promise<(() => void) | undefined>;
  /** Turns away all who wait, and all who come. Work that has begun goes on. */
  close(): void;
}

/** Makes a semaphore. @param limit how many pieces of work may run at a time */
export function openSemaphore(limit: number): Semaphore {
  const waiting: ((release: (() => void) | undefined) => void)[] = [];
  let free = limit;
  let isClosed = false;
  const begin = () => {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      // Between two pieces of work the event loop comes round: work that blocks it, one after the other, would let no
      // signal and no other request through until the line is empty.
      setImmediate(() => {
        const next = waiting.shift();
        if (next) next(begin());
        else free++;
      });
    };
  };
  return {
    acquire: async () => {
      if (isClosed) return undefined;
      if (free === 0) return new Promise((done) => void waiting.push(done));
      free--;
      return begin();
    },
    close: () => {
      isClosed = true;
      for (const turnAway of waiting.splice(0)) turnAway(undefined);
    },
  };
}
