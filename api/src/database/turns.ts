import { DatabaseUnavailable } from './database.ts';

/** Runs what is about one id one after the other, so that one busy id holds one connection and not all of them. */
export class Turns {
  readonly #last = new Map<number, Promise<unknown>>();
  readonly #longest: number;

  /** @param longest milliseconds that anybody waits for a turn */
  constructor(longest: number) {
    this.#longest = longest;
  }

  /**
   * Runs `work` once what was asked for earlier with this id has ended.
   * @throws {DatabaseUnavailable} the wait was too long, and `work` was not begun
   */
  run<T>(id: number, work: () => Promise<T>): Promise<T> {
    const until = performance.now() + this.#longest;
    const begin = (): Promise<T> => {
      if (performance.now() > until) throw new DatabaseUnavailable('too many writes of one registry wait');
      return work();
    };
    const before = this.#last.get(id);
    const turn = before === undefined ? begin() : before.then(begin, begin);
    this.#last.set(id, turn);
    const leave = () => {
      if (this.#last.get(id) === turn) this.#last.delete(id);
    };
    turn.then(leave, leave);
    return turn;
  }
}
