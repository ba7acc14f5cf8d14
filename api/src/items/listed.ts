import { Item, ItemPublic, ItemPublicRemaining, ItemRemaining } from '@largesse/contract';
import { counted, type JsonField, type JsonList, type JsonSql } from '../database/sql.ts';
import { type Left, leftIn } from './rows.ts';

/** Selects the fields of the items in a list. */
export interface ListView {
  /** True if the items include the fields that only admins may see (rules: Admins see affiliate fields). */
  isAdmin: boolean;
  /**
   * If set, each item includes the number of pieces that can still be given. The key selects the number that guests see
   * or the number that owners see.
   */
  remaining?: keyof Left | undefined;
  /** True to read only the version of the list. */
  isVersion?: boolean;
}

/**
 * Fields that are the version of an item in a list. Gifts change `quantity_purchased` and the remaining quantity, but
 * not `updated_at`.
 */
const VERSION = ['id', 'updated_at', 'quantity_purchased', 'quantity_remaining'];

/** Statements that read a list of active items. The place of an item is its number in the order of the list. */
export interface ListStatements {
  /** All items, by id. Parameters: `after`, `limit`, `skip`. The place of an item is its id. */
  all: JsonList;
  /**
   * Items of a registry, by id. Parameters: the registry's id, `after`, `limit`, `skip`. The place of an item is its
   * id.
   */
  ofRegistry: JsonList;
  /**
   * Items with given ids, in the order of their places. Parameters: a JSON object with the place of each id, `limit`,
   * `skip`.
   */
  ofIds: JsonList;
  /**
   * Items with given ids, but only items of one registry, in the order of their places. Parameters: a JSON object with
   * the place of each id, the registry's id, `limit`, `skip`.
   */
  ofRegistryIds: JsonList;
}

/**
 * Creates statements that write lists as JSON. Creating a row object for each item took twice as long, mostly because of
 * garbage collection (tests/bench/README.md). The contract's schemas determine the fields.
 */
export class ListSql {
  readonly #json: JsonSql;
  readonly #statements = new Map<string, ListStatements>();

  constructor(json: JsonSql) {
    this.#json = json;
  }

  /** Returns the statements for a view. */
  of(view: ListView): ListStatements {
    const name = `${view.isAdmin} ${view.remaining} ${view.isVersion}`;
    const known = this.#statements.get(name);
    if (known) return known;
    const statements = statementsOf(view, this.#json);
    this.#statements.set(name, statements);
    return statements;
  }
}

function statementsOf(view: ListView, json: JsonSql): ListStatements {
  const part = (place: string, rest: string, registryId?: string) => {
    const fields = fieldsOf(view, registryId);
    return view.isVersion ? json.version(fields, rest) : json.list(place, fields, rest);
  };
  const page = (limit: number) => `LIMIT ${counted(`$${limit}`)} OFFSET ${counted(`$${limit + 1}`)}`;
  const byId = (where: string, after: number, registryId?: string) =>
    part('id', `items WHERE ${where}is_active = 1 AND id > $${after} ORDER BY id ${page(after + 1)}`, registryId);
  const wanted = 'SELECT CAST(key AS BIGINT) AS wanted, CAST(CAST(value AS TEXT) AS INTEGER) AS at FROM json_each($1)';
  const inOrder = (where: string, limit: number, registryId?: string) =>
    part(
      'at',
      `(${wanted}) AS places CROSS JOIN items WHERE id = wanted AND is_active = 1${where} ORDER BY at ${page(limit)}`,
      registryId,
    );
  return {
    all: byId('', 1),
    ofRegistry: byId('registry_id = $1 AND ', 2, '$1'),
    ofIds: inOrder('', 2),
    ofRegistryIds: inOrder(' AND registry_id = $2', 3, '$2'),
  };
}

function fieldsOf({ isAdmin, remaining }: ListView, registryId?: string): JsonField[] {
  const [whole, wholeWithRemaining] = isAdmin ? [Item, ItemRemaining] : [ItemPublic, ItemPublicRemaining];
  const { properties } = remaining ? wholeWithRemaining : whole;
  return Object.entries(properties).map(([name, schema]): JsonField => {
    const field = { name, sql: name, isVersion: VERSION.includes(name) };
    if (name === 'quantity_remaining' && remaining)
      return { ...field, sql: leftIn(registryId)[remaining], kind: 'integer' };
    if (schema.type === 'boolean') return { ...field, sql: `${name} = 1`, kind: 'boolean' };
    if ('format' in schema) return { ...field, kind: 'moment' };
    const types = [schema.type].flat();
    return { ...field, kind: types.includes('number') ? 'number' : types.includes('integer') ? 'integer' : 'text' };
  });
}
