const PAGE = 2 ** 16;

/** A set of ids. Each id takes one bit, so a million consecutive ids take 125 KB. */
export class IdSet {
  readonly #pages = new Map<number, Uint8Array>();
  #last: { number: number; page: Uint8Array | undefined } = { number: -1, page: undefined };

  add(id: number): void {
    const number = Math.floor(id / PAGE);
    if (this.#last.number !== number || this.#last.page === undefined) {
      const page = this.#pages.get(number) ?? new Uint8Array(PAGE / 8);
      this.#pages.set(number, page);
      this.#last = { number, page };
    }
    const { page } = this.#last;
    const bit = id % PAGE;
    if (page) page[bit >> 3] = (page[bit >> 3] ?? 0) | (1 << (bit & 7));
  }

  has(id: number): boolean {
    const page = this.#pages.get(Math.floor(id / PAGE));
    const bit = id % PAGE;
    return page !== undefined && ((page[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0;
  }
}
