import { ERASED_ITEM, type Item, MAX_ACTIVE_ITEMS, MAX_IDS } from '@largesse/contract';
import type { Dialect } from '../database/sql.ts';
import {
  allOf,
  columns,
  countedOf,
  forms,
  list,
  listParameters,
  onlyAnywhere,
  parameters,
  type Query,
  query,
  queryAnywhere,
  Sql,
  sameColumns,
  sql,
  unionOf,
  variants,
} from '../database/statements.ts';
import { type Left, leftIn } from './promised.ts';

/** Fields that no caller can set. */
type Fixed = 'id' | 'registry_id' | 'created_at' | 'updated_at';

/**
 * The columns that callers can set, with their types in PostgreSQL. The compiler notices a field of an item that is
 * missing here.
 */
const COLUMN_TYPES = {
  name: 'text',
  description: 'text',
  url: 'text',
  retailer: 'text',
  affiliate_url: 'text',
  affiliate_status: 'text',
  image_url: 'text',
  price: 'double precision',
  currency: 'text',
  external_id: 'text',
  quantity_needed: 'bigint',
  quantity_purchased: 'bigint',
  is_active: 'bigint',
} as const satisfies Record<Exclude<keyof Item, Fixed>, string>;
export type Writable = keyof typeof COLUMN_TYPES;
export const WRITABLE = Object.keys(COLUMN_TYPES).filter((name): name is Writable => name in COLUMN_TYPES);

const ITEM = sameColumns<Item>(
  ['id', 'registry_id', ...WRITABLE, 'created_at', 'updated_at'],
  ['currency', 'external_id'],
);

/**
 * All values were equal, a value differs, an inactive item is active again, or the registry of the item was deleted.
 */
export const EFFECTS = { none: 0, changed: 1, restored: 2, retired: 3 } as const;

/** A changed item, the effect of the change, and the ids of the other lists on which the item appears. */
export interface ChangedItem {
  item: Item;
  effect: (typeof EFFECTS)[keyof typeof EFFECTS];
  appearsOn: string | null;
}
const CHANGED_ITEM = columns<ChangedItem>({ item: ITEM, effect: 'effect', appearsOn: 'appears_on' });

/** @param registryId parameter with the id of the item's registry, if it is known */
const itemToGive = (registryId?: string) =>
  columns<Left & { appearsOn: string | null; item: Item }>({
    ...leftIn(registryId),
    appearsOn: 'appears_on',
    item: ITEM,
  });

const ID = columns<{ id: number }>({ id: 'id' });
const HOME = columns<{ id: number; registryId: number }>({ id: 'id', registryId: 'registry_id' });
const REGISTRY_ID = columns<{ registryId: number }>({ registryId: 'registry_id' });
const UPDATED_AT = columns<{ updatedAt: string }>({ updatedAt: 'updated_at' });
const DELETED = columns<{ id: number; appearsOn: string | null }>({ id: 'id', appearsOn: 'appears_on' });

/** An active item on a list: `lists` and `state` are set if it is on several lists, see `ActiveItems`. */
const ON_LIST = columns<{ id: number; lists: string | null; state: string | null }>({
  id: 'id',
  lists: 'NULL AS lists',
  state: 'NULL AS state',
});

const $ = parameters(
  ...([
    'id',
    'registryId',
    'listId',
    'after',
    'skip',
    'time',
    'now',
    'others',
    'rows',
    'version',
    'externalId',
  ] as const),
);
const value = parameters(...WRITABLE);

/** The ids of `findAll`. */
const IDS = listParameters('id', MAX_IDS);

/** Returns the values of `findAll` for at most MAX_IDS ids. No item has the id 0, which fills the rest. */
export const idsOf = (wanted: readonly number[]) => IDS.values(wanted, 0);

/**
 * Condition that a registry has room. It reads a limited number of rows, even if an old registry exceeds the limit.
 * @param others SQL for the number of other active items that leave enough room
 */
const hasRoom = <R extends string, O extends string = never>(registryId: Sql<R>, others: Sql<O>): Sql<R | O> =>
  sql`NOT EXISTS (
    SELECT 1 FROM items AS others WHERE others.registry_id = ${registryId} AND others.is_active = 1
    ORDER BY others.id LIMIT 1 OFFSET ${others})`;

export const FIND = query(ITEM)`SELECT ${ITEM} FROM items WHERE id = ${$.id} AND is_active = 1`;
export const FIND_EVEN_INACTIVE = query(ITEM)`SELECT ${ITEM} FROM items WHERE id = ${$.id}`;
export const HOMES_OF = query(HOME)`SELECT ${HOME} FROM items WHERE id IN (${IDS})`;
export const FIND_ALL = query(ITEM)`
  SELECT ${ITEM} FROM items WHERE is_active = 1 AND id IN (${IDS})`;

export const ID_AFTER = query(ID)`
  SELECT ${ID} FROM items WHERE is_active = 1 AND id > ${$.after} ORDER BY id LIMIT 1 OFFSET ${countedOf($.skip)}`;
export const ID_OF_REGISTRY_AFTER = query(ID)`
  SELECT ${ID} FROM items WHERE registry_id = ${$.registryId} AND is_active = 1 AND id > ${$.after}
  ORDER BY id LIMIT 1 OFFSET ${countedOf($.skip)}`;

export const ACTIVE_ON = query(ON_LIST)`
  SELECT ${ON_LIST} FROM items WHERE registry_id = ${$.registryId} AND is_active = 1
  ${forms({
    anywhere: sql`UNION ALL
  SELECT items.id, a.home_id || ',' || items.appears_on, coalesce(a.level, '') || a.reveal_day
  FROM appearances AS a JOIN items ON items.id = a.item_id
  WHERE a.registry_id = ${$.registryId} AND items.is_active = 1`,
    perRegistry: sql`ORDER BY id`,
  })}`;

const ITEM_ID = columns<{ id: number }>({ id: 'items.id' });
const HAS_EXTERNAL_ID = sql`
  SELECT ${ITEM_ID} FROM items
  WHERE registry_id = ${$.registryId} AND external_id = ${$.externalId} AND is_active = 1`;
/** Active items of a registry with an id of another system: one, or none. */
export const OF_EXTERNAL_ID = query(ITEM_ID)`${HAS_EXTERNAL_ID}`;
/** Active items on a list with an id of another system, also items of other registries. */
export const ON_LIST_OF_EXTERNAL_ID = query(ITEM_ID)`${unionOf([
  HAS_EXTERNAL_ID,
  onlyAnywhere(sql`SELECT ${ITEM_ID} FROM appearances AS a JOIN items ON items.id = a.item_id
  WHERE a.registry_id = ${$.registryId} AND a.home_id <> ${$.registryId} AND items.external_id = ${$.externalId}
  AND items.is_active = 1`),
])}`;

export const REGISTRY_IDS = query(REGISTRY_ID)`SELECT DISTINCT ${REGISTRY_ID} FROM items ORDER BY registry_id`;

const TO_GIVE_COLUMNS = itemToGive();
const TO_GIVE_IN_COLUMNS = itemToGive(`${$.registryId}`);
export const TO_GIVE = query(TO_GIVE_COLUMNS)`SELECT ${TO_GIVE_COLUMNS} FROM items WHERE id = ${$.id}`;
export const TO_GIVE_IN = query(TO_GIVE_IN_COLUMNS)`
  SELECT ${TO_GIVE_IN_COLUMNS} FROM items WHERE registry_id = ${$.registryId} AND id = ${$.id}`;
/** An item of another registry that appears on a list. */
export const TO_GIVE_ON = queryAnywhere(TO_GIVE_COLUMNS)`
  SELECT ${TO_GIVE_COLUMNS} FROM items
  WHERE id = ${$.id}
  AND EXISTS (SELECT 1 FROM appearances AS a WHERE a.registry_id = ${$.listId} AND a.item_id = items.id)`;

const LEFT_COLUMNS = columns<Left>(leftIn(`${$.registryId}`));
export const LEFT = query(LEFT_COLUMNS)`
  SELECT ${LEFT_COLUMNS} FROM items WHERE registry_id = ${$.registryId} AND id = ${$.id}`;

export const DEACTIVATE_ALL_OF = query(DELETED)`
  UPDATE items SET is_active = 0, updated_at = ${$.time}, effect = ${EFFECTS.retired}
  WHERE registry_id = ${$.registryId} AND is_active = 1 AND updated_at < ${$.time} RETURNING ${DELETED}`;

/** Marks the items that were inactive before their registry was deleted. */
export const RETIRE_INACTIVE_OF = query(ID)`
  UPDATE items SET updated_at = ${$.time}, effect = ${EFFECTS.retired}
  WHERE registry_id = ${$.registryId} AND is_active = 0 AND (effect IS NULL OR effect <> ${EFFECTS.retired})
  AND updated_at < ${$.time} RETURNING ${ID}`;

/** An item that is named on other lists belongs to them, too. If it is restored, it is on them again. */
const IS_EXPIRED = sql`effect = ${EFFECTS.retired} AND is_active = 0 AND appears_on IS NULL AND updated_at < ${$.time}`;
export const REGISTRIES_TO_ERASE = query(REGISTRY_ID)`
  SELECT DISTINCT ${REGISTRY_ID} FROM items WHERE ${IS_EXPIRED} LIMIT 100`;
const ERASED_COLUMNS = Object.entries({ ...ERASED_ITEM, name: 'Erased' })
  .map(([column, value]) => `${column} = ${value === null ? 'NULL' : `'${value}'`}`)
  .join(', ');
export const ERASE_ALL_OF = query(ID)`
  UPDATE items SET ${ERASED_COLUMNS}, effect = ${EFFECTS.none}
  WHERE registry_id = ${$.registryId} AND ${IS_EXPIRED} RETURNING ${ID}`;
export const LAST_CHANGE_OF = query(UPDATED_AT)`
  SELECT ${UPDATED_AT} FROM items WHERE registry_id = ${$.registryId} AND is_active = 1 AND updated_at >= ${$.time}
  ORDER BY updated_at DESC LIMIT 1`;

/**
 * Returns a statement that creates items of a registry, or none. `others` is the number of active items that leave
 * enough room.
 * @param id SQL for the id of each new item, from `newItemIds`
 * @param values SQL for the values of WRITABLE
 * @param added table with the new items, and their order
 * @param isNew condition that no active item of the registry has one of the external ids; needs its lock
 */
function insertOf<Names extends string>(
  { newItemId, registryOf }: Dialect,
  id: string,
  values: Sql<Names>,
  added?: { table: Sql<Names>; order: string },
  isNew?: Sql<Names | 'registryId'>,
) {
  const registry = registryOf(`${$.registryId}`);
  const tables = [...registry.from, ...(added ? [added.table] : [])];
  return query(ITEM)`
    INSERT INTO items (registry_id, id, ${WRITABLE.join(', ')}, created_at, updated_at)
    SELECT ${registry.id}, ${newItemId(id)}, ${values}, ${$.now}, ${$.now}
    ${tables.length > 0 ? `FROM ${tables.join(', ')}` : ''}
    WHERE ${registry.where.map((condition) => `${condition} AND `).join('')}${hasRoom(sql`${$.registryId}`, countedOf($.others))}
    ${isNew ? sql`AND ${isNew}` : sql``} ${added ? `ORDER BY ${added.order}` : ''} RETURNING ${ITEM}`;
}

/** Conditions of a change; each is part of the statement only if it is set. */
interface Change {
  columns: readonly Writable[];
  hasVersion: boolean;
  hasRegistry: boolean;
  /** True to change also inactive items, which become active if their registry has room. */
  bringsBack: boolean;
  /** True if the item gets an external id, which no other active item may have; needs the lock of the registry. */
  setsExternalId: boolean;
}

const UPDATE = variants(
  ({ columns: changed, hasVersion, hasRegistry, bringsBack, setsExternalId }: Change): Query<string, ChangedItem> => {
    const settings = changed.map((column) => `${column} = ${value[column]}, `).join('');
    const isSame = sql`same.registry_id = items.registry_id AND same.is_active = 1 AND same.id <> items.id`;
    // A restored item loses an external id that another item has got in the meantime.
    const kept =
      bringsBack && !changed.includes('external_id')
        ? sql`external_id = CASE WHEN is_active = 0 AND EXISTS (
            SELECT 1 FROM items AS same WHERE ${isSame} AND same.external_id = items.external_id
          ) THEN NULL ELSE external_id END, `
        : sql``;
    const differs = changed.map((column) => `${column} IS DISTINCT FROM ${value[column]}`).join(' OR ');
    const isActive = sql`is_active = 1`;
    const room = hasRoom(sql`items.registry_id`, sql`${MAX_ACTIVE_ITEMS - 1}`);
    const isAlone = sql`NOT EXISTS (
      SELECT 1 FROM items AS same WHERE ${isSame} AND same.external_id = ${value.external_id})`;
    const conditions = allOf([
      sql`id = ${$.id}`,
      hasVersion ? sql`updated_at = ${$.version}` : sql`updated_at < ${$.now}`,
      hasRegistry ? sql`registry_id = ${$.registryId}` : null,
      bringsBack ? sql`(${isActive} OR ${room})` : isActive,
      setsExternalId ? isAlone : null,
    ]);
    // A change without effect is no event, so it changes nothing that readers see (rules: Events).
    return query(CHANGED_ITEM)`
      UPDATE items SET ${settings}${kept}
        updated_at = CASE WHEN is_active = 0 OR ${differs} THEN ${$.now} ELSE updated_at END,
        effect = CASE WHEN is_active = 0 THEN ${EFFECTS.restored}
          WHEN ${differs} THEN ${EFFECTS.changed} ELSE ${EFFECTS.none} END
      WHERE ${conditions} RETURNING ${CHANGED_ITEM}`;
  },
);

/** Index of the id in the rows of a changed item, and of the registry's id in those of a new one. */
export const PLACES = { id: ITEM.placeOf('id'), registryId: ITEM.placeOf('registry_id') };

/** The statements that depend on the kind of database, and those that depend on the changed columns. */
export class ItemStatements {
  readonly insert: Query<'registryId' | 'id' | Writable | 'now' | 'others', Item>;
  readonly insertAll: Query<'registryId' | 'rows' | 'now' | 'others', Item>;
  /** The same for items with external ids: none is created if an active item of the registry has one of these ids. */
  readonly insertNamed: Query<'registryId' | 'id' | Writable | 'now' | 'others', Item>;
  readonly insertAllNamed: Query<'registryId' | 'rows' | 'now' | 'others', Item>;
  readonly update = UPDATE;

  constructor(dialect: Dialect) {
    const own = sql`${list(WRITABLE.map((column) => value[column]))}`;
    this.insert = insertOf(dialect, `${$.id}`, own);
    const isNew = sql`NOT EXISTS (SELECT 1 FROM items AS same
      WHERE same.registry_id = ${$.registryId} AND same.is_active = 1
      AND same.external_id = ${value.external_id})`;
    this.insertNamed = insertOf<Writable>(dialect, `${$.id}`, own, undefined, isNew);
    const rows = dialect.rows(`${$.rows}`, { place: 'bigint', id: 'bigint', ...COLUMN_TYPES });
    const added = new Sql<'rows'>(`${rows} AS added`);
    const values = list(WRITABLE.map((column) => `added.${column}`));
    const all = { table: added, order: 'added.place' };
    this.insertAll = insertOf(dialect, 'added.id', values, all);
    const areNew = new Sql<'rows' | 'registryId'>(`NOT EXISTS (SELECT 1 FROM ${rows} AS sent
      JOIN items AS same ON same.external_id = sent.external_id
      WHERE same.registry_id = ${$.registryId} AND same.is_active = 1)`);
    this.insertAllNamed = insertOf<'rows' | 'registryId'>(dialect, 'added.id', values, all, areNew);
  }

  /** Returns the rows of `insertAll` as JSON. */
  rowsOf(items: readonly { id: number | null; values: Readonly<Record<Writable, unknown>> }[]): string {
    return JSON.stringify(
      items.map(({ id, values }, place) => [place, id, ...WRITABLE.map((column) => values[column])]),
    );
  }
}
