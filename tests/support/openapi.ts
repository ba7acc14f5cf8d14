import { readFileSync } from 'node:fs';
import { PROBLEM_TYPE } from '@largesse/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** The parts of JSON Schema that the contract uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  format?: string;
  default?: unknown;
}

/** A parameter of an operation. */
export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}

/** An operation of the contract. */
export interface Operation {
  method: string;
  /** Path with placeholders: `/items/{item_id}`. */
  path: string;
  /** Matches the addresses of `path`, without a query. */
  pattern: RegExp;
  parameters: Parameter[];
  /** Schema of the JSON body; `undefined` if the operation takes no body. */
  body: Schema | undefined;
  /** Schema of the JSON answer by status; `undefined` for an answer without a body. */
  responses: Map<string, Schema | undefined>;
  /** Schema of the answer by status, for callers that ask for problem details. */
  problems: Map<string, Schema | undefined>;
}

interface Media {
  content?: Record<string, { schema: Schema }>;
}

interface Described extends Media {
  parameters?: Parameter[];
  requestBody?: Media;
  responses: Record<string, Media>;
}

interface Document {
  paths: Record<string, Record<string, Described>>;
  webhooks: { event: { post: Described } };
}

const JSON_TYPE = 'application/json';

/** Operations and schemas of `contract/openapi.json`, for tests. Also validates values. */
export class OpenApi {
  readonly operations: Operation[];
  /** Schema of the body that receivers of webhooks get. */
  readonly webhookBody: Schema;
  readonly #document: unknown;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: false });
  readonly #validators = new Map<Schema, ValidateFunction>();

  constructor(document: Document) {
    this.#document = document;
    this.#ajv.addFormat('date', isDate);
    this.#ajv.addFormat('date-time', (text: string) => !Number.isNaN(Date.parse(text)));
    this.#ajv.addSchema({ ...document, $id: 'openapi' });
    this.webhookBody = document.webhooks.event.post.requestBody?.content?.[JSON_TYPE]?.schema ?? {};
    this.operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
        parameters: operation.parameters ?? [],
        body: operation.requestBody?.content?.[JSON_TYPE]?.schema,
        responses: answersOf(operation, JSON_TYPE),
        problems: answersOf(operation, PROBLEM_TYPE),
      })),
    );
  }

  /**
   * Returns how an answer differs from the document; empty if it does not differ, or if the document has no operation
   * with this method and path.
   * @param type media type of the answer, with its parameters
   * @param body the decoded JSON; undefined if the answer is not JSON
   */
  difference(
    { method, path }: { method: string; path: string },
    { status, type, body }: { status: number; type: string; body: unknown },
  ): string {
    const [target = ''] = path.split('?', 1);
    const matches = this.operations.filter((one) => one.method === method && one.pattern.test(target));
    // Prefers `/items/search` to `/items/{item_id}`.
    const operation = matches.find((one) => one.path === target) ?? matches[0];
    if (operation === undefined) return '';
    const { responses, problems } = operation;
    const place = `${method} ${operation.path}`;
    if (!responses.has(String(status))) return `${place}: ${status} is not documented`;
    const schema = (type.startsWith(PROBLEM_TYPE) ? problems : responses).get(String(status));
    if (body === undefined) return schema === undefined ? '' : `${place}: ${status} has no JSON`;
    if (schema === undefined) return `${place}: the JSON of ${status} is not documented`;
    const faults = this.faults(schema, body);
    return faults === '' ? '' : `${place}: ${status}: ${faults}`;
  }

  /** Resolves a `$ref`. */
  resolve(schema: Schema): Schema {
    if (schema.$ref === undefined) return schema;
    let found: unknown = this.#document;
    for (const part of schema.$ref.replace('#/', '').split('/')) {
      found = isRecord(found) ? found[part.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined;
    }
    if (!isRecord(found)) throw new Error(`${schema.$ref} is not in the document`);
    return this.resolve(found);
  }

  /** Validates a value against a schema of the document. @returns the errors; empty if the value is valid */
  faults(schema: Schema, value: unknown): string {
    let validate = this.#validators.get(schema);
    if (validate === undefined) {
      validate = this.#ajv.compile(withAbsoluteRefs(schema));
      this.#validators.set(schema, validate);
    }
    return validate(value) ? '' : this.#ajv.errorsText(validate.errors);
  }
}

let contract: OpenApi | null = null;

/** Reads the committed contract once. */
export function readContract(): OpenApi {
  const file = new URL('../../contract/openapi.json', import.meta.url);
  contract ??= new OpenApi(JSON.parse(readFileSync(file, 'utf8')));
  return contract;
}

function answersOf({ responses }: Described, type: string): Map<string, Schema | undefined> {
  return new Map(Object.entries(responses).map(([status, answer]) => [status, answer.content?.[type]?.schema]));
}

function withAbsoluteRefs(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"openapi#/'));
}

function isDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
