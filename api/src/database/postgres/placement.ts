import type { SettledScope } from '../database.ts';
import { type LogOrder, type LogPace, ONE_LOG, PACE } from '../events.ts';
import type { Dialect } from '../sql.ts';
import { dialect } from './dialect.ts';
import { ADVISORY_LOCKS, type LockStatements } from './locks.ts';

/** Where the rows of the registries are, and what follows for locks, ids and statements. */
export interface Placement {
  readonly locks: LockStatements;
  readonly dialect: Dialect;
  /** True if statements of several registries can share a statement or transaction. */
  readonly joinsRegistries: boolean;
  readonly order: LogOrder;
  /**
   * Statement that returns ascending ids for new items; its parameter is their number. Null if the statements that
   * create items assign ids.
   */
  readonly newItemIds: string | null;
  readonly pace: LogPace;
  /** Divides a call of `Recording.settle` into scopes that have an order of their own. */
  scopesOf(scope: SettledScope, unsettled: () => Promise<number[]>): Promise<readonly SettledScope[]>;
}

/** All registries on one server. */
export const ONE_SERVER: Placement = {
  locks: ADVISORY_LOCKS,
  dialect,
  joinsRegistries: true,
  order: ONE_LOG,
  newItemIds: null,
  pace: PACE,
  scopesOf: async (scope) => [{ ...scope, registryId: null }],
};
