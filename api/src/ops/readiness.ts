import { setTimeout as pause } from 'node:timers/promises';
import type { Probe } from '../database/database.ts';

/** How long an answer of the database is passed on, and how long one is waited for before the last one is (milliseconds). */
const FRESH_MS = 500;
const WAIT_MS = 700;

/** A database that does not answer for so long cannot serve, whatever it said before (milliseconds). */
const SILENCE_MS = 5000;

/** Knows whether the database can serve, and says so within a second, however long the database takes to say it. */
export class Readiness {
  readonly #probe: Probe;
  readonly #failed: (error: unknown) => void;
  /** The service has just opened it. */
  #isGood = true;
  #knownAt = Number.NEGATIVE_INFINITY;
  #look: { begun: number; end: Promise<void> } | null = null;

  /** @param failed receives the error of each failed look */
  constructor(probe: Probe, failed: (error: unknown) => void = () => {}) {
    this.#probe = probe;
    this.#failed = failed;
  }

  /** Tells whether the database can serve. */
  async isGood(): Promise<boolean> {
    if (performance.now() - this.#knownAt < FRESH_MS) return this.#isGood;
    this.#look ??= { begun: performance.now(), end: this.#ask() };
    const { begun, end } = this.#look;
    await Promise.race([end, pause(WAIT_MS, undefined, { ref: false })]);
    return this.#isGood && (this.#look?.begun !== begun || performance.now() - begun < SILENCE_MS);
  }

  async #ask(): Promise<void> {
    this.#isGood = await this.#probe.check().then(
      () => true,
      (error) => {
        this.#failed(error);
        return false;
      },
    );
    this.#knownAt = performance.now();
    this.#look = null;
  }
}
