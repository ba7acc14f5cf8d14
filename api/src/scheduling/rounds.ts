/**
 * Runs rounds of work, one after the other. Whoever needs something done asks for a round. All requests during a round
 * lead to one more round, which begins after it.
 */
export class Rounds {
  readonly #round: () => Promise<void>;
  #isAsked = false;
  #isRunning = false;
  /** Settles when the last round has ended. */
  #end: Promise<void> = Promise.resolve();

  /** @param round does everything that is to do now; must not throw */
  constructor(round: () => Promise<void>) {
    this.#round = round;
  }

  ask(): void {
    this.#isAsked = true;
    if (!this.#isRunning) this.#end = this.#run();
  }

  /** Resolves when no round runs or is asked for. */
  idle(): Promise<void> {
    return this.#end;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#isAsked) {
      this.#isAsked = false;
      await this.#round();
    }
    this.#isRunning = false;
  }
}
