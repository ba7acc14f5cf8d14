import { readFile } from 'node:fs/promises';
import type { RunningPhp } from './php-engine.ts';

/** Runs pieces of PHP code, one at a time. WordPress stays loaded between the pieces (warm-run.php). */
export class WarmPhp {
  readonly #php: RunningPhp;
  /** Resolves when the script of warm-run.php has ended. */
  #running: Promise<void> | undefined;
  /** Piece of PHP that the script runs first, as JSON. */
  #first: string | undefined;
  /** Sends the next piece to the waiting script; `end` ends the script. */
  #handOver: ((json: string) => void) | undefined;
  /** Resolves with the output of the running piece. */
  #result: PromiseWithResolvers<string> | undefined;
  #isEnding = false;

  constructor(php: RunningPhp) {
    this.#php = php;
  }

  /** True if a piece can run: no other piece is running, and the script is not ending. */
  get isFree(): boolean {
    return this.#result === undefined && !this.#isEnding;
  }

  /**
   * Runs a piece of PHP. Call this only if `isFree` is true.
   * @returns its output
   * @throws {Error} if PHP ended with an error
   */
  run(code: string, input: unknown): Promise<string> {
    const json = JSON.stringify({ code, input: input ?? null });
    const result = Promise.withResolvers<string>();
    this.#result = result;
    if (this.#handOver) this.#handOver(json);
    else {
      this.#first = json;
      this.#running = this.#serve();
    }
    this.#handOver = undefined;
    return result.promise;
  }

  /** Ends the script after the running piece. For the next piece, WordPress is loaded again. */
  async end(): Promise<void> {
    this.#isEnding = true;
    this.#handOver?.('end');
    await this.#running;
    this.#isEnding = false;
  }

  async #serve(): Promise<void> {
    const script = await readFile(new URL('./warm-run.php', import.meta.url), 'utf8');
    const exchange = (printed: string) => this.#exchange(printed);
    const settled = await Promise.allSettled([this.#php.converse(script.replace(/^<\?php/, ''), exchange)]);
    const result = this.#result;
    this.#handOver = this.#result = this.#running = undefined;
    const [last] = settled;
    if (last.status === 'fulfilled') result?.resolve(last.value);
    else result?.reject(last.reason);
  }

  /**
   * Answers a message of the script.
   * @param printed output of the last piece
   * @returns the next piece, as soon as there is one
   */
  async #exchange(printed: string): Promise<string> {
    const { promise, resolve } = Promise.withResolvers<string>();
    if (this.#first === undefined) {
      this.#result?.resolve(printed);
      this.#result = undefined;
      if (this.#isEnding) resolve('end');
      else this.#handOver = resolve;
    } else {
      resolve(this.#first);
      this.#first = undefined;
    }
    return await promise;
  }
}
