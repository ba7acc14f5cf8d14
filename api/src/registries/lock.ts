/** One after the other, by registry: who changes a list of a registry's post holds its lock. */
export class RegistryLock {
  readonly #last = new Map<number, Promise<unknown>>();

  /** Runs `work` once everybody who asked earlier for this registry is done. */
  run<T>(registryId: number, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(registryId) ?? Promise.resolve();
    const turn = before.then(work, work);
    const settled = turn
      .catch(() => {})
      .then(() => {
        if (this.#last.get(registryId) === settled) this.#last.delete(registryId);
      });
    this.#last.set(registryId, settled);
    return turn;
  }

  /** Waits until nobody holds or awaits a lock. */
  async idle(): Promise<void> {
    while (this.#last.size > 0) await Promise.all(this.#last.values());
  }
}
