// Needs a whole site: WordPress’s Abilities API and an MCP adapter offer the tools, over HTTP.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { openForSuite } from '../../support/suite.ts';
import { valuesOf } from '../../support/values-of.ts';
import { addCode } from '../wordpress/add-code.ts';
import { debianIsMissing } from '../wordpress/debian.ts';
import { mcpAdapter } from '../wordpress/mcp-adapter.ts';
import { type Caller, create } from '../wordpress/requests.ts';
import { activeItems, addItem, openConnected } from './connected.ts';

/** Answer of a tool: the fields that the tests read. */
interface Told {
  registries?: { id: number; title: string }[];
  registry?: { id: number; title: string; is_public: boolean; items: { id: number; name: string; version: string }[] };
  item?: number;
  items?: { name: string }[];
  lists?: { id: number }[];
  wishes?: { id: number; left: number | null }[];
  gift?: { id: string };
  gifts?: { id: string }[];
  taken_back?: boolean;
  title?: string;
  undo?: object;
}

/** An assistant of a user, which remembers the tools that it has called. */
class Assistant {
  readonly called = new Set<string>();
  readonly #client: Client;

  private constructor(client: Client) {
    this.#client = client;
  }

  static async connect(url: string, headers: Record<string, string>): Promise<Assistant> {
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
    return new Assistant(client);
  }

  /** Lists the tools; from then on, the client checks each answer by the schema of its tool. */
  async tools() {
    return (await this.#client.listTools()).tools;
  }

  async call(name: string, input: Record<string, unknown> = {}): Promise<Told> {
    const { isError, content, structuredContent } = await this.#send(name, input);
    assert.ok(!isError, `${name}: ${JSON.stringify(content)}`);
    this.called.add(`largesse-${name}`);
    return structuredContent as Told;
  }

  /** Calls a tool that must fail, and returns the message. */
  async refusal(name: string, input: Record<string, unknown>): Promise<string> {
    const { isError, content } = await this.#send(name, input);
    assert.ok(isError, name);
    return (content as { text: string }[])[0]?.text ?? '';
  }

  async #send(name: string, input: Record<string, unknown>) {
    return await this.#client.callTool({ name: `largesse-${name}`, arguments: input });
  }
}

describe('an assistant with the official SDK', { skip: debianIsMissing }, () => {
  const t = openForSuite(() => openConnected('debian'));
  const url = () => `${t.site.url}/wp-json/mcp/largesse`;
  const assistantOf = (who: Exclude<Caller, 'nobody'>) =>
    Assistant.connect(url(), { authorization: t.site.users[who].authorization });
  let others: number;
  let kettle: number;
  before(async () => {
    await addCode(t.site, mcpAdapter());
    others = await create(t.site, 'admin', { title: 'Others', status: 'publish' });
    kettle = await addItem(t, others, 'Kettle', { quantity_needed: 3, price: 12.5 });
  });

  it('lists all tools, with schemas of JSON Schema 2020-12, and calls each of them', async () => {
    const assistant = await assistantOf('owner');
    const tools = await assistant.tools();
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: true });
    formats.default(ajv);
    for (const { name, inputSchema, outputSchema } of tools)
      for (const schema of [inputSchema, outputSchema]) {
        assert.ok(schema, name);
        assert.ok(ajv.validateSchema(schema), `${name}: ${ajv.errorsText()}`);
        ajv.compile(schema);
      }

    // A list of the user.
    const started = (await assistant.call('start-registry', { title: 'Ann & Tom', event_type: 'Wedding' })).registry;
    assert.deepEqual([started?.title, started?.is_public], ['Ann & Tom', false]);
    const id = started?.id ?? 0;
    assert.deepEqual(valuesOf((await assistant.call('list-registries')).registries ?? [], 'id'), [id]);
    const item = (await assistant.call('add-wish', { id, name: 'Spoon', price: 3.5 })).item ?? 0;
    const wish = async () =>
      (await assistant.call('get-registry', { id })).registry?.items.find((one) => one.id === item);
    const { version } = (await wish()) ?? {};
    await assistant.call('change-wish', { id, item, version, name: 'Fork', price: null });
    assert.partialDeepStrictEqual(await activeItems(t, id), [{ name: 'Fork', price: null }]);
    assert.match(await assistant.refusal('change-wish', { id, item, version, name: 'Knife' }), /just changed this/);
    assert.deepEqual(valuesOf((await assistant.call('show-wanted', { id })).items ?? [], 'name'), ['Fork']);
    assert.equal((await assistant.call('show-access', { id })).title, 'Ann & Tom');
    assert.ok((await assistant.call('remove-wish', { id, item })).undo);
    assert.deepEqual(await activeItems(t, id), []);

    // A list of somebody else.
    assert.deepEqual(valuesOf((await assistant.call('list-lists')).lists ?? [], 'id'), [id]);
    const left = async () => (await assistant.call('find-gifts', { id: others })).wishes?.[0]?.left;
    assert.equal(await left(), 3);
    const gift = { id: others, item: kettle, gift: randomUUID() };
    for (const _ of ['first', 'repeated'])
      assert.equal((await assistant.call('promise-gift', gift)).gift?.id, gift.gift);
    assert.equal(await left(), 2);
    assert.deepEqual(valuesOf((await assistant.call('list-gifts')).gifts ?? [], 'id'), [gift.gift]);
    assert.equal((await assistant.call('take-back-gift', { gift: gift.gift })).taken_back, true);
    assert.equal(await left(), 3);

    assert.deepEqual([...assistant.called].sort(), valuesOf(tools, 'name').sort());
  });

  it('learns why a call is refused', async () => {
    const assistant = await assistantOf('stranger');
    for (const [name, input, expected] of [
      ['get-registry', {}, /\bid\b.*required/],
      ['get-registry', { id: [1] }, /id\b.*integer/],
      ['add-wish', { name: 'Cup' }, /\bid\b.*required/],
      ['promise-gift', { id: others, item: kettle }, /gift.*required/],
      ['change-wish', { id: others, item: kettle }, /version.*required/],
      ['add-wish', { id: others, name: 'Cup' }, /only the owner/],
      ['get-registry', { id: 999_999 }, /registry/],
      ['promise-gift', { id: others, item: kettle, gift: randomUUID(), quantity: 5 }, /another guest was faster/],
    ] as const)
      assert.match(await assistant.refusal(name, input), expected, name);
  });

  it('needs an application password: a key of the service and no credentials open nothing', async () => {
    for (const headers of [{}, { 'x-api-key': 'some-key' }])
      await assert.rejects(Assistant.connect(url(), headers), /40[13]/);
  });
});
