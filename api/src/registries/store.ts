import { changeOfItem, type LoggedChange } from '../database/events.ts';
import { columns, parameters, query, type Running } from '../database/statements.ts';
import type { TimeLeft } from '../scheduling/deadline.ts';

/** State of a registry that readers see, except the fields of its items. */
export interface ShownRegistry {
  id: number;
  /** Digest of all fields except the items. */
  digest: string;
  /** Active items in the order of the list. */
  itemIds: readonly number[];
}

const $ = parameters('id', 'digest', 'itemIds', 'knownDigest', 'knownIds');
const KNOWN = columns<{ digest: string; itemIds: string }>({ digest: 'digest', itemIds: 'item_ids' });
const ID = columns<{ id: number }>({ id: 'registry_id' });

const FIND = query(KNOWN)`SELECT ${KNOWN} FROM known_registries WHERE registry_id = ${$.id}`;
const ADD = query(ID)`
  INSERT INTO known_registries (registry_id, digest, item_ids) VALUES (${$.id}, ${$.digest}, ${$.itemIds})
  ON CONFLICT (registry_id) DO NOTHING RETURNING ${ID}`;
const REPLACE = query(ID)`
  UPDATE known_registries SET digest = ${$.digest}, item_ids = ${$.itemIds}
  WHERE registry_id = ${$.id} AND digest = ${$.knownDigest} AND item_ids = ${$.knownIds} RETURNING ${ID}`;
const REMOVE = query(ID)`DELETE FROM known_registries WHERE registry_id = ${$.id} RETURNING ${ID}`;
const IDS = query(ID)`SELECT ${ID} FROM known_registries ORDER BY registry_id`;

/** Number of attempts if other processes store the same registry at the same time. */
const ATTEMPTS = 3;

const changesTo =
  (type: 'registry.updated' | 'registry.deleted') =>
  (rows: { id: number }[]): LoggedChange[] =>
    rows.map(({ id }) => changeOfItem(type, id, null));

/**
 * Remembers how each registry was last shown, and records an event when it has changed. The host stores registries, so
 * no transaction covers a change and its event. If the event of a change is missing, for instance because the service
 * or the site stopped, the next read of the registry records it (architecture: Changes on the host).
 */
export class KnownRegistries {
  readonly #database: Running<'read' | 'first' | 'write' | 'within'>;

  constructor(database: Running<'read' | 'first' | 'write' | 'within'>) {
    this.#database = database;
  }

  within(time: TimeLeft): KnownRegistries {
    return new KnownRegistries(this.#database.within?.(time) ?? this.#database);
  }

  /**
   * Stores how a registry is shown now, and records `registry.updated` if it differs from what was shown before.
   * @param before state before a change of the caller; replaces a missing stored state
   * @throws {DatabaseUnavailable}
   */
  async note(shown: ShownRegistry, before: ShownRegistry | null = null): Promise<void> {
    const { id, digest } = shown;
    const itemIds = shown.itemIds.join();
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const known = await FIND.first(this.#database, { id });
      if (known === null) {
        const first = before ?? shown;
        await ADD.write(this.#database, { id, digest: first.digest, itemIds: first.itemIds.join() });
        if (before === null) return;
        continue;
      }
      if (known.digest === digest && known.itemIds === itemIds) return;
      const isOther = known.digest !== digest || !isSameOrder(idsIn(known.itemIds), shown.itemIds);
      const values = { id, digest, itemIds, knownDigest: known.digest, knownIds: known.itemIds };
      const changes = isOther ? changesTo('registry.updated') : () => [];
      if ((await REPLACE.write(this.#database, values, { changes })).length > 0) return;
    }
  }

  /**
   * Deletes the state of a deleted registry, and records `registry.deleted` if there was a state.
   * @throws {DatabaseUnavailable}
   */
  async forget(id: number): Promise<void> {
    await REMOVE.write(this.#database, { id }, { changes: changesTo('registry.deleted') });
  }

  /** @throws {DatabaseUnavailable} */
  async has(id: number): Promise<boolean> {
    return (await FIND.first(this.#database, { id })) !== null;
  }

  /** Returns the ids of all stored registries, ascending. @throws {DatabaseUnavailable} */
  async ids(): Promise<number[]> {
    return (await IDS.read(this.#database, {})).map(({ id }) => id);
  }
}

const idsIn = (stored: string): number[] => (stored === '' ? [] : stored.split(',').map(Number));

/** Returns whether the ids in both lists have the same order. Events of items report the ids in one list only. */
function isSameOrder(one: readonly number[], other: readonly number[]): boolean {
  const [inOne, inOther] = [new Set(one), new Set(other)];
  const common = other.filter((id) => inOne.has(id));
  return one.filter((id) => inOther.has(id)).every((id, index) => id === common[index]);
}
