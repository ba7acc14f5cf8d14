import { MAX_ERRORS, patternRule, type WordedRule, wordedRule } from '@largesse/contract';
import type { AnySchemaObject, ErrorObject, ValidateFunction } from 'ajv';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import type { FastifySchemaCompiler } from 'fastify';
import { lazily, onDemand } from '../on-demand.ts';
import { isDay } from '../times.ts';
import { invalidInput } from './errors.ts';

interface Schema {
  properties?: Record<string, Schema>;
  type?: unknown;
  anyOf?: readonly Schema[];
}

/** Returns the schema of a body. If the body may be an object or a list, returns the schema for its type. */
export const schemaOf = (schema: Schema, body: unknown): Schema =>
  schema.anyOf?.find(({ type }) => (type === 'array') === Array.isArray(body)) ?? schema;

/**
 * Compiles the contract's schemas. Bodies are not converted: a number in quotes is not a number. Path and query contain
 * only text, so their integers and lists of integers are parsed before validation.
 */
export function validatorCompiler(): FastifySchemaCompiler<Schema> {
  const compilers = lazily(openCompilers);
  return ({ schema, httpPart }) => {
    const readNumbers = httpPart === 'body' ? (input: unknown) => input : numberReader(schema);
    // Compiled on first use, so that the start does not wait for the compilation.
    const validators = new Map<Schema, ValidateFunction>();
    return (input: unknown) => {
      const value = readNumbers(input);
      const chosen = schemaOf(schema, value);
      const validate =
        validators.get(chosen) ?? compilers()[httpPart === 'body' ? 'bodies' : 'parameters'].compile(chosen);
      validators.set(chosen, validate);
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
 * Converts decimal digits to numbers if the schema requires numbers. A list may be separated by commas, or be repeated,
 * or both. Changes the parameters in place: Fastify has just
 * created them, so no other code uses them yet.
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
 * Returns the first broken rule of each field, at most MAX_ERRORS rules; in a list, of each entry. The rules contain
 * neither values nor unknown keys from the caller's request.
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
 * Converts a date, or a time with a time zone, to UTC.
 * @throws {ApiError} 422 for other texts, and for years outside 1 to 9999
 */
export function timeOf(field: string, text: string): string {
  const [, day = ''] = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/.exec(text) ?? [];
  const parsed = isDay(day) ? Date.parse(text) : Number.NaN;
  const utc = Number.isNaN(parsed) ? '' : new Date(parsed).toISOString();
  if (!isDay(utc.slice(0, 10))) throw invalidInput(wordedRule(field, 'format', 'date-or-time'));
  return utc;
}
