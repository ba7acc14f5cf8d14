/**
 * The same for two kinds of databases. Features declare both forms, and the database chooses: no feature asks where the
 * rows of registries are.
 */
export interface Forms<T> {
  /** For a database whose statements can read the rows of several registries. */
  anywhere: T;
  /**
   * For a database with registries on several servers. A statement about a registry names it in a condition, and reads
   * only its rows. Ids are unique only within a registry, and only its events have an order.
   */
  perRegistry: T;
}

/** Name of a form. */
export type Form = keyof Forms<unknown>;

/**
 * Thrown if a caller needs what a database with registries on several servers lacks: statements about several
 * registries, or one order of all events. A retry does not help.
 */
export class OnSeveralServers extends Error {
  override name = 'OnSeveralServers';
  readonly lacks: 'joins' | 'one-log';

  constructor(lacks: OnSeveralServers['lacks']) {
    super(`registries are on several servers: ${lacks}`);
    this.lacks = lacks;
  }
}
