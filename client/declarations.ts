import { readFileSync } from 'node:fs';
import * as contract from '@largesse/contract';

/** The parts of a JSON Schema that a type can express. */
interface Schema {
  description?: string;
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  items?: Schema;
  required?: readonly string[];
  properties?: Readonly<Record<string, Schema>>;
}

/** Schemas of the types in `src/types.ts`, by the name of the type. The published client exports these types. */
const SHOWN = shown();

const names = new Map(Array.from(SHOWN, ([name, schema]) => [schema, name]));

/**
 * Returns TypeScript declarations of the types of the contract. The declarations need no other package. Our own
 * generator, because openapi-typescript 7 needs TypeScript 5, and the OpenAPI document names no types of queries.
 */
export function declarations(): string {
  return [...SHOWN].map(([name, schema]) => `export interface ${name} ${members(schema, '')}\n`).join('\n');
}

/** @throws {Error} if the contract lacks a schema of `src/types.ts` */
function shown(): Map<string, Schema> {
  const schemas = new Map<string, unknown>(Object.entries(contract));
  const list = readFileSync(new URL('src/types.ts', import.meta.url), 'utf8');
  return new Map(
    Array.from(list.matchAll(/^ {2}(\w+),$/gm), ([, name = '']) => {
      const schema = schemas.get(name);
      if (!isSchema(schema)) throw new Error(`The contract has no schema ${name}.`);
      return [name, schema];
    }),
  );
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && 'properties' in value;
}

function members({ properties = {}, required = [] }: Schema, indent: string): string {
  const lines = Object.entries(properties).map(([key, schema]) => {
    const comment = schema.description === undefined ? '' : `${indent}  /** ${schema.description} */\n`;
    return `${comment}${indent}  ${key}${required.includes(key) ? '' : '?'}: ${typeOf(schema, `${indent}  `)};\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
}

function typeOf(schema: Schema, indent: string): string {
  const literals = 'const' in schema ? [schema.const] : schema.enum;
  const types = literals?.map((value) => JSON.stringify(value)) ?? [schema.type ?? 'unknown'].flat().map(plain);
  return types.join(' | ');

  function plain(type: string): string {
    if (type === 'integer') return 'number';
    if (type === 'array') return `Array<${typeOf(schema.items ?? {}, indent)}>`;
    return type === 'object' ? (names.get(schema) ?? members(schema, indent)) : type;
  }
}
