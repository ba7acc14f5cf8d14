import * as fc from '../../contract/testing/properties.ts';
import type { OpenApi, Schema } from './openapi.ts';

const JUNK = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  '',
  '5',
  '\0',
  '\ud83c',
  '__proto__',
  [],
  [null],
  {},
  { a: 1 },
];
const STRINGS = [
  'x',
  'Kettle',
  ' ',
  ' x ',
  'https://shop.example/kettle',
  'javascript:alert(1)',
  'localhost:3000/x',
  '2028-02-29',
  '2026-02-30',
  'guest',
  'granny@family.test',
  '🎁é\u202e',
  "'; DROP TABLE items; --",
  '<script>&amp;',
];

/** Generates values for a schema: mostly valid values and values at the limits, sometimes arbitrary values. */
export function valuesFor(api: OpenApi, schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 12, arbitrary: mostlyProper(api, api.resolve(schema)) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(...JUNK) },
  );
}

function mostlyProper(api: OpenApi, schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map((one) => valuesFor(api, one)));
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? ['object']);
  return fc.oneof(...types.map((type) => ofType(api, schema, type)));
}

function ofType(api: OpenApi, schema: Schema, type: string): fc.Arbitrary<unknown> {
  if (type === 'null') return fc.constant(null);
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer') return integers(schema);
  if (type === 'number') return fc.oneof(integers(schema), fc.constantFrom(0, 0.01, -0.01, 19.99, 5e-324, 1.7e308));
  if (type === 'string') return strings(schema);
  if (type === 'array') {
    const item = valuesFor(api, schema.items ?? {});
    const few = fc.array(item, { minLength: schema.minItems ?? 0, maxLength: (schema.minItems ?? 0) + 3 });
    const many = (schema.maxItems ?? 5) + 1;
    return fc.oneof(
      { weight: 9, arbitrary: few },
      { weight: 1, arbitrary: fc.constantFrom([], Array(many).fill('x'), Array(many).fill(1)) },
    );
  }
  return objects(api, schema);
}

function objects(api: OpenApi, schema: Schema): fc.Arbitrary<unknown> {
  const properties: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, property]) => [name, valuesFor(api, property)]),
  );
  const requiredKeys = schema.required ?? [];
  const more: typeof properties = { ...properties, unknown: fc.constant(1) };
  return fc.oneof(
    { weight: 8, arbitrary: fc.record(properties, { requiredKeys }) },
    { weight: 1, arbitrary: fc.record(properties, { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.record(more, { requiredKeys }) },
  );
}

function integers({ minimum = 0, maximum = 2 ** 31 }: Schema): fc.Arbitrary<number> {
  return fc.oneof(
    fc.constantFrom(minimum, minimum + 1, minimum - 1, maximum, maximum + 1),
    fc.integer({ min: Math.max(minimum, -(2 ** 31)), max: Math.min(maximum, 2 ** 31 - 1) }),
  );
}

function strings({ minLength = 0, maxLength = 30 }: Schema): fc.Arbitrary<string> {
  const lengths = [minLength, Math.max(0, minLength - 1), maxLength, maxLength + 1];
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...STRINGS) },
    { weight: 2, arbitrary: fc.constantFrom(...lengths.map((length) => 'x'.repeat(length))) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: Math.min(maxLength, 40) }) },
  );
}
