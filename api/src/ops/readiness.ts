import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseFull, type Probe } from '../database/database.ts';
import type { ErrorName } from '../http/errors.ts';
import type { Pulse } from './pulse.ts';

/** Returns why the service is not ready, or null. A busy service is ready unless the event loop is blocked too long. */
export async function reasonNotReady(service: Pulse, readiness: Readiness): Promise<ErrorName | null> {
  if (service.isClosing) return 'closing';
  if (service.isDead) return 'overloaded';
  const problem = await readiness.problem();
  return service.isClosing ? 'closing' : problem;
}

/** Time for which the database's last answer stays valid (milliseconds). */
const FRESH_MS = 500;

/** Maximum wait for an answer of the database (milliseconds). After this time, the previous answer counts. */
const WAIT_MS = 700;

/** Time without an answer after which the database counts as unusable (milliseconds). */
const SILENCE_MS = 5000;

type DatabaseProblem = Extract<ErrorName, 'databaseFull' | 'databaseUnavailable'>;

/** Reports whether the database is usable. The report takes less than a second, even if the database is slow. */
export class Readiness {
  readonly #probe: Probe;
  /** Null at first, because the service has just opened the database. */
  #problem: DatabaseProblem | null = null;
  #knownAt = Number.NEGATIVE_INFINITY;
  #look: { begun: number; end: Promise<void> } | null = null;

  constructor(probe: Probe) {
    this.#probe = probe;
  }

  /** Returns why the database is not usable, or null. */
  async problem(): Promise<DatabaseProblem | null> {
    if (performance.now() - this.#knownAt < FRESH_MS) return this.#problem;
    this.#look ??= { begun: performance.now(), end: this.#ask() };
    const { begun, end } = this.#look;
    await Promise.race([end, pause(WAIT_MS, undefined, { ref: false })]);
    const isSilent = this.#look?.begun === begun && performance.now() - begun >= SILENCE_MS;
    return this.#problem ?? (isSilent ? 'databaseUnavailable' : null);
  }

  async #ask(): Promise<void> {
    this.#problem = await this.#probe.check().then(
      () => null,
      (error) => (error instanceof DatabaseFull ? 'databaseFull' : 'databaseUnavailable'),
    );
    this.#knownAt = performance.now();
    this.#look = null;
  }
}
