/** Limits the number of concurrent tasks. Further tasks wait in a queue. */
export interface Semaphore {
  /**
   * Waits until another task may start.
   * @returns function to call when the task has ended; `undefined` if the semaphore is closed
   */
  acquire(): Promise<(() => void) | undefined>;
  /** Resolves all waiting and further calls of `acquire()` with `undefined`. Running tasks continue. */
  close(): void;
}

/** Creates a semaphore. @param limit maximum number of concurrent tasks */
export function openSemaphore(limit: number): Semaphore {
  const waiting: ((release: (() => void) | undefined) => void)[] = [];
  let free = limit;
  let isClosed = false;
  const begin = () => {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      // Let the event loop run between two tasks. Otherwise, consecutive blocking tasks would delay signals and other
      // requests until the queue is empty.
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
