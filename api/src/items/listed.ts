import { Item, ItemPublic, ItemPublicRemaining, ItemRemaining } from '@largesse/contract';
import { counted, type JsonField, type JsonList, type JsonSql } from '../database/sql.ts';
import { amountLeft, isPromised, type Left, leftIn, promisedIn, SMALLEST } from './promised.ts';

/** Selects the fields of the items in a list. */
export interface ListView {
  isAdmin: boolean;
  /** If set, each item includes what can still be given, and what is promised: the numbers for guests or for owners. */
  remaining?: keyof Left | undefined;
  isVersion?: boolean;
  /**
   * True if appearing items show the id of their own registry instead of the list's (rules: Appearances); by default,
   * for admins.
   */
  showsHome?: boolean;
}

/** The version of an item in a list: gifts and shares change numbers, but not `updated_at`. */
const VERSION = ['id', 'updated_at', 'quantity_purchased', 'quantity_remaining', 'amount_promised', 'amount_remaining'];

/** Statements for active items. The place of an item is its number in the order of the list. */
export interface ListStatements {
  /** All items, by id, which is the place. Parameters: `after`, `limit`, `skip`. */
  all: JsonList;
  /**
   * Items of a registry, by id, which is the place. Parameters: the registry's id, `after`, `limit`, `skip`. If items
   * are on several lists, the last place is ELSEWHERE: read `onList` instead, which takes longer.
   */
  ofRegistry: JsonList;
  /** Also items that appear on the list; with the parameters and places of `ofRegistry`. */
  onList: JsonList;
  /** Items in the order of their places. Parameters: a JSON object with the place of each id, `limit`, `skip`. */
  ofIds: JsonList;
  /** The same for items of one registry. The registry's id is the second parameter. */
  ofRegistryIds: JsonList;
  /** Like `ofRegistryIds`, but also items that appear on the list. */
  ofListIds: JsonList;
}

/**
 * Creates statements that write lists as JSON, with the fields of the contract's schemas. Creating a row object for
 * each item took twice as long, mostly because of garbage collection (tests/bench/README.md).
 */
export class ListSql {
  readonly #json: JsonSql;
  readonly #isSharded: boolean;
  readonly #statements = new Map<string, ListStatements>();

  constructor(json: JsonSql, isSharded = false) {
    this.#json = json;
    this.#isSharded = isSharded;
  }

  of(view: ListView): ListStatements {
    const name = `${view.isAdmin} ${view.remaining} ${view.isVersion} ${view.showsHome}`;
    const known = this.#statements.get(name);
    if (known) return known;
    const statements = statementsOf(view, this.#json, this.#isSharded);
    this.#statements.set(name, statements);
    return statements;
  }
}

function statementsOf(view: ListView, json: JsonSql, isSharded: boolean): ListStatements {
  const part = (place: string, rest: string, registryId?: string, listId?: string, elsewhere?: string) => {
    const fields = fieldsOf(view, json.now, registryId, listId);
    return view.isVersion ? json.version(fields, rest, elsewhere) : json.list(place, fields, rest, elsewhere);
  };
  const page = (limit: number) => `LIMIT ${counted(`$${limit}`)} OFFSET ${counted(`$${limit + 1}`)}`;
  const byId = (where: string, after: number, registryId?: string, elsewhere?: string) =>
    part(
      'id',
      `items WHERE ${where}is_active = 1 AND id > $${after} ORDER BY id ${page(after + 1)}`,
      registryId,
      undefined,
      elsewhere,
    );
  const onList = `(
      SELECT items.* FROM items WHERE registry_id = $1 AND is_active = 1 AND id > $2
      UNION ALL
      SELECT items.* FROM appearances AS a JOIN items ON items.id = a.item_id
      WHERE a.registry_id = $1 AND a.home_id <> $1 AND items.is_active = 1 AND items.id > $2) AS items`;
  const wanted = 'SELECT CAST(key AS BIGINT) AS wanted, CAST(CAST(value AS TEXT) AS INTEGER) AS at FROM json_each($1)';
  const inOrder = (where: string, limit: number, registryId?: string, listId?: string) =>
    part(
      'at',
      `(${wanted}) AS places CROSS JOIN items WHERE id = wanted AND is_active = 1${where} ORDER BY at ${page(limit)}`,
      registryId,
      listId,
    );
  return {
    all: byId('', 1),
    ofRegistry: byId(
      'registry_id = $1 AND ',
      2,
      '$1',
      isSharded ? undefined : 'appearances AS a WHERE a.registry_id = $1',
    ),
    onList: part('id', `${onList} ORDER BY id ${page(3)}`, undefined, '$1'),
    ofIds: inOrder('', 2),
    ofRegistryIds: inOrder(' AND registry_id = $2', 3, '$2'),
    ofListIds: inOrder('', 3, undefined, '$2'),
  };
}

/**
 * @param now SQL for the current time
 * @param registryId parameter with the id of the only registry
 * @param listId parameter with the id of the list
 */
function fieldsOf(view: ListView, now: string, registryId?: string, listId?: string): JsonField[] {
  const { isAdmin, remaining, showsHome = isAdmin } = view;
  const [whole, wholeWithRemaining] = isAdmin ? [Item, ItemRemaining] : [ItemPublic, ItemPublicRemaining];
  const { properties, required } = remaining ? wholeWithRemaining : whole;
  const isAlways = new Set<string>(required);
  const numbers = remaining ? numbersOf(remaining, now, registryId) : {};
  return Object.entries(properties).map(([name, schema]): JsonField => {
    const field = { name, sql: name, isVersion: VERSION.includes(name), isOptional: !isAlways.has(name) };
    if (name === 'registry_id' && listId && !showsHome)
      return { ...field, sql: `CAST(${listId} AS BIGINT)`, kind: 'integer' };
    const number = numbers[name];
    if (number) return { ...field, ...number };
    if (schema.type === 'boolean') return { ...field, sql: `${name} = 1`, kind: 'boolean' };
    if ('format' in schema) return { ...field, kind: 'moment' };
    const types = [schema.type].flat();
    return { ...field, kind: types.includes('number') ? 'number' : types.includes('integer') ? 'integer' : 'text' };
  });
}

/** Owners see no number that includes secrets. */
function numbersOf(
  remaining: keyof Left,
  now: string,
  registryId: string | undefined,
): Readonly<Record<string, Pick<JsonField, 'sql' | 'kind'>>> {
  const open = { registryId, isOpen: true };
  const seen = remaining === 'toOwner' ? open : { registryId };
  const left = leftIn(registryId)[remaining];
  const rest = amountLeft(seen, now);
  return {
    quantity_remaining: {
      sql: remaining === 'toOwner' ? `CASE WHEN ${isPromised(seen)} THEN 0 ELSE ${left} END` : left,
      kind: 'integer',
    },
    amount_promised: { sql: `coalesce(${promisedIn(open, now)}, 0)`, kind: 'amount' },
    amount_remaining: { sql: `CASE WHEN ${rest} > ${SMALLEST} THEN ${rest} ELSE 0 END`, kind: 'amount' },
  };
}
