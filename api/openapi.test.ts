import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { readContract } from '../tests/support/openapi.ts';
import { openTestService } from '../tests/support/service.ts';
import { openapiText } from './src/openapi-text.ts';

const committed = await readFile(new URL('../contract/openapi.json', import.meta.url), 'utf8');

/** All values in the document that have one of these keys. */
function valuesOf(key: string): unknown[] {
  const found: unknown[] = [];
  JSON.parse(committed, (name, value) => {
    if (name === key) found.push(value);
    return value;
  });
  return found;
}

describe('contract/openapi.json', () => {
  it('equals the description that the service creates (if not: npm run openapi)', async () =>
    assert.equal(committed, await openapiText()));

  it('is a valid OpenAPI 3.1 document', async () => {
    const validator = new Validator();
    assert.deepEqual(await validator.validate(JSON.parse(committed)), { valid: true });
    assert.equal(validator.version, '3.1');
  });

  it('has patterns that JavaScript, Python and Go understand', () => {
    const patterns = valuesOf('pattern').filter((pattern) => typeof pattern === 'string');
    assert.ok(patterns.length > 0);
    for (const pattern of patterns) {
      new RegExp(pattern, 'u');
      assert.doesNotMatch(pattern, /\\[pPu]|\(\?[^:]/);
    }
    assert.deepEqual(new Set(valuesOf('format')), new Set(['date', 'date-time', 'email', 'int32', 'int64', 'uuid']));
  });

  it('has no `null` in a list of values, for which many generators of clients have no name', () => {
    const lists = valuesOf('enum').filter((values) => Array.isArray(values));
    assert.ok(lists.length > 0);
    assert.deepEqual(
      lists.filter((values) => values.includes(null)),
      [],
    );
  });

  it('names every operation, once, and describes each group and header', () => {
    const names = valuesOf('operationId').filter((name) => typeof name === 'string');
    assert.equal(new Set(names).size, names.length);
    assert.equal(names.length, readContract().operations.length + 1, 'with the operation of webhooks');
    const { tags, components }: Document = JSON.parse(committed);
    for (const { name, description } of tags) assert.ok(description, name);
    for (const [name, { schema, description }] of Object.entries(components.headers)) {
      assert.match(schema.type ?? '', /^(string|integer)$/, name);
      assert.ok(description, name);
    }
  });

  it('has a valid example of each body and each answer', async () => {
    await using t = await openTestService();
    for (const { method, path, body, examples, responses, parameters } of readContract().operations) {
      const place = `${method} ${path}`;
      const answers = [...responses].filter(([status, schema]) => status < '300' && schema?.type !== 'string');
      assert.ok(examples.length >= answers.filter(([, schema]) => schema).length + Number(body !== undefined), place);
      for (const { schema, example } of examples) assert.equal(readContract().faults(schema, example), '', place);
      const sent = examples.find(({ schema }) => schema === body)?.example;
      if (sent === undefined) continue;
      // A second press of the same request must succeed, and must not show a gift to the owners.
      const chosen = Object.keys(Object(sent)).filter((name) => ['external_id', 'level'].includes(name));
      assert.deepEqual([chosen, Object(sent).secret ?? true], [[], true], place);
      const values = new Map(parameters.map(({ name, example }) => [name, String(example)]));
      const target = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values.get(name) ?? ''));
      const { status, text } = await t.request(method, target, { as: 'admin', body: sent });
      // The previews of tests do not reach the Internet, so there is no picture.
      assert.ok(![400, 422, 500].includes(status) || text.includes('is no picture'), `${place}: ${text}`);
    }
  });
});

interface Document {
  tags: { name: string; description?: string }[];
  components: { headers: Record<string, { schema: { type?: string }; description?: string }> };
}
