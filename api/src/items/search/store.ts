import {
  AFFILIATE_STATUSES,
  type ItemSearchQuery,
  type ItemSearchResult,
  type ItemSort,
  MAX_IDS,
} from '@largesse/contract';
import type { Database, Value } from '../../database/database.ts';
import { COLUMNS, type ItemRow, itemOf, padded, placeholders } from '../store.ts';

/** Columns that `q` looks at. */
const SEARCHED = ['name', 'retailer', 'url', 'affiliate_url'];

/** What each sort orders by; databases do not agree on where NULL comes. */
const ORDERS: Readonly<Record<string, string>> = {
  name: 'lower(name)',
  registry_id: 'registry_id',
  affiliate_status: "COALESCE(affiliate_status, '')",
};

/** How many there are by status; grouping would sort them first. */
const COUNTS = [...AFFILIATE_STATUSES.map((status) => `= '${status}'`), 'IS NULL']
  .map((status) => `COUNT(*) FILTER (WHERE affiliate_status ${status})`)
  .join(', ');

type Counts = [active: number, inactive: number, expired: number, none: number, unset: number];

/** A part of a statement with the values of its parameters. */
interface Condition {
  sql: string;
  values: readonly Value[];
}

/** Searches all active items. No index helps with a part of a text: it reads every item, for admins alone. */
export class ItemSearch {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** A page of what matches, and how many match by status. @throws {DatabaseUnavailable} */
  async run(query: ItemSearchQuery): Promise<ItemSearchResult> {
    const matching = conditionOf(query);
    const counts = await this.#count(matching);
    return { counts, items: await this.#page(matching, query) };
  }

  async #count({ sql, values }: Condition): Promise<ItemSearchResult['counts']> {
    // Not `first`, which is for what an index finds.
    const [row] = await this.#database.read<Counts>(`SELECT ${COUNTS} FROM items WHERE ${sql}`, values);
    const [active, inactive, expired, none, unset] = row ?? [0, 0, 0, 0, 0];
    return { active, inactive, expired, none, unset };
  }

  async #page({ sql, values }: Condition, { affiliate_status: status, sort, limit, skip }: ItemSearchQuery) {
    const all = [...values, ...(status === undefined || status === 'unset' ? [] : [status]), limit, skip];
    const order = orderOf(sort);
    // Ids are sorted alone: a page far down a long list took ten times as long with whole rows.
    const rows = await this.#database.read<ItemRow>(
      `SELECT ${COLUMNS} FROM items WHERE id IN (
        SELECT id FROM items WHERE ${sql}${statusCondition(status, values.length + 1)}
        ORDER BY ${order} LIMIT $${all.length - 1} OFFSET $${all.length}
      ) ORDER BY ${order}`,
      all,
    );
    return rows.map(itemOf);
  }
}

/** @param parameter number of the parameter that a status gets */
function statusCondition(status: ItemSearchQuery['affiliate_status'], parameter: number): string {
  if (status === undefined) return '';
  return status === 'unset' ? ' AND affiliate_status IS NULL' : ` AND affiliate_status = $${parameter}`;
}

/** Which items match, whatever their status. */
function conditionOf({ q, q_registry_ids: registryIds }: ItemSearchQuery): Condition {
  const either: string[] = [];
  const values: Value[] = [];
  if (q !== undefined) {
    // The databases lower ASCII letters alone in these columns; so must we.
    const lower = q.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
    const pattern = `%${lower.replace(/[\\%_]/g, '\\$&')}%`;
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

function orderOf(sort: ItemSort): string {
  const direction = sort.startsWith('-') ? ' DESC' : '';
  const order = ORDERS[sort.replace('-', '')];
  return `${order === undefined ? '' : `${order}${direction}, `}id${direction}`;
}
