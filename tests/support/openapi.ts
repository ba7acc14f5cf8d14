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
}

const JSON_TYPE = 'application/json';

/** Operations and schemas of `contract/openapi.json`, for tests. Also validates values. */
export class OpenApi {
  readonly operations: Operation[];
  readonly #document: unknown;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: false });
  readonly #validators = new Map<Schema, ValidateFunction>();

  constructor(document: Document) {
    this.#document = document;
    this.#ajv.addFormat('date', isDate);
    this.#ajv.addFormat('date-time', (text: string) => !Number.isNaN(Date.parse(text)));
    this.#ajv.addSchema({ ...document, $id: 'openapi' });
    this.operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        parameters: operation.parameters ?? [],
        body: operation.requestBody?.content?.[JSON_TYPE]?.schema,
        responses: answersOf(operation, JSON_TYPE),
        problems: answersOf(operation, PROBLEM_TYPE),
      })),
    );
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

/** Reads the committed contract. */
export function readContract(): OpenApi {
  return new OpenApi(JSON.parse(readFileSync(new URL('../../contract/openapi.json', import.meta.url), 'utf8')));
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
