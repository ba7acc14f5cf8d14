import { LRUCache } from 'lru-cache';
import type { Alongside, Statement, Statements, Target } from './database.ts';
import type { LoggedChange } from './events.ts';
import { type Form, type Forms, OnSeveralServers } from './forms.ts';
import { counted, type Fields, type JsonList, type JsonRows, type Row, type Value } from './sql.ts';

/*
 * Statements with names. A statement is built once: `query` numbers its parameters, and reads rows as records.
 *
 *   const $ = parameters('id', 'registryId');
 *   const NAME = columns<{ id: number; name: string }>({ id: 'id', name: 'name' });
 *   const FIND = query(NAME)`SELECT ${NAME} FROM items WHERE registry_id = ${$.registryId} AND id = ${$.id}`;
 *   const found = await FIND.first(database, { registryId: 7, id: 12 });
 *
 * A statement with a variable part, such as a condition that only some callers need, has `variants`. A statement that
 * reads several registries has `forms`: each database runs its own form.
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

/** SQL text with named parameters: a statement, or a part of one. It may have two forms, see `forms`. */
export class Sql<Name extends string> {
  readonly #texts: Forms<string | null>;
  /** Never set: names the parameters in the type. */
  declare readonly names?: Name;

  /** @param perRegistry text for databases with registries on several servers; null if these have no such SQL */
  constructor(anywhere: string | null, perRegistry: string | null = anywhere) {
    this.#texts = { anywhere, perRegistry };
  }

  /** Returns the text of a form; null if there is none. */
  in(form: Form): string | null {
    return this.#texts[form];
  }

  /** @throws {TypeError} if there are two forms: only the templates of this module accept such SQL */
  toString(): string {
    const { anywhere, perRegistry } = this.#texts;
    if (anywhere === null || anywhere !== perRegistry) throw new TypeError('the SQL has two forms');
    return anywhere;
  }
}

/** Part of a template. A text is SQL, too; its parameters must also occur in the template itself. */
type Part = string | number | Parameter<string> | ParameterList<string> | Sql<string> | Columns<unknown>;
type NamesOf<P> = P extends Parameter<infer Name> | ParameterList<infer Name> | Sql<infer Name> ? Name : never;

/** Returns the text of a part in a form; null if there is none. */
const textIn = (form: Form, part: Part): string | null =>
  part instanceof Sql || part instanceof Columns ? part.in(form) : `${part}`;

/** Builds both forms of SQL from the texts of its parts. */
function built<Name extends string>(
  parts: readonly Part[],
  build: (texts: readonly (string | null)[]) => string | null,
): Sql<Name> {
  const of = (form: Form) => build(parts.map((part) => textIn(form, part)));
  return new Sql(of('anywhere'), of('perRegistry'));
}

/** Builds SQL from a template. The SQL lacks a form if a part lacks it. */
export const sql = <const Parts extends readonly Part[]>(
  texts: TemplateStringsArray,
  ...parts: Parts
): Sql<NamesOf<Parts[number]>> =>
  built(parts, (all) => (all.includes(null) ? null : texts.reduce((done, text, at) => `${done}${all[at - 1]}${text}`)));

/** Returns SQL that differs between databases. With null, there is no such SQL, see `Query`, `allOf` and `unionOf`. */
export const forms = <Anywhere extends string = never, PerRegistry extends string = never>({
  anywhere,
  perRegistry,
}: {
  anywhere: Sql<Anywhere> | null;
  perRegistry: Sql<PerRegistry> | null;
}): Sql<Anywhere | PerRegistry> => new Sql(anywhere?.in('anywhere') ?? null, perRegistry?.in('perRegistry') ?? null);

/** Returns SQL that only databases have whose statements can read the rows of several registries. */
export const onlyAnywhere = <Name extends string>(anywhere: Sql<Name>): Sql<Name> =>
  forms({ anywhere, perRegistry: null });

/** Returns parts as a list with commas. */
export const list = <const Item extends Part>(parts: readonly Item[]): Sql<NamesOf<Item>> =>
  built(parts, (texts) => (texts.includes(null) ? null : texts.join(', ')));

/** Returns conditions with AND between them. Omits null, and missing forms; without conditions, the result is true. */
export const allOf = <const Condition extends Part | null>(conditions: readonly Condition[]): Sql<NamesOf<Condition>> =>
  built(
    conditions.filter((condition): condition is Condition & Part => condition !== null),
    (texts) => texts.filter((text) => text !== null).join(' AND ') || '1 = 1',
  );

/** Returns a statement that reads the rows of all these statements. Omits missing forms. */
export const unionOf = <const Select extends Part>(selects: readonly Select[]): Sql<NamesOf<Select>> =>
  built(selects, (texts) => texts.filter((text) => text !== null).join(' UNION ALL ') || null);

/** As `counted`, for a parameter. */
export const countedOf = <Name extends string>(parameter: Parameter<Name>): Sql<Name> =>
  new Sql(counted(`${parameter}`));

/** SQL of a single value, without parameters. */
type Expression = string | Sql<never>;

/** SQL for each field of a record: an expression, or the columns of a record inside it. */
type Expressions<T> = { readonly [Name in keyof T]-?: Expression | Columns<T[Name]> };

/** The selected columns of a statement, and the records that its rows become. In SQL text, they are a list. */
export class Columns<T> {
  readonly #expressions: readonly (readonly [name: string, expression: Expression | Columns<unknown>])[];
  readonly #optional: ReadonlySet<PropertyKey>;
  /** Returns the record of a row. Fields whose name begins with `is_` are booleans, as are `isActive` and the like. */
  readonly of: (row: Row) => T;

  /** @param optional fields that a record does not have if their value is null */
  constructor(expressions: Expressions<T> | Readonly<Record<string, string>>, optional: readonly (keyof T)[] = []) {
    this.#expressions = Object.entries<Expression | Columns<unknown>>(expressions);
    this.#optional = new Set<PropertyKey>(optional);
    // A compiled literal costs a hundredth of a loop over the names, which would take 2 % of the time of a read.
    this.of = new Function('row', `return ${this.#literal(0)}`) as (row: Row) => T;
  }

  /** Index of a field in the rows of a statement that selects these columns first. */
  placeOf(name: keyof T): number {
    let place = 0;
    for (const [other, expression] of this.#expressions) {
      if (other === name) return place;
      place += countOf(expression);
    }
    throw new TypeError(`there is no column ${String(name)}`);
  }

  /** Returns the list in a form of the statement; null if there is none. */
  in(form: Form): string | null {
    return list(this.#expressions.map(([, expression]) => expression)).in(form);
  }

  /** @throws {TypeError} if there are two forms */
  toString(): string {
    return `${list(this.#expressions.map(([, expression]) => expression))}`;
  }

  /** Number of selected values. */
  get count(): number {
    return this.#expressions.reduce((sum, [, expression]) => sum + countOf(expression), 0);
  }

  /** Returns the source of an object literal. @param first index of the first column */
  #literal(first: number): string {
    let place = first;
    const fields = this.#expressions.map(([name, expression]) => {
      if (!/^\w+$/.test(name)) throw new TypeError(`${name} is no name of a field`);
      const at = place;
      place += countOf(expression);
      if (expression instanceof Columns) return `${name}: ${expression.#literal(at)}`;
      const field = `${name}: row[${at}]${/^is[_A-Z]/.test(name) ? ' === 1' : ''}`;
      return this.#optional.has(name) ? `...(row[${at}] === null ? null : { ${field} })` : field;
    });
    return `({ ${fields.join(', ')} })`;
  }
}

const countOf = (expression: Expression | Columns<unknown>): number =>
  expression instanceof Columns ? expression.count : 1;

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

/** Methods of a database that run statements. */
export type Running<Method extends keyof Statements> = Pick<Statements, Method | 'dialect'>;

/** Text with numbers in place of names. */
interface Numbered {
  sql: string;
  names: readonly string[];
}

/**
 * A statement with named parameters. Its methods throw as those of `Database`. If the statement lacks the form of a
 * database, the database does not run it, and there are no rows.
 */
export class Query<Name extends string, T> {
  readonly #forms: Forms<Numbered | null>;
  readonly #columns: Columns<T>;

  constructor(statement: Sql<Name>, selected: Columns<T>) {
    const [anywhere, perRegistry] = [statement.in('anywhere'), statement.in('perRegistry')];
    const numbered = anywhere === null ? null : numberNames(anywhere);
    const isSame = perRegistry === anywhere;
    this.#forms = {
      anywhere: numbered,
      perRegistry: isSame ? numbered : perRegistry === null ? null : numberNames(perRegistry),
    };
    this.#columns = selected;
  }

  /** Text of the statement. @throws {TypeError} if there are two forms */
  get sql(): string {
    return this.#only.sql;
  }

  /** Returns the values in the order of the parameters. @throws {TypeError} if there are two forms */
  values(given: Readonly<Record<Name, Given>>): Value[] {
    return valuesOf(this.#only.names, given);
  }

  /** Returns the statement with its values. @throws {TypeError} if there are two forms */
  with(given: Readonly<Record<Name, Given>>): Statement {
    return { sql: this.sql, values: this.values(given) };
  }

  /** Checks that a database can run the statement. @throws {OnSeveralServers} */
  require({ dialect }: Running<never>): void {
    if (this.#forms[dialect.statementForm] === null) throw new OnSeveralServers('joins');
  }

  /** Returns all records. */
  async read(database: Running<'read'>, given: Readonly<Record<Name, Given>>): Promise<T[]> {
    const form = this.#forms[database.dialect.statementForm];
    if (form === null) return [];
    return (await database.read(form.sql, valuesOf(form.names, given))).map(this.#columns.of);
  }

  /** Returns the first record, found by an index; null if there is none. */
  first(database: Running<'first'>, given: Readonly<Record<Name, Given>>): Promise<T | null> {
    const form = this.#forms[database.dialect.statementForm];
    if (form === null) return Promise.resolve(null);
    return database.first(form.sql, valuesOf(form.names, given)).then(this.#recordOf);
  }

  /** Returns the records of a statement that may read every item. */
  async scan(database: Running<'scan'>, given: Readonly<Record<Name, Given>>): Promise<T[]> {
    const form = this.#forms[database.dialect.statementForm];
    if (form === null) return [];
    return (await database.scan(form.sql, valuesOf(form.names, given))).map(this.#columns.of);
  }

  /** Changes data. Returns the records of its `RETURNING` rows. */
  async write(
    database: Running<'write'>,
    given: Readonly<Record<Name, Given>>,
    { lockId, changes, target, also }: QueryOptions<T> = {},
  ): Promise<T[]> {
    const form = this.#forms[database.dialect.statementForm];
    if (form === null) return [];
    const recordsOf = (rows: Row[]): T[] => rows.map(this.#columns.of);
    const rows = await database.write(form.sql, valuesOf(form.names, given), {
      lockId,
      changes: changes && ((made) => changes(recordsOf(made))),
      target,
      also: also && ((made) => also(recordsOf(made))),
    });
    return recordsOf(rows);
  }

  get #only(): Numbered {
    const { anywhere, perRegistry } = this.#forms;
    if (anywhere === null || anywhere !== perRegistry) throw new TypeError('the statement has two forms');
    return anywhere;
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
  return (texts, ...parts) => new Query(sql(texts, ...parts), selected);
}

/** As `query`, for a statement with the form `anywhere` alone, see `onlyAnywhere`. */
export function queryAnywhere(): Tag<object>;
export function queryAnywhere<T>(selected: Columns<T>): Tag<T>;
export function queryAnywhere(selected: Columns<object> = NO_COLUMNS): Tag<object> {
  return (texts, ...parts) => new Query(onlyAnywhere(sql(texts, ...parts)), selected);
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
function numberNames(text: string): Numbered {
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
