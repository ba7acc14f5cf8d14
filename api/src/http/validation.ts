import { MAX_SAFE, patternRules } from '@largesse/contract';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import { ApiError } from './errors.ts';

/** Most broken rules that one answer names. */
const MAX_NAMED = 10;

interface Schema {
  properties?: Record<string, Schema>;
  type?: unknown;
}

/**
 * Compiles the contract's schemas. Bodies are taken as they are: a number in quotes is no number. Path and
 * query hold nothing but text, so there whole numbers, and lists of them, are read first.
 */
export function validatorCompiler(): FastifySchemaCompiler<Schema> {
  const options = { allErrors: true, strict: true, allowUnionTypes: true, verbose: true };
  const bodies = new Ajv2020(options);
  formats.default(bodies, ['date', 'date-time']);
  const parameters = new Ajv2020({ ...options, useDefaults: true });
  return ({ schema, httpPart }) => {
    const readNumbers = httpPart === 'body' ? (input: unknown) => input : numberReader(schema);
    // Compiled when it is first needed: at the start nobody waits for rules that nobody breaks.
    let validate: ValidateFunction | undefined;
    return (input: unknown) => {
      validate ??= (httpPart === 'body' ? bodies : parameters).compile(schema);
      const value = readNumbers(input);
      if (validate(value)) return { value };
      return { error: new ApiError('invalidInput', { detail: described(validate.errors ?? []) }) };
    };
  };
}

/** Turns decimal digits into numbers where the schema wants them, in the parameters that Fastify just made. */
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
      const value = read[name];
      if (typeof value === 'string') read[name] = value.split(',').map(numberIn);
    }
    return read;
  };
}

const numberIn = (value: string): string | number => (/^-?\d+$/.test(value) ? Number(value) : value);

/** `field: rule` for each field, the first rule that it breaks; never a value, never a key that the caller made up. */
function described(errors: readonly ErrorObject[]): string {
  const rules = new Map<string, string>();
  for (const error of errors) {
    const [field, rule] = named(error);
    if (!rules.has(field)) rules.set(field, rule);
  }
  return [...rules]
    .slice(0, MAX_NAMED)
    .map(([field, rule]) => `${field}: ${rule}`)
    .join('; ');
}

function named({ instancePath, keyword, params, schema, parentSchema }: ErrorObject): [field: string, rule: string] {
  const field = instancePath.slice(1).replaceAll('/', '.') || 'body';
  const limit = Number(schema);
  switch (keyword) {
    case 'required':
      return [[...(field === 'body' ? [] : [field]), params.missingProperty].join('.'), 'is required'];
    case 'additionalProperties':
      return [field, `may only have ${Object.keys(parentSchema?.properties ?? {}).join(', ')}`];
    case 'type':
      return [field, `must be ${typeNames(schema)}`];
    case 'enum':
      return [
        field,
        `must be one of ${[schema]
          .flat()
          .filter((value) => value !== null)
          .join(', ')}`,
      ];
    case 'minLength':
      return [field, `must be at least ${limit} character${limit === 1 ? '' : 's'}`];
    case 'maxLength':
      return [field, `must be at most ${limit} characters`];
    case 'minimum':
      return [field, `must be ${limit} or more`];
    case 'maximum':
      return [field, limit === MAX_SAFE ? 'is too large' : `must be at most ${limit}`];
    case 'exclusiveMinimum':
      return [field, `must be greater than ${limit}`];
    case 'minItems':
    case 'maxItems':
      return [field, `must have ${parentSchema?.minItems ?? 0} to ${parentSchema?.maxItems} entries`];
    case 'format':
      return [field, 'must be a date, YYYY-MM-DD'];
    case 'pattern':
      return [field, patternRules[String(schema)] ?? 'has the wrong form'];
    default:
      return [field, 'is invalid'];
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a JSON object',
  null: 'null',
};

const typeNames = (types: unknown): string =>
  [types]
    .flat()
    .map((type) => TYPES[String(type)] ?? String(type))
    .join(' or ');
