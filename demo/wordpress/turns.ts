/** Lets a number of pieces of work run at a time; what comes beyond waits in line. */
export interface Turns {
  /**
   * Waits for a turn.
   * @returns what ends the turn, to be called once; `undefined` when there are no more turns
   */
  take(): Promise<(() => void) | undefined>;
  /** Sends away all who wait, and all who come. Turns that were taken go on. */
  close(): void;
}

/** @param limit how many turns there are at a time */
export function openTurns(limit: number): Turns {
  const waiting: ((turn: (() => void) | undefined) => void)[] = [];
  let free = limit;
  let isClosed = false;
  const begin = () => {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      // Between two turns the event loop comes round: work that blocks it, one after the other, would let no signal
      // and no other request through until the line is empty.
      setImmediate(() => {
        const next = waiting.shift();
        if (next) next(begin());
        else free++;
      });
    };
  };
  return {
    take: async () => {
      if (isClosed) return undefined;
      if (free === 0) return new Promise((done) => void waiting.push(done));
      free--;
      return begin();
    },
    close: () => {
      isClosed = true;
      for (const sendAway of waiting.splice(0)) sendAway(undefined);
    },
  };
}
