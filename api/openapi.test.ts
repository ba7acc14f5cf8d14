import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { openapiText } from './src/openapi-text.ts';

const committed = await readFile(new URL('../contract/openapi.json', import.meta.url), 'utf8');

describe('contract/openapi.json', () => {
  it('equals the description that the service creates (if not: npm run openapi)', async () => {
    assert.equal(committed, await openapiText());
  });

  it('is a valid OpenAPI 3.1 document', async () => {
    const validator = new Validator();
    assert.deepEqual(await validator.validate(JSON.parse(committed)), { valid: true });
    assert.equal(validator.version, '3.1');
  });

  it('states the type of every header', () => {
    const { paths }: Document = JSON.parse(committed);
    const answers = Object.values(paths).flatMap((path) =>
      Object.values(path).flatMap(({ responses }) => Object.values(responses)),
    );
    const headers = answers.flatMap((answer) => Object.entries(answer.headers ?? {}));
    assert.ok(headers.some(([name]) => name === 'Next-Cursor'));
    for (const [name, { schema }] of headers) assert.match(schema.type ?? '', /^(string|integer)$/, name);
  });

  it('names every operation, once, and shows an example of every body', () => {
    const document: Document = JSON.parse(committed);
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    const names = operations.map(({ operationId }) => operationId);
    assert.equal(new Set(names).size, names.length);
    for (const { operationId, summary, requestBody } of operations) {
      assert.ok(operationId && summary, operationId);
      const model = requestBody?.content['application/json'].schema.$ref.split('/').at(-1);
      if (!model) continue;
      for (const [name, property] of Object.entries(document.components.schemas[model]!.properties))
        assert.ok(property.examples || property.$ref || property.type === 'boolean', `${model}.${name} has an example`);
    }
  });
});

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, { properties: Record<string, { examples?: []; $ref?: string; type?: string }> }>;
  };
}

interface Operation {
  operationId: string;
  summary: string;
  responses: Record<string, { headers?: Record<string, { schema: { type?: string } }> }>;
  requestBody?: { content: { 'application/json': { schema: { $ref: string } } } };
}
