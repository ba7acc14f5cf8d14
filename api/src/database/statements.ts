import { LRUCache } from 'lru-cache';
import type { Alongside, Statement, Statements, Target } from './database.ts';
import type { LoggedChange } from './events.ts';
import { counted, type Fields, type JsonList, type JsonRows, type Row, type Value } from './sql.ts';

/*
 * Statements with names. A statement is built once: `query` numbers its parameters, and reads rows as records.
 *
 *   const $ = parameters('id', 'registryId');
 *   const NAME = columns<{ id: number; name: string }>({ id: 'id', name: 'name' });
 *   const FIND = query(NAME)`SELECT ${NAME} FROM items WHERE registry_id = ${$.registryId} AND id = ${$.id}`;
 *   const found = await FIND.first(database, { registryId: 7, id: 12 });
 *
 * A statement with a variable part, such as a condition that only some callers need, has `variants`.
 */

/** A parameter. In SQL text, it is its name, such as `$registryId`; `query` replaces names by numbers. */
export class Parameter<Name extends string> {
  readonly name: Name;

  constructor(name: Name) {
    this.name = name;
  }

  toString(): string {
    return `$${this.name}`;
  }
}

/** Returns parameters by their names. */
export function parameters<const Name extends string>(...names: Name[]): { readonly [N in Name]: Parameter<N> } {
  const all: Partial<Record<string, Parameter<string>>> = {};
  for (const name of names) all[name] = new Parameter(name);
  // The loop has added each name.
  return all as { readonly [N in Name]: Parameter<N> };
}

/** Parameters for a list of values. In SQL text, they are their names with commas, such as `$id0, $id1`. */
export class ParameterList<Name extends string> {
  readonly #names: readonly Name[];

  constructor(names: readonly Name[]) {
    this.#names = names;
  }

  /**
   * Returns the values by the names of the parameters.
   * @param rest value of the last parameters, if the list is shorter
   */
  values(list: readonly Value[], rest: Value = null): { [N in Name]: Value } {
    const values: Partial<Record<string, Value>> = {};
    for (const [index, name] of this.#names.entries()) values[name] = list[index] ?? rest;
    // The loop has added each name.
    return values as { [N in Name]: Value };
  }

  toString(): string {
    return this.#names.map((name) => `$${name}`).join(', ');
  }
}

/** Returns parameters for a number of values. Their names begin with `name`. */
export const listParameters = <const Name extends string>(
  name: Name,
  count: number,
): ParameterList<`${Name}${number}`> =>
  new ParameterList(Array.from({ length: count }, (_, at) => `${name}${at}` as const));

/** SQL text with named parameters: a statement, or a part of one. */
export class Sql<Name extends string> {
  readonly text: string;
  /** Never set: names the parameters in the type. */
  declare readonly names?: Name;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

/** Part of a template. A text is SQL, too; its parameters must also occur in the template itself. */
type Part = string | number | Parameter<string> | ParameterList<string> | Sql<string> | Columns<unknown>;
type NamesOf<P> = P extends Parameter<infer Name> | ParameterList<infer Name> | Sql<infer Name> ? Name : never;

/** Builds SQL from a template. */
export function sql<const Parts extends readonly Part[]>(
  texts: TemplateStringsArray,
  ...parts: Parts
): Sql<NamesOf<Parts[number]>> {
  return new Sql(texts.reduce((all, text, index) => `${all}${parts[index - 1]}${text}`));
}

/** Returns parts as a list with commas. */
export const list = <const Item extends Part>(parts: readonly Item[]): Sql<NamesOf<Item>> => new Sql(parts.join(', '));

/** Returns conditions with AND between them. Omits null; without conditions, the result is true. */
export const allOf = <const Condition extends Part | null>(conditions: readonly Condition[]): Sql<NamesOf<Condition>> =>
  new Sql(conditions.filter((condition) => condition !== null).join(' AND ') || '1 = 1');

/** Returns a statement that reads the rows of all these statements. */
export const unionOf = <const Select extends Part>(selects: readonly Select[]): Sql<NamesOf<Select>> =>
  new Sql(selects.join(' UNION ALL '));

/** As `counted`, for a parameter. */
export const countedOf = <Name extends string>(parameter: Parameter<Name>): Sql<Name> =>
  new Sql(counted(`${parameter}`));

/** SQL for each field of a record: an expression, or the columns of a record inside it. */
type Expressions<T> = { readonly [Name in keyof T]-?: string | Columns<T[Name]> };

/** The selected columns of a statement, and the records that its rows become. In SQL text, they are a list. */
export class Columns<T> {
  readonly #expressions: readonly (readonly [name: string, expression: string | Columns<unknown>])[];
  readonly #optional: ReadonlySet<PropertyKey>;
  /** Returns the record of a row. Fields whose name begins with `is_` are booleans, as are `isActive` and the like. */
  readonly of: (row: Row) => T;

  /** @param optional fields that a record does not have if their value is null */
  constructor(expressions: Expressions<T> | Readonly<Record<string, string>>, optional: readonly (keyof T)[] = []) {
    this.#expressions = Object.entries<string | Columns<unknown>>(expressions);
    this.#optional = new Set<PropertyKey>(optional);
    // A compiled literal costs a hundredth of a loop over the names, which would take 2 % of the time of a read.
    this.of = new Function('row', `return ${this.#literal(0)}`) as (row: Row) => T;
  }

  /** Index of a field in the rows of a statement that selects these columns first. */
  placeOf(name: keyof T): number {
    let place = 0;
    for (const [other, expression] of this.#expressions) {
      if (other === name) return place;
      place += typeof expression === 'string' ? 1 : expression.#count;
    }
    throw new TypeError(`there is no column ${String(name)}`);
  }

  toString(): string {
    return this.#expressions.map(([, expression]) => String(expression)).join(', ');
  }

  get #count(): number {
    return this.#expressions.reduce((sum, [, part]) => sum + (typeof part === 'string' ? 1 : part.#count), 0);
  }

  /** Returns the source of an object literal. @param first index of the first column */
  #literal(first: number): string {
    let place = first;
    const fields = this.#expressions.map(([name, expression]) => {
      if (!/^\w+$/.test(name)) throw new TypeError(`${name} is no name of a field`);
      const at = place;
      place += typeof expression === 'string' ? 1 : expression.#count;
      if (typeof expression !== 'string') return `${name}: ${expression.#literal(at)}`;
      const field = `${name}: row[${at}]${/^is[_A-Z]/.test(name) ? ' === 1' : ''}`;
      return this.#optional.has(name) ? `...(row[${at}] === null ? null : { ${field} })` : field;
    });
    return `({ ${fields.join(', ')} })`;
  }
}

/** Returns columns by the fields of their records. The caller supplies the type, as for `Database.read`. */
export const columns = <T>(expressions: Expressions<T>): Columns<T> => new Columns(expressions);

/**
 * Returns columns that have the names of their fields.
 * @param optional fields that a record does not have if their value is null
 */
export const sameColumns = <T extends Fields<T>>(
  names: readonly (keyof T & string)[],
  optional: readonly (keyof T)[] = [],
): Columns<T> => new Columns<T>(Object.fromEntries(names.map((name) => [name, name])), optional);

/** Value of a parameter. A boolean becomes 1 or 0. */
export type Given = Value | boolean;

/** Options of `Query.write`, as of `Database.write`, with records in place of rows. */
interface QueryOptions<T> {
  lockId?: number | undefined;
  changes?: (records: T[]) => readonly LoggedChange[];
  target?: Target | undefined;
  also?: Alongside<T> | undefined;
}

/** A statement with named parameters. Its methods throw as those of `Database`. */
export class Query<Name extends string, T> {
  readonly sql: string;
  readonly #names: readonly string[];
  readonly #columns: Columns<T>;

  constructor(text: string, selected: Columns<T>) {
    const { sql: numbered, names } = numberNames(text);
    this.sql = numbered;
    this.#names = names;
    this.#columns = selected;
  }

  /** Returns the values in the order of the parameters. */
  values(given: Readonly<Record<Name, Given>>): Value[] {
    return valuesOf(this.#names, given);
  }

  /** Returns the statement with its values. */
  with(given: Readonly<Record<Name, Given>>): Statement {
    return { sql: this.sql, values: this.values(given) };
  }

  /** Returns all records. */
  async read(database: Pick<Statements, 'read'>, given: Readonly<Record<Name, Given>>): Promise<T[]> {
    return (await database.read(this.sql, this.values(given))).map(this.#columns.of);
  }

  /** Returns the first record, found by an index; null if there is none. */
  first(database: Pick<Statements, 'first'>, given: Readonly<Record<Name, Given>>): Promise<T | null> {
    return database.first(this.sql, this.values(given)).then(this.#recordOf);
  }

  /** Returns the records of a statement that may read every item. */
  async scan(database: Pick<Statements, 'scan'>, given: Readonly<Record<Name, Given>>): Promise<T[]> {
    return (await database.scan(this.sql, this.values(given))).map(this.#columns.of);
  }

  /** Changes data. Returns the records of its `RETURNING` rows. */
  async write(
    database: Pick<Statements, 'write'>,
    given: Readonly<Record<Name, Given>>,
    { lockId, changes, target, also }: QueryOptions<T> = {},
  ): Promise<T[]> {
    const recordsOf = (rows: Row[]): T[] => rows.map(this.#columns.of);
    const rows = await database.write(this.sql, this.values(given), {
      lockId,
      changes: changes && ((made) => changes(recordsOf(made))),
      target,
      also: also && ((made) => also(recordsOf(made))),
    });
    return recordsOf(rows);
  }

  readonly #recordOf = (row: Row | undefined): T | null => (row ? this.#columns.of(row) : null);
}

/** Rows of a statement without columns of interest. */
const NO_COLUMNS = columns<object>({});

type Tag<T> = <const Parts extends readonly Part[]>(
  texts: TemplateStringsArray,
  ...parts: Parts
) => Query<NamesOf<Parts[number]>, T>;

/** Returns a function that builds a statement from a template. @param selected columns that the statement returns */
export function query(): Tag<object>;
export function query<T>(selected: Columns<T>): Tag<T>;
export function query(selected: Columns<object> = NO_COLUMNS): Tag<object> {
  return (texts, ...parts) => new Query(sql(texts, ...parts).text, selected);
}

/** An option of a statement: the same options always mean the same SQL. */
type Option = string | number | boolean | null | undefined | readonly string[];

/** Maximum number of variants of a statement that are kept. */
const VARIANTS = 200;

/**
 * Returns a function that returns a statement for options. It builds each variant once.
 *
 *   const list = variants(({ isOpen }: { isOpen: boolean }) => query(NAME)`
 *     SELECT ${NAME} FROM gifts
 *     WHERE ${allOf([sql`registry_id = ${$.registryId}`, isOpen ? 'is_secret = 0' : null])}`);
 *   const found = await list({ isOpen: true }).read(database, { registryId: 7 });
 */
export function variants<Options extends { readonly [Name in keyof Options]: Option }, Built extends object>(
  build: (options: Options) => Built,
): (options: Options) => Built {
  const known = new LRUCache<string, Built>({ max: VARIANTS });
  return (options) => {
    const key = JSON.stringify(options);
    const found = known.get(key);
    if (found !== undefined) return found;
    const built = build(options);
    known.set(key, built);
    return built;
  };
}

/** A list as JSON with named parameters, see `Database.list`. */
export class ListQuery<Name extends string> {
  readonly list: JsonList;
  readonly #names: readonly string[];

  /** @param list its SQL has named parameters */
  constructor(list: JsonList) {
    const { sql: numbered, names } = numberNames(list.sql);
    this.list = { ...list, sql: numbered };
    this.#names = names;
  }

  read(database: Pick<Statements, 'list'>, given: Readonly<Record<Name, Given>>): Promise<JsonRows> {
    return database.list(this.list, valuesOf(this.#names, given));
  }
}

/** Replaces the names of parameters by numbers in the order in which they first occur. */
function numberNames(text: string): { sql: string; names: string[] } {
  const names: string[] = [];
  const numbered = text.replace(/\$([a-z]\w*)/gi, (_, name: string) => {
    const place = names.indexOf(name);
    return `$${place < 0 ? names.push(name) : place + 1}`;
  });
  return { sql: numbered, names };
}

/** @throws {TypeError} if a value is missing, because a text of the template contains a further parameter */
function valuesOf(names: readonly string[], given: Readonly<Record<string, Given>>): Value[] {
  return names.map((name) => {
    const value = given[name];
    if (value === undefined) throw new TypeError(`the statement needs a value for $${name}`);
    return typeof value === 'boolean' ? Number(value) : value;
  });
}
