import { setTimeout as pause } from 'node:timers/promises';
import type { Probe } from '../database/database.ts';
import type { ErrorName } from '../http/errors.ts';
import type { Pulse } from './pulse.ts';

/** Returns why the service is not ready, or null. A busy service is ready unless the event loop is blocked too long. */
export async function reasonNotReady(service: Pulse, readiness: Readiness): Promise<ErrorName | null> {
  if (service.isClosing) return 'closing';
  if (service.isDead) return 'overloaded';
  const isGood = await readiness.isGood();
  if (service.isClosing) return 'closing';
  return isGood ? null : 'databaseUnavailable';
}

/** Time for which the database's last answer stays valid (milliseconds). */
const FRESH_MS = 500;

/** Maximum wait for an answer of the database (milliseconds). After this time, the previous answer counts. */
const WAIT_MS = 700;

/** Time without an answer after which the database counts as unusable (milliseconds). */
const SILENCE_MS = 5000;

/** Reports whether the database is usable. The report takes less than a second, even if the database is slow. */
export class Readiness {
  readonly #probe: Probe;
  /** True at first, because the service has just opened the database. */
  #isGood = true;
  #knownAt = Number.NEGATIVE_INFINITY;
  #look: { begun: number; end: Promise<void> } | null = null;

  constructor(probe: Probe) {
    this.#probe = probe;
  }

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
      () => false,
    );
    this.#knownAt = performance.now();
    this.#look = null;
  }
}
