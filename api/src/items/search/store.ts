import {
  AFFILIATE_STATUSES,
  type Item,
  type ItemSearchQuery,
  type ItemSearchResult,
  type ItemSort,
  MAX_IDS,
  MAX_ITEMS_COUNTED,
  UNSET_STATUS,
} from '@largesse/contract';
import type { Database, Value } from '../../database/database.ts';
import type { Found, Search, SearchOrder } from '../../database/search.ts';
import { counted } from '../../database/sql.ts';
import { COLUMNS, type ItemRow, itemOf, padded, placeholders } from '../rows.ts';

/** Columns in which a search looks for `q`. */
const SEARCHED = ['name', 'retailer', 'url', 'affiliate_url'];

/** Column for each sort order. An empty text replaces NULL, because databases sort NULL differently. */
const ORDERS: Readonly<Record<SearchOrder, string | null>> = {
  id: null,
  name: 'lower(name)',
  registry_id: 'registry_id',
  affiliate_status: "COALESCE(affiliate_status, '')",
};

const ORDER_NAMES: Readonly<Record<ItemSort, SearchOrder>> = {
  id: 'id',
  '-id': 'id',
  name: 'name',
  '-name': 'name',
  registry_id: 'registry_id',
  '-registry_id': 'registry_id',
  affiliate_status: 'affiliate_status',
  '-affiliate_status': 'affiliate_status',
};

/** Columns that count items by status. GROUP BY would be slower, because it sorts the items first. */
const COUNTS = [...AFFILIATE_STATUSES.map((status) => `= '${status}'`), 'IS NULL']
  .map((status) => `COUNT(*) FILTER (WHERE affiliate_status ${status})`)
  .join(', ');

type Counts = [active: number, inactive: number, expired: number, none: number, unset: number];

/** Reads active items by id. The statement has MAX_IDS parameters (see `padded`). */
const LIST_OF_IDS = `SELECT ${COLUMNS} FROM items WHERE is_active = 1 AND id IN (${placeholders(MAX_IDS)})`;

/** An SQL condition, and the values of its parameters. */
interface Condition {
  sql: string;
  values: readonly Value[];
}

/** Searches all active items. Only admins can use this search. */
export class ItemSearch {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns a page of matching items, and the number of matches by status. @throws {DatabaseUnavailable} */
  async run(query: ItemSearchQuery): Promise<ItemSearchResult> {
    const found = await this.#database.search(searchOf(query));
    // Null means that the embedded database has no complete index. Then the search reads all items.
    if (found !== null) return { counts: capped(countsOf(found)), items: await this.#items(found.ids) };
    const matching = conditionOf(query);
    const counts = await this.#count(matching);
    return {
      counts: capped(counts),
      items: await this.#items(await this.#page(matching, query, totalOf(counts, query))),
    };
  }

  async #count({ sql, values }: Condition): Promise<ItemSearchResult['counts']> {
    const [row] = await this.#database.scan<Counts>(`SELECT ${COUNTS} FROM items WHERE ${sql}`, values);
    const [active, inactive, expired, none, unset] = row ?? [0, 0, 0, 0, 0];
    return { active, inactive, expired, none, unset };
  }

  /**
   * Returns the ids of a page. For a page in the second half, sorts in reverse order, because the database takes longer
   * for a larger offset.
   */
  async #page({ sql, values }: Condition, query: ItemSearchQuery, total: number): Promise<number[]> {
    const { affiliate_status: status, sort, skip } = query;
    const length = Math.min(query.limit, total - skip);
    if (length <= 0) return [];
    const isNearEnd = skip > total / 2;
    const offset = isNearEnd ? total - skip - length : skip;
    const all = [...values, ...(status === undefined || status === 'unset' ? [] : [status]), length, offset];
    const rows = await this.#database.scan<[id: number]>(
      `SELECT id FROM items WHERE ${sql}${statusCondition(status, values.length + 1)}
      ORDER BY ${orderOf(sort, isNearEnd)} LIMIT ${counted(`$${all.length - 1}`)} OFFSET ${counted(`$${all.length}`)}`,
      all,
    );
    const ids = rows.map(([id]) => id);
    return isNearEnd ? ids.reverse() : ids;
  }

  /** Returns items in the order of the given ids, without items that were deleted in the meantime. */
  async #items(ids: readonly number[]): Promise<Item[]> {
    const found = new Map<number, Item>();
    for (let at = 0; at < ids.length; at += MAX_IDS) {
      const rows = await this.#database.read<ItemRow>(LIST_OF_IDS, padded(ids.slice(at, at + MAX_IDS)));
      for (const row of rows) found.set(row[0], itemOf(row));
    }
    return ids.map((id) => found.get(id)).filter((item) => item !== undefined);
  }
}

/** Converts the query of a request to a query for the database's search index. */
function searchOf(query: ItemSearchQuery): Search {
  const { q, q_registry_ids: registryIds = [], affiliate_status: status, sort, skip, limit } = query;
  return {
    text: q === undefined ? null : lowered(q),
    registryIds: [...registryIds],
    status: status === undefined ? null : status === 'unset' ? '' : status,
    order: ORDER_NAMES[sort],
    isDescending: sort.startsWith('-'),
    skip,
    limit,
  };
}

/** Limits counts to the maximum in the contract, because the embedded database can return larger counts. */
const capped = (counts: ItemSearchResult['counts']): ItemSearchResult['counts'] => ({
  active: Math.min(counts.active, MAX_ITEMS_COUNTED),
  inactive: Math.min(counts.inactive, MAX_ITEMS_COUNTED),
  expired: Math.min(counts.expired, MAX_ITEMS_COUNTED),
  none: Math.min(counts.none, MAX_ITEMS_COUNTED),
  unset: Math.min(counts.unset, MAX_ITEMS_COUNTED),
});

function countsOf({ counts }: Found): ItemSearchResult['counts'] {
  const { active = 0, inactive = 0, expired = 0, none = 0, '': unset = 0 } = counts;
  return { active, inactive, expired, none, unset };
}

/** Returns the number of matches on all pages together. */
const totalOf = (counts: ItemSearchResult['counts'], { affiliate_status: status }: ItemSearchQuery): number =>
  status === undefined ? Object.values(counts).reduce((sum, count) => sum + count, 0) : counts[status];

/** Converts only ASCII letters to lower case, as the SQL function `lower` does in the columns of SEARCHED. */
const lowered = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** @param parameter number of the SQL parameter that contains the status */
function statusCondition(status: ItemSearchQuery['affiliate_status'], parameter: number): string {
  if (status === undefined) return '';
  return status === UNSET_STATUS ? ' AND affiliate_status IS NULL' : ` AND affiliate_status = $${parameter}`;
}

/** Returns the condition for items that match the query. The condition ignores the affiliate status. */
function conditionOf({ q, q_registry_ids: registryIds }: ItemSearchQuery): Condition {
  const either: string[] = [];
  const values: Value[] = [];
  if (q !== undefined) {
    const pattern = `%${lowered(q).replace(/[\\%_]/g, '\\$&')}%`;
    for (const column of SEARCHED) {
      values.push(pattern);
      either.push(`lower(${column}) LIKE $${values.length} ESCAPE '\\'`);
    }
  }
  if (registryIds !== undefined) {
    either.push(`registry_id IN (${placeholders(MAX_IDS, values.length + 1)})`);
    values.push(...padded(registryIds));
  }
  return { sql: `is_active = 1${either.length > 0 ? ` AND (${either.join(' OR ')})` : ''}`, values };
}

/** @param isReversed true if the order starts with the last item */
function orderOf(sort: ItemSort, isReversed: boolean): string {
  const direction = sort.startsWith('-') !== isReversed ? ' DESC' : '';
  const order = ORDERS[ORDER_NAMES[sort]];
  return `${order === null ? '' : `${order}${direction}, `}id${direction}`;
}
