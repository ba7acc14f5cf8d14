import { MAX_SAFE, patternRule, ruleText, TYPE_NAMES } from '@largesse/contract';
import type { ErrorObject, ValidateFunction } from 'ajv';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import type { FastifySchemaCompiler } from 'fastify';
import { lazily, onDemand } from '../on-demand.ts';
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
  const compilers = lazily(openCompilers);
  return ({ schema, httpPart }) => {
    const readNumbers = httpPart === 'body' ? (input: unknown) => input : numberReader(schema);
    // Compiled when it is first needed: the start must not wait for rules that may never be needed.
    let validate: ValidateFunction | undefined;
    return (input: unknown) => {
      validate ??= compilers()[httpPart === 'body' ? 'bodies' : 'parameters'].compile(schema);
      const value = readNumbers(input);
      if (validate(value)) return { value };
      return { error: new ApiError('invalidInput', { detail: describe(validate.errors ?? []) }) };
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

/** Returns `field: rule` for each field, the first rule that it breaks; never a value, never a key that the caller made up. */
function describe(errors: readonly ErrorObject[]): string {
  const rules = new Map<string, string>();
  for (const error of errors) {
    const [field, rule] = brokenRule(error);
    if (!rules.has(field)) rules.set(field, rule);
  }
  return [...rules]
    .slice(0, MAX_NAMED)
    .map(([field, rule]) => `${field}: ${rule}`)
    .join('; ');
}

function brokenRule({
  instancePath,
  keyword,
  params,
  schema,
  parentSchema,
  data,
}: ErrorObject): [field: string, rule: string] {
  const field = instancePath.slice(1).replaceAll('/', '.') || 'body';
  const limit = Number(schema);
  const { minItems = 0, maxItems = 0 } = parentSchema ?? {};
  switch (keyword) {
    case 'required':
      return [[...(field === 'body' ? [] : [field]), params.missingProperty].join('.'), ruleText('required')];
    case 'additionalProperties':
      return [field, ruleText('keys', Object.keys(parentSchema?.properties ?? {}).join(', '))];
    case 'type':
      return [field, ruleText('type', typeNames(schema))];
    case 'enum': {
      const values = [schema].flat().filter((value) => value !== null);
      return [field, ruleText('oneOf', values.join(', '))];
    }
    case 'minLength':
      return [field, limit === 1 ? ruleText('notEmpty') : ruleText('minChars', limit)];
    case 'maxLength':
      return [field, ruleText('maxChars', limit)];
    case 'minimum':
      return [field, ruleText('min', limit)];
    case 'maximum':
      return [field, limit === MAX_SAFE ? ruleText('tooLarge') : ruleText('max', limit)];
    case 'exclusiveMinimum':
      return [field, ruleText('above', limit)];
    case 'minItems':
    case 'maxItems':
      return [field, ruleText('entries', minItems, maxItems)];
    case 'format':
      return [field, ruleText('date')];
    case 'pattern':
      return [field, patternRule(String(schema), String(data))];
    default:
      return [field, 'is invalid'];
  }
}

const NAMES: Readonly<Record<string, string>> = TYPE_NAMES;

const typeNames = (types: unknown): string =>
  [types]
    .flat()
    .map((type) => NAMES[String(type)] ?? String(type))
    .join(' or ');
