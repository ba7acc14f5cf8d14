import { MAX_ERRORS, patternRule, type WordedRule, wordedRule } from '@largesse/contract';
import type { AnySchemaObject, ErrorObject, ValidateFunction } from 'ajv';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import type {
  FastifyInstance,
  FastifySchemaCompiler,
  preHandlerHookHandler,
  preParsingHookHandler,
  preValidationHookHandler,
} from 'fastify';
import { parse } from 'secure-json-parse';
import { onDemand } from '../on-demand.ts';
import { isDay } from '../times.ts';
import { ApiError, invalidInput } from './errors.ts';

/** Maximum size of a request body in bytes. */
export const MAX_BODY = 64 * 1024;

/** Skips a byte order mark, as RFC 8259 allows (8.1). */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Accepts only JSON in UTF-8, without a `Content-Encoding`. If a key occurs twice, the last value counts. Bodies of GET
 * and DELETE are ignored. A missing required body counts as invalid JSON.
 */
export function acceptJson(app: FastifyInstance): void {
  app.addHttpMethod('DELETE', { hasBody: false, overrideExisting: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit: MAX_BODY }, (request, body, done) => {
    if (body.length === 0) return done(null);
    const { 'content-encoding': encoding = 'identity' } = request.headers;
    if (encoding.toLowerCase() !== 'identity') return done(new ApiError('encodedBody'));
    try {
      done(null, jsonIn(Buffer.from(body)));
    } catch (cause) {
      done(new ApiError('invalidJson', { cause }));
    }
  });
  // Otherwise, the validation would treat the missing body as null, and report the wrong error.
  app.addHook('onRoute', (route) => {
    if (route.schema?.body === undefined) return;
    const hooks = [route.preValidation ?? []].flat();
    route.preValidation = [
      ...hooks,
      (request, _reply, done) => done(request.body === undefined ? new ApiError('invalidJson') : undefined),
    ];
  });
}

function jsonIn(body: Buffer): unknown {
  return parse(utf8.decode(body), null, { protoAction: 'error', constructorAction: 'error' });
}

/** Excludes the time that a caller needs to send a body from the time limit of the request. */
export function countNoBodyTime(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.schema?.body === undefined) return;
    route.preParsing = [route.preParsing ?? [], pause].flat();
    route.preValidation = [resume, route.preValidation ?? []].flat();
  });
}

const pause: preParsingHookHandler = (request, _reply, _payload, done) => {
  request.caller.host.deadline.pause();
  done();
};

const resume: preValidationHookHandler = (request, _reply, done) => {
  request.caller.host.deadline.resume();
  done();
};

interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
  type?: unknown;
  anyOf?: readonly Schema[];
}

/** Returns the schema for the type of a body, which may be an object or a list. */
const schemaOf = (schema: Schema, body: unknown): Schema =>
  schema.anyOf?.find(({ type }) => (type === 'array') === Array.isArray(body)) ?? schema;

/**
 * Compiles the contract's schemas. Bodies are not converted: a number in quotes is not a number. Path and query contain
 * only text, so their integers and lists of integers are parsed before validation.
 */
export function validatorCompiler(): FastifySchemaCompiler<Schema> {
  let compilers: Compilers | undefined;
  return ({ schema, httpPart }) => {
    const readNumbers = httpPart === 'body' ? (input: unknown) => input : numberReader(schema);
    // Compiled on first use: the start does not wait for it.
    const validators = new Map<Schema, ValidateFunction>();
    return (input: unknown) => {
      const value = readNumbers(input);
      const chosen = schemaOf(schema, value);
      let validate = validators.get(chosen);
      if (!validate) {
        compilers ??= openCompilers();
        validate = compilers[httpPart === 'body' ? 'bodies' : 'parameters'].compile(chosen);
        validators.set(chosen, validate);
      }
      if (validate(value)) return { value };
      return { error: invalidInput(...firstOfEachField(validate.errors ?? [], chosen)) };
    };
  };
}

interface Compilers {
  bodies: Ajv2020;
  parameters: Ajv2020;
}

function openCompilers(): Compilers {
  const { Ajv2020 } = onDemand.ajv();
  const options = { allErrors: true, strict: true, allowUnionTypes: true, verbose: true };
  const bodies = new Ajv2020(options);
  onDemand.ajvFormats().default(bodies, ['date', 'date-time']);
  return { bodies, parameters: new Ajv2020({ ...options, useDefaults: true }) };
}

/**
 * Converts decimal digits if the schema requires numbers, in place: no other code uses the parameters yet. A list may
 * be separated by commas, or repeated, or both.
 */
function numberReader({ properties = {} }: Schema): (input: unknown) => unknown {
  const integers = Object.keys(properties).filter((name) => properties[name]?.type === 'integer');
  const lists = Object.keys(properties).filter((name) => properties[name]?.type === 'array');
  return (input) => {
    const read: Record<string, unknown> = Object(input);
    for (const name of integers) {
      const value = read[name];
      if (typeof value === 'string') read[name] = numberIn(value);
    }
    for (const name of lists) {
      const values = [read[name]].flat();
      if (values.every((value) => typeof value === 'string'))
        read[name] = values.flatMap((value) => value.split(',')).map(numberIn);
    }
    return read;
  };
}

const numberIn = (value: string): string | number => (/^-?\d+$/.test(value) ? Number(value) : value);

/**
 * Returns the first broken rule of each field, at most MAX_ERRORS rules; in a list, of each entry. The rules contain no
 * values or unknown keys of the request.
 */
function firstOfEachField(errors: readonly ErrorObject[], { type }: Schema): WordedRule[] {
  const entries = new Map<string, Map<string, WordedRule>>();
  for (const error of errors) {
    const rule = brokenRule(error);
    const [entry = ''] = type === 'array' ? rule.field.split('.') : [];
    const rules = entries.get(entry) ?? new Map<string, WordedRule>();
    entries.set(entry, rules);
    if (!rules.has(rule.field) && rules.size < MAX_ERRORS) rules.set(rule.field, rule);
  }
  return [...entries.values()].flatMap((rules) => [...rules.values()]);
}

/** Adds the schema's advice about a missing value to the text of a rule. */
function withAdvice(rule: WordedRule, schema: AnySchemaObject = {}): WordedRule {
  return typeof schema.$comment === 'string' ? { ...rule, text: `${rule.text}: ${schema.$comment}` } : rule;
}

function brokenRule({ instancePath, keyword, params, schema, parentSchema, data }: ErrorObject): WordedRule {
  const field = instancePath.slice(1).replaceAll('/', '.') || 'body';
  switch (keyword) {
    case 'required': {
      const missing = [...(field === 'body' ? [] : [field]), params.missingProperty].join('.');
      return withAdvice(wordedRule(missing, keyword), parentSchema?.properties?.[params.missingProperty]);
    }
    case 'additionalProperties':
      return wordedRule(field, keyword, Object.keys(parentSchema?.properties ?? {}));
    case 'type': {
      const rule = wordedRule(field, keyword, [schema].flat().map(String));
      return String(schema) === 'null' ? withAdvice(rule, parentSchema) : rule;
    }
    case 'enum':
      return wordedRule(
        field,
        keyword,
        [schema]
          .flat()
          .filter((value) => value !== null)
          .map(String),
      );
    case 'minLength': {
      const rule = wordedRule(field, keyword, Number(schema));
      return data === '' ? withAdvice(rule, parentSchema) : rule;
    }
    case 'maxLength':
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
      return wordedRule(field, keyword, Number(schema));
    case 'minItems':
    case 'maxItems': {
      const { minItems = 0, maxItems = 0 } = parentSchema ?? {};
      return wordedRule(field, keyword, Number(schema), `must have ${minItems} to ${maxItems} entries`);
    }
    case 'format':
      return wordedRule(field, keyword, 'date');
    case 'pattern':
      return patternRule(field, String(schema), String(data));
    default:
      return wordedRule(field, 'pattern', null, 'is invalid');
  }
}

/**
 * Converts a date, or a time with a zone, to UTC.
 * @throws {ApiError} 422 for other texts, and years outside 1 to 9999
 */
export function timeOf(field: string, text: string): string {
  const [, day = ''] = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/.exec(text) ?? [];
  const parsed = isDay(day) ? Date.parse(text) : Number.NaN;
  const utc = Number.isNaN(parsed) ? '' : new Date(parsed).toISOString();
  if (!isDay(utc.slice(0, 10))) throw invalidInput(wordedRule(field, 'format', 'date-or-time'));
  return utc;
}

/** @throws {ApiError} 422 unless exactly one of the fields is set @param part name of the whole input, for the error */
export function requireOneOf<T extends object>(part: 'query' | 'body', input: T, names: (keyof T & string)[]): void {
  if (names.filter((name) => input[name] !== undefined).length !== 1)
    throw invalidInput(wordedRule(part, 'oneOf', names));
}

/** @throws {ApiError} 422 if a field is set without the other field that it needs */
export function requireTogether<T extends object>(input: T, name: keyof T & string, other: keyof T & string): void {
  if (input[name] !== undefined && input[other] === undefined)
    throw invalidInput(wordedRule(name, 'dependentRequired', [other]));
}

/** Limits of `Ignored-Fields`. */
const MAX_KEYS = 20;
const MAX_KEY_CHARS = 100;

/** Matches the preference `handling=strict` in a `Prefer` header (RFC 7240). */
const STRICT = /(?:^|,)\s*handling\s*=\s*"?strict"?\s*(?:[,;]|$)/i;

const keysIn = (schema: Schema = {}): string[] =>
  Object.keys((schema.items ?? schema.anyOf?.[0] ?? schema).properties ?? {});

function unknownKeys(sent: unknown, known: readonly string[]): string[] {
  const unknown = new Set<string>();
  for (const entry of Array.isArray(sent) ? sent : [sent])
    for (const key of Object.keys(Object(entry))) if (!known.includes(key)) unknown.add(key);
  return [...unknown];
}

/**
 * Names unknown keys of queries and bodies in `Ignored-Fields`. With `Prefer: handling=strict`, they are 422 (rules:
 * Requests).
 */
export function nameIgnoredFields(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { querystring, body }: { querystring?: Schema; body?: Schema } = Object(route.schema);
    const parts = [
      ['query', keysIn(querystring)],
      ['body', keysIn(body)],
    ] as const;
    const check: preHandlerHookHandler = (request, reply, done) => {
      const isStrict = STRICT.test(String(request.headers.prefer ?? ''));
      if (isStrict) reply.header('preference-applied', 'handling=strict');
      const found = parts.map(([part, known]) => ({ part, known, unknown: unknownKeys(request[part], known) }));
      const unknown = found.flatMap((part) => part.unknown);
      if (unknown.length === 0) return done();
      const names = unknown
        .slice(0, MAX_KEYS)
        .map((key) => encodeURIComponent(key.slice(0, MAX_KEY_CHARS).toWellFormed()));
      reply.header('ignored-fields', names.join(', '));
      if (!isStrict) return done();
      const broken = found.filter((part) => part.unknown.length > 0);
      done(invalidInput(...broken.map(({ part, known }) => wordedRule(part, 'additionalProperties', [...known]))));
    };
    route.preHandler = [...[route.preHandler ?? []].flat(), check];
  });
}

/** Headers with conditions for changes (RFC 9110, 13.1). */
const CONDITIONS = ['if-match', 'if-none-match', 'if-unmodified-since'] as const;

const READS = ['GET', 'HEAD'];

/**
 * Returns the tags of a valid `If-Match` without quotes, except weak tags, which never match (RFC 9110, 13.1.1). Null
 * if any version matches.
 */
export function versionsIn(ifMatch: string | undefined): ReadonlySet<string> | null {
  if (ifMatch === undefined || ifMatch === '*') return null;
  const tags = [...ifMatch.matchAll(/(W\/)?"([^"]*)"/g)];
  return new Set(tags.filter(([, weak]) => !weak).map(([, , tag = '']) => tag));
}

/** Refuses conditions that a route does not check, on all routes that change something (rules: Changes on condition). */
export function refuseConditions(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if ([route.method].flat().every((method) => READS.includes(method))) return;
    const { headers }: { headers?: { properties?: object } } = Object(route.schema);
    const refused = CONDITIONS.filter((name) => !Object.hasOwn(headers?.properties ?? {}, name));
    const check: preHandlerHookHandler = (request, _reply, done) => {
      const sent = refused.filter((name) => request.headers[name] !== undefined);
      done(sent.length === 0 ? undefined : invalidInput(...sent.map((name) => wordedRule(name, 'no_condition'))));
    };
    route.preHandler = [...[route.preHandler ?? []].flat(), check];
  });
}
