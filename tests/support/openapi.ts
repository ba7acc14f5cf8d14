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
  example?: unknown;
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
  /** Names of the answer's headers by status, in lower case. */
  headers: Map<string, string[]>;
  /** Examples of bodies and answers, with their schemas. */
  examples: { schema: Schema; example: unknown }[];
}

interface Media {
  content?: Record<string, { schema: Schema; example?: unknown }>;
}

interface Response extends Media {
  $ref?: string;
  headers?: Record<string, unknown>;
}

interface Described extends Media {
  parameters?: Parameter[];
  requestBody?: Media;
  responses: Record<string, Response>;
}

interface Document {
  paths: Record<string, Record<string, Described>>;
  webhooks: { event: { post: Described } };
  components: { responses: Record<string, Response> };
}

/** Headers of HTTP itself, of caches and of browsers. The contract does not list them. */
const STANDARD =
  /^(access-control-.*|allow|cache-control|connection|content-(length|security-policy|type)|date|keep-alive|transfer-encoding|vary|x-content-type-options)$/;

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
    this.#ajv.addFormat('uuid', /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i);
    this.#ajv.addFormat('email', /^[^@]+@[^@]+$/);
    for (const integer of ['int32', 'int64']) this.#ajv.addFormat(integer, true);
    this.#ajv.addFormat('date-time', (text: string) => !Number.isNaN(Date.parse(text)));
    this.#ajv.addSchema({ ...document, $id: 'openapi' });
    this.webhookBody = document.webhooks.event.post.requestBody?.content?.[JSON_TYPE]?.schema ?? {};
    const { components } = document;
    this.operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters = [], requestBody, ...operation }]) => {
        const answers = Object.entries(operation.responses).map(([status, answer]) => {
          const shared = components.responses[answer.$ref?.split('/').at(-1) ?? ''];
          return [status, shared ?? answer] as const;
        });
        const bodies = [requestBody, ...answers.map(([, answer]) => answer)];
        return {
          method: method.toUpperCase(),
          path,
          pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
          parameters,
          body: requestBody?.content?.[JSON_TYPE]?.schema,
          responses: new Map(answers.map(([status, { content }]) => [status, content?.[JSON_TYPE]?.schema])),
          problems: new Map(answers.map(([status, { content }]) => [status, content?.[PROBLEM_TYPE]?.schema])),
          headers: new Map(
            answers.map(([status, { headers = {} }]) => [
              status,
              Object.keys(headers).map((name) => name.toLowerCase()),
            ]),
          ),
          examples: bodies.flatMap((body) =>
            Object.values(body?.content ?? {}).flatMap(({ schema, example }) =>
              example === undefined ? [] : [{ schema, example }],
            ),
          ),
        };
      }),
    );
  }

  /**
   * Returns how an answer differs from the document; empty if it does not differ, or if the document has no operation
   * with this method and path.
   * @param headers headers of the answer, with names in lower case
   * @param body the decoded JSON; undefined if the answer is not JSON
   */
  difference(
    { method, path }: { method: string; path: string },
    { status, headers, body }: { status: number; headers: Readonly<Record<string, unknown>>; body: unknown },
  ): string {
    const [target = ''] = path.split('?', 1);
    const matches = this.operations.filter((one) => one.method === method && one.pattern.test(target));
    // Prefers `/items/search` to `/items/{item_id}`.
    const operation = matches.find((one) => one.path === target) ?? matches[0];
    if (operation === undefined) return '';
    const { responses, problems } = operation;
    const place = `${method} ${operation.path}`;
    if (!responses.has(String(status))) return `${place}: ${status} is not documented`;
    const known = operation.headers.get(String(status)) ?? [];
    const unknown = Object.keys(headers).filter((name) => !STANDARD.test(name) && !known.includes(name));
    if (unknown.length > 0) return `${place}: ${status}: the header ${unknown.join()} is not documented`;
    const type = String(headers['content-type'] ?? '');
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
    for (const part of schema.$ref.replace('#/', '').split('/'))
      found = isRecord(found) ? found[part.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined;
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
