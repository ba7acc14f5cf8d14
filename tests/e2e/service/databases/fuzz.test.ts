// Needs a whole service: generated requests reach every operation.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import * as contract from '@largesse/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { ASK_PROBLEM } from '../../../../api/conformance/answers.ts';
import { addItem, addRegistry } from '../../../../api/conformance/world.ts';
import * as fc from '../../../../contract/testing/properties.ts';
import { type Operation, type Parameter, readContract, type Schema } from '../../../support/openapi.ts';
import { valuesFor } from '../../../support/schema-arbitrary.ts';
import { openTestService } from '../../../support/service.ts';

const t = await openTestService();
after(() => t.close());

const api = readContract();
const RUNS = 15;
const FAMILY = { invitees: ['guest'], owners: ['partner'], keepers: ['keeper'] };

/** Ids of an existing registry and an existing item, for the paths of requests. */
interface World {
  registry: number;
  item: number;
}

const usualPath = ({ registry, item }: World): Record<string, string> => ({
  id: String(registry),
  item_id: String(item),
  invitee: 'guest',
});

const inPath = (name: string, world: World): fc.Arbitrary<string> => {
  const proper = usualPath(world)[name] ?? 'x';
  return fc.oneof(
    { weight: 8, arbitrary: fc.constant(proper) },
    {
      weight: 2,
      arbitrary: fc.constantFrom('987654', '0', '-1', 'x', '9007199254740992', '%00', '%2e%2e', 'a%2Fb', '%20'),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).map(encodeURIComponent) },
  );
};

const requests = (operation: Operation, world: World) => {
  const path = fc.record(
    Object.fromEntries(
      operation.parameters.filter((one) => one.in === 'path').map((one) => [one.name, inPath(one.name, world)]),
    ),
  );
  const query = fc.record(
    Object.fromEntries(
      operation.parameters.filter((one) => one.in === 'query').map((one) => [one.name, valuesFor(api, one.schema)]),
    ),
    { requiredKeys: [] },
  );
  const body = operation.body === undefined ? fc.constant(undefined) : valuesFor(api, operation.body);
  const as = fc.constantFrom('owner', 'owner', 'partner', 'admin', 'keeper', 'guest', 'stranger');
  return fc.record({ as, path, query, body, asksProblem: fc.boolean() });
};

function addressOf(operation: Operation, path: Record<string, string>, query: Record<string, unknown>): string {
  const filled = operation.path.replace(/\{(\w+)\}/g, (_all, name: string) => path[name] ?? '');
  const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(toText(value))}`);
  return search.length === 0 ? filled : `${filled}?${search.join('&')}`;
}

// An address cannot contain lone surrogates.
const toText = (value: unknown) => (Array.isArray(value) ? value.join(',') : String(value)).toWellFormed();

const isProper = (parameter: Parameter, value: unknown) => api.faults(parameter.schema, value) === '';

/**
 * Operations with rules that a schema can describe only in words. Such a rule compares two fields, or restricts the
 * content of an address. These operations may reject a body that matches its schema.
 */
const IN_WORDS_ALONE = new Set([
  'PUT /purchases/{purchase_id}',
  'POST /purchases/erase',
  'POST /purchases/reveal',
  'POST /previews/picture',
]);

const exact = new Ajv2020({ strict: false });
addFormats.default(exact, ['date', 'date-time']);

/** Returns a schema of the document with the exact schemas of the contract: the document has looser patterns. */
function exactly(schema: Schema): object {
  const { $ref } = schema;
  if ($ref === undefined)
    return JSON.parse(JSON.stringify(schema), (_key, value) => (value?.$ref ? exactly(value) : value));
  const found = Object.entries(contract).find(([name]) => $ref.endsWith(`/${name}`))?.[1];
  assert.ok(typeof found === 'object', $ref);
  return found;
}

/** Validates a body against the schema of the contract. */
const exactFaults = (schema: Schema, body: unknown): string =>
  exact.validate(exactly(schema), body) ? '' : exact.errorsText();

describe('rules: Requests, schema-driven fuzzing of every operation', () => {
  for (const operation of api.operations)
    it(`${operation.method} ${operation.path} answers only what the contract documents`, async () => {
      const post = addRegistry(t, FAMILY);
      const world: World = { registry: post.id, item: 0 };
      const spare = async () => {
        // An earlier request may have deleted the registry and the item.
        const registry = t.host.registries.find(world.registry) ?? addRegistry(t, FAMILY);
        world.registry = registry.id;
        world.item = (await addItem(t, registry.id)).id;
      };
      await spare();
      await fc.assert(
        fc.asyncProperty(
          fc.nat().chain(() => requests(operation, { ...world })),
          async ({ as, path, query, body, asksProblem }) => {
            const headers = asksProblem ? ASK_PROBLEM : {};
            const answer = await t.request(operation.method, addressOf(operation, path, query), { as, body, headers });
            const told = `${answer.status} ${answer.text.slice(0, 300)}`;
            assert.ok(answer.status < 500, told);
            if (operation.body !== undefined) {
              const fault = exactFaults(operation.body, body);
              if (answer.status < 300)
                assert.equal(fault, '', `accepted against the contract: ${JSON.stringify(body)}`);
              const usual = Object.entries(path).every(([name, value]) => value === usualPath(world)[name]);
              const proper = operation.parameters.every(
                (one) => !(one.name in query) || isProper(one, query[one.name]),
              );
              if (fault === '' && usual && proper && !IN_WORDS_ALONE.has(`${operation.method} ${operation.path}`))
                assert.ok(![400, 415, 422].includes(answer.status), told);
            }
            if (answer.status === 204 || operation.method === 'DELETE') await spare();
          },
        ),
        { numRuns: RUNS },
      );
    });
});
