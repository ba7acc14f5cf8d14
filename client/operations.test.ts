import assert from 'node:assert/strict';
import { test } from 'node:test';
import openapi from '@largesse/contract/openapi.json' with { type: 'json' };
import { createClient } from './src/index.ts';
import { clientCases } from './testing/cases.ts';

/** Method that reads several items by id. The API has no operation with this name (rules: Clients). */
const BULK_READ = 'getItems';

const operations = Object.values(openapi.paths).flatMap((path) =>
  Object.values(path).map(({ operationId }) => operationId),
);
const expected = [...operations, BULK_READ].sort();

test('the client has a method for every operation of the API, the bulk read, and the feed of events', () =>
  assert.deepEqual(Object.keys(createClient()).sort(), [...expected, 'events'].sort()));

test('the cases call every operation', () =>
  assert.deepEqual([...new Set(clientCases.map(({ call }) => call))].sort(), expected));

test('the cases expect the requests that the API describes', () => {
  for (const [path, methods] of Object.entries(openapi.paths))
    for (const [method, { operationId }] of Object.entries(methods)) {
      const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/?]+')}(\\?|$)`);
      const [request] =
        clientCases.find(({ call, requests }) => call === operationId && requests.length > 0)?.requests ?? [];
      assert.equal(request?.method, method.toUpperCase(), operationId);
      assert.match(request.path, pattern, operationId);
    }
});
