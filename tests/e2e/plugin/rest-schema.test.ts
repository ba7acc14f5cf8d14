// Needs a whole site: WordPress publishes the schemas of routes.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { WordPressVersion } from '../../../tools/wordpress/packages.ts';
import { openForSuite } from '../../support/suite.ts';
import { create, dispatch } from '../wordpress/requests.ts';
import { versions } from '../wordpress/versions.ts';
import { addItem, openConnected } from './connected.ts';
import { askDirectly as ask, helpOf, listedRoutes, schemaProblems } from './rest-namespace.ts';

for (const version of versions)
  describe(`the description of largesse/v1 on WordPress ${version}`, () => schemas(version));

function schemas(version: WordPressVersion): void {
  const t = openForSuite(() => openConnected(version));
  const send = (method: string, path: string, body?: unknown) => ask(t.site, 'owner', method, path, body);

  it('has the arguments of every route, with type and description, and the schemas of all answers', async () => {
    const methods: string[] = [];
    for (const pattern of await listedRoutes(t.site)) {
      const { endpoints, schema } = await helpOf(t.site, pattern);
      assert.deepEqual(
        schema.anyOf.map(({ title }) => title),
        [...endpoints.flatMap((one) => one.methods), 'Error'],
        pattern,
      );
      for (const endpoint of endpoints) {
        methods.push(...endpoint.methods);
        for (const parameter of pattern.matchAll(/\?P<(\w+)>/g))
          assert.equal(
            endpoint.args[parameter[1] ?? '']?.type,
            parameter[1] === 'gift' ? 'string' : 'integer',
            pattern,
          );
        for (const [name, { type, description }] of Object.entries(endpoint.args))
          assert.ok(type && description, `${pattern}: ${name}`);
      }
    }
    assert.equal(methods.length, 51);
  });

  it('lists exactly the fields of a registry and of a wish', async () => {
    const meta = { registry_invitees: '["invitee"]', registry_surprise: 'hidden' };
    const id = await create(t.site, 'owner', { meta });
    await addItem(t, id, 'Kettle');
    const help = await helpOf(t.site, '/registries/{id}');
    const { body } = await send('GET', `/${id}`);
    assert.equal(schemaProblems(help, 'GET', body), '');
    type Described = { properties: Record<string, Described>; items: Described };
    const { registry } = (help.schema.anyOf[0] as unknown as Described).properties;
    assert.deepEqual(Object.keys(registry?.properties ?? {}).sort(), Object.keys(body.registry).sort());
    for (const [name, shown] of [
      ['items', body.registry.items],
      ['invitations', body.registry.invitations],
    ] as const)
      assert.deepEqual(
        Object.keys(registry?.properties[name]?.items.properties ?? {}).sort(),
        Object.keys(shown[0] ?? {}).sort(),
      );
  });

  it('does not change the errors of bad input, which name the broken rule', async () => {
    const id = await create(t.site, 'owner', {});
    const item = await addItem(t, id, 'Kettle');
    const [WHOLE, NUMBER, MANY] = [
      'must be a whole number from 1 to 999',
      'must be the number of a gift, or null',
      'Add at most 500 guests at once.',
    ];
    const purchase = '0b9d1e34-6f0a-4a55-9a3c-6f0f2b7d1c11';
    for (const [path, sent, field, rule, limit, message] of [
      ['', {}, 'title', 'required', null, 'Enter a title.'],
      ['', { title: 'x', cover: 'x' }, 'cover', 'not_uploaded', null, 'Choose a picture that was uploaded here.'],
      [`/${id}/items/${item}/have`, { purchase: 'x' }, 'purchase', 'format', 'uuid', 'must be a UUID'],
      [`/${id}/items/${item}/have`, { purchase, quantity: 1000 }, 'quantity', 'maximum', 999, WHOLE],
      [`/${id}/items/${item}/move`, { before: 'x' }, 'before', 'type', ['integer', 'null'], NUMBER],
      [`/${id}/invitees`, { invitees: Array(501).fill('x') }, 'invitee', 'maxItems', 500, MANY],
      [`/${id}/read-file`, { by: 'x' }, 'by', 'enum', ['name', 'address'], 'must be one of name, address'],
    ] as const) {
      const { status, body } = await send('POST', path, sent);
      assert.equal(status, 422, path);
      assert.deepEqual(body.data.fields, { [field]: message });
      assert.deepEqual(body.data.errors, [{ field, rule, limit }]);
    }
    const refused = await t.site.wordpress.run(
      `use Largesse\\Foundation\\Http\\FieldError;
       $error = new FieldError( 'maxItems', 'Too many', 20 );
       echo wp_json_encode( array( FieldError::of_error( $error->refusal( 'largesse_many' ) ), FieldError::of_error( new WP_Error( 'largesse_many', 'Too many' ) ) ) );`,
    );
    assert.deepEqual(JSON.parse(refused), [
      { rule: 'maxItems', message: 'Too many', limit: 20 },
      { rule: 'many', message: 'Too many', limit: null },
    ]);
  });

  it('does not make WordPress check requests before the caller’s rights', async () => {
    const { status, body } = await ask(t.site, 'nobody', 'POST', '/1/items/1/have', {});
    assert.deepEqual([status, body.code], [401, 'largesse_signed_out']);
  });

  it('fits the answers of routes that need no registry', async () => {
    for (const [method, path] of [
      ['GET', '/status'],
      ['POST', '/confirmation'],
    ] as const) {
      const { body } = await dispatch<unknown>(t.site, 'owner', method, `/wp-json/largesse/v1${path}`);
      assert.equal(schemaProblems(await helpOf(t.site, path), method, body), '');
    }
  });
}
