import { MAX_ERRORS, patternRule, type WordedRule, wordedRule } from '@largesse/contract';
import type { AnySchemaObject, ErrorObject, ValidateFunction } from 'ajv';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import type { FastifySchemaCompiler } from 'fastify';
import { onDemand } from '../on-demand.ts';
import { invalidInput } from './errors.ts';

export interface Schema {
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
  return ({ schema, httpPart }) => {
    const part = httpPart === 'body' ? 'bodies' : 'parameters';
    const readNumbers = part === 'bodies' ? (input: unknown) => input : numberReader(schema);
    return (input: unknown) => {
      const value = readNumbers(input);
      const chosen = schemaOf(schema, value);
      let validate = validators[part].get(chosen);
      if (!validate) {
        compilers ??= openCompilers();
        validate = compilers[part].compile(chosen);
        validators[part].set(chosen, validate);
      }
      if (validate(value)) return { value };
      return { error: invalidInput(...firstOfEachField(validate.errors ?? [], chosen)) };
    };
  };
}

/** Compiled on first use, so the start does not wait for it, and once for all services of a process. */
const validators = {
  bodies: new WeakMap<Schema, ValidateFunction>(),
  parameters: new WeakMap<Schema, ValidateFunction>(),
};
let compilers: Compilers | undefined;

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
