// Needs a whole site: WordPress registers abilities and checks permissions.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, it } from 'node:test';
import type { Registry } from '../../../plugin/assets/registry.ts';
import { openForSuite } from '../../support/suite.ts';
import { valuesOf } from '../../support/values-of.ts';
import { abilitiesApi } from '../wordpress/abilities-api.ts';
import { addCode } from '../wordpress/add-code.ts';
import { type Caller, create, dispatch, rest } from '../wordpress/requests.ts';
import { addItem, openConnected } from './connected.ts';
import { giftOf, give, giveTogether, storedGift } from './gifts.ts';

/** Result of an ability, or the error that it returns. */
interface Ran {
  code?: string;
  message?: string;
  data?: { status: number };
  registries?: { id: number; title: string }[];
  registry?: Registry;
  item?: number;
  items?: { id: number; name: string; is_surprise: boolean }[];
  lists?: { id: number; title: string; role: string }[];
  wishes?: { id: number; name: string; left: number | null }[];
  gift?: { id: string; name: string; quantity: number };
  gifts?: { id: string; name: string }[];
  parts?: object[];
  taken_back?: boolean;
  is_public?: boolean;
  invitees?: string[];
}

/** Abilities that WordPress runs with POST. */
const POSTED = ['add-wish', 'change-wish', 'promise-gift', 'start-registry'];

/** Abilities that remove a wish or a gift. WordPress runs them with DELETE. */
const DESTRUCTIVE = ['remove-wish', 'take-back-gift'];

/** Abilities that WordPress runs with POST. A repeated request counts once. */
const REPEATABLE = ['change-wish', 'promise-gift'];

describe('the abilities', () => {
  const t = openForSuite(() => openConnected());
  let registry: number;
  let publicOne: number;
  let kettle: number;
  before(async () => {
    await addCode(t.site, abilitiesApi());
    registry = await create(t.site, 'owner', {
      title: 'Ann & Tom',
      status: 'private',
      meta: {
        registry_invitees: JSON.stringify(['invitee', 'aunt@people.example']),
        registry_owners: JSON.stringify(['mailinvitee']),
        registry_surprise: 'hidden',
        registry_event_date: '2037-06-12',
      },
    });
    publicOne = await create(t.site, 'admin', { title: 'Others', status: 'publish' });
    kettle = await addItem(t, registry, 'Kettle');
    await addItem(t, registry, 'Pot', { quantity_needed: 2 });
    await give(t, kettle, { secret: true, giver_name: 'Granny' });
  });

  const run = async (who: Caller, name: string, input?: object) => {
    const path = `/wp-json/wp-abilities/v1/abilities/largesse/${name}/run`;
    if (POSTED.includes(name)) return rest<Ran>(t.site, who, 'POST', path, { input });
    const query = Object.entries(input ?? {}).map(([key, value]) => `input[${key}]=${value}`);
    const method = DESTRUCTIVE.includes(name) ? 'DELETE' : 'GET';
    return rest<Ran>(t.site, who, method, `${path}${query.length > 0 ? `?${query.join('&')}` : ''}`);
  };

  it('read what the user sees on the site, the owner’s surprise included', async () => {
    const path = `/wp-json/largesse/v1/registries/${registry}`;
    const shown = await dispatch<{ registry: Registry }>(t.site, 'owner', 'GET', path);
    const { body } = await run('owner', 'get-registry', { id: registry });
    assert.deepEqual(body, shown.body);
    const wanted = await run('owner', 'show-wanted', { id: registry });
    assert.deepEqual(valuesOf(wanted.body.items ?? [], 'is_surprise'), [true, true]);
    const open = await addItem(t, publicOne, 'Cup');
    await addItem(t, publicOne, 'Plate');
    await give(t, open, { giver_name: 'Granny' });
    const { items = [] } = (await run('stranger', 'show-wanted', { id: publicOne })).body;
    assert.deepEqual(valuesOf(items, 'name'), ['Plate']);
    const access = await run('mailInvitee', 'show-access', { id: registry });
    assert.partialDeepStrictEqual(access.body, {
      title: 'Ann & Tom',
      is_public: false,
      invitees: ['invitee', 'aunt@people.example'],
    });
    assert.deepEqual((await run('stranger', 'show-access', { id: publicOne })).body.invitees, []);
  });

  it('list the registries that the user may change', async () => {
    const titles = async (who: Caller) =>
      (await run(who, 'list-registries')).body.registries?.map(({ title }) => title);
    assert.deepEqual(await titles('owner'), ['Ann & Tom']);
    assert.deepEqual(await titles('mailInvitee'), ['Ann & Tom']);
    assert.deepEqual(await titles('invitee'), []);
    assert.equal((await run('nobody', 'list-registries')).status, 401);
  });

  it('add a wish with the rules and messages of the site', async () => {
    const { status, body } = await run('mailInvitee', 'add-wish', { id: registry, name: 'Spoon', price: 3.5 });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(valuesOf(body.registry?.items ?? [], 'name'), ['Spoon']);
    for (const [input, expected] of [
      [{ name: 'Fork', url: 'ftp://shop.example' }, /^url: /],
      [{ name: 'Fork', price: 0 }, /^price: /],
      [{ name: 'Fork', quantity: 2 }, /quantity is not a valid property/],
      [{}, /name is a required property/],
    ] as const) {
      const refused = await run('owner', 'add-wish', { id: registry, ...input });
      assert.ok(refused.status >= 400 && refused.status < 500, JSON.stringify(refused.body));
      assert.match(refused.body.message ?? '', expected);
    }
  });

  it('list the lists that the user may open', async () => {
    const roles = async (who: Caller) =>
      (await run(who, 'list-lists')).body.lists?.map(({ title, role }) => `${title}: ${role}`);
    assert.deepEqual(await roles('owner'), ['Ann & Tom: owner']);
    assert.deepEqual(await roles('mailInvitee'), ['Ann & Tom: owner']);
    assert.deepEqual(await roles('invitee'), ['Ann & Tom: guest']);
    assert.deepEqual(await roles('stranger'), []);
    await t.site.wordpress.run(
      `$circles = Largesse\\Services::get( Largesse\\Together\\Circles\\CircleChanges::class );
       $circle  = $circles->create( get_userdata( $input['owner'] ), Largesse\\Together\\Circles\\Circles::new_id(), 'Family', 'Ann' );
       Largesse\\Together\\Circles\\OpenLists::open( get_post( $input['list'] ), $circle->id, $circle->people[0]->id );
       Largesse\\Together\\Circles\\Circles::change( $circle->id, static fn ( $now ) => $now->with_person( new Largesse\\Together\\Circles\\Person( str_repeat( '1', 16 ), 'Zoe', $input['member'] ) ) );`,
      { owner: t.site.users.owner.id, member: t.site.users.stranger.id, list: registry },
    );
    assert.deepEqual(await roles('stranger'), ['Ann & Tom: guest']);
    await t.site.wordpress.run('delete_post_meta( $input, Largesse\\Together\\Circles\\OpenLists::META );', registry);
    assert.deepEqual(await roles('stranger'), []);
    await t.site.wordpress.run(
      `use Largesse\\Together\\Invitations as I;
       $list = get_post( $input['list'] );
       I\\FamilyLink::replace( $list );
       I\\OpenedLists::add( I\\LinkVisitor::with_key( $list, I\\FamilyLink::key( $list ) ), $input['member'] );`,
      { member: t.site.users.stranger.id, list: registry },
    );
    assert.deepEqual(await roles('stranger'), ['Ann & Tom: guest']);
    await t.site.wordpress.run('Largesse\\Together\\Invitations\\FamilyLink::revoke( get_post( $input ) );', registry);
    assert.equal((await run('nobody', 'list-lists')).status, 401);
  });

  it('promise a gift and take it back, as on the pages for givers', async () => {
    const pan = await addItem(t, registry, 'Pan', { quantity_needed: 2 });
    const left = async () =>
      (await run('invitee', 'find-gifts', { id: registry })).body.wishes?.find(({ id }) => id === pan)?.left;
    assert.equal(await left(), 2);
    const wish = { id: registry, item: pan, gift: randomUUID(), message: 'Love' };
    const made = await run('invitee', 'promise-gift', wish);
    assert.equal(made.status, 200, JSON.stringify(made.body));
    const gift = made.body.gift?.id ?? '';
    assert.partialDeepStrictEqual(await storedGift(t, gift), {
      quantity: 1,
      message: 'Love',
      is_secret: true,
      giver_user_id: t.site.users.invitee.id,
    });
    // A repeated request counts once, and nobody else can use its id.
    assert.equal((await run('invitee', 'promise-gift', wish)).body.gift?.id, gift);
    assert.equal((await run('invitee', 'promise-gift', { ...wish, quantity: 2 })).body.code, 'largesse_taken');
    assert.equal(await left(), 1);
    const another = { id: registry, item: pan, gift: randomUUID() };
    const tooMany = await run('invitee', 'promise-gift', { ...another, quantity: 2 });
    assert.deepEqual([tooMany.status, tooMany.body.code], [409, 'largesse_taken']);
    const mistake = await run('invitee', 'promise-gift', { ...another, giver_email: 'no address' });
    assert.match(mistake.body.message ?? '', /^giver_email: /);
    const tent = await addItem(t, registry, 'Tent', { price: 300 });
    const part = await giveTogether(t, { registry, item: tent, amount: 90, giver_user_id: t.site.users.invitee.id });
    // A promised idea is neither a gift nor a part of one.
    const idea = { registry_id: registry, name: 'Kite', state: 'reserved', giver_user_id: t.site.users.invitee.id };
    assert.equal((await t.request('admin', 'PUT', `/ideas/${randomUUID()}`, { body: idea })).status, 201);
    const { gifts, parts } = (await run('invitee', 'list-gifts')).body;
    assert.deepEqual(
      gifts?.map(({ name }) => name),
      ['Pan'],
    );
    assert.deepEqual(
      parts?.map((one) => ({ ...one, url: null })),
      [{ id: part, registry, item: tent, name: 'Tent', text: 'Your part: 90.00', url: null }],
    );

    // Nobody else can take it back, and the answer is the same as for no gift.
    const missing = await run('stranger', 'take-back-gift', { gift: randomUUID() });
    for (const who of ['owner', 'mailInvitee', 'stranger', 'admin'] as const)
      assert.deepEqual((await run(who, 'take-back-gift', { gift })).body, missing.body, who);
    assert.equal((await run('invitee', 'take-back-gift', { gift })).body.taken_back, true);
    assert.equal(await giftOf(t, gift), null);
    assert.equal(await left(), 2);
    assert.equal((await run('invitee', 'take-back-gift', { gift })).status, 404);
  });

  it('refuse what the user may not do on the site', async () => {
    for (const [who, name, status, code] of [
      ['nobody', 'show-access', 401, 'largesse_signed_out'],
      ['stranger', 'get-registry', 403, 'largesse_no_registry'],
      ['stranger', 'show-wanted', 403, 'largesse_no_registry'],
      ['invitee', 'show-wanted', 200, undefined],
      ['invitee', 'add-wish', 403, 'largesse_forbidden'],
      ['stranger', 'add-wish', 403, 'largesse_no_registry'],
      ['stranger', 'find-gifts', 403, 'largesse_no_registry'],
      ['owner', 'find-gifts', 403, 'largesse_forbidden'],
      ['mailInvitee', 'find-gifts', 403, 'largesse_forbidden'],
      ['stranger', 'promise-gift', 403, 'largesse_no_registry'],
      ['owner', 'promise-gift', 403, 'largesse_forbidden'],
      ['nobody', 'promise-gift', 401, 'largesse_signed_out'],
    ] as const) {
      const fields = { 'add-wish': { name: 'Fork' }, 'promise-gift': { item: kettle, gift: randomUUID() } };
      const answer = await run(who, name, { id: registry, ...(name in fields && fields[name as keyof typeof fields]) });
      assert.deepEqual([answer.status, answer.body.code], [status, code], `${who} ${name}`);
    }
    const missing = await run('stranger', 'get-registry', { id: 999_999 });
    assert.deepEqual(missing.body, (await run('stranger', 'get-registry', { id: registry })).body);
  });

  it('are tools with names in WordPress’s MCP adapter', async () => {
    const made = await t.site.wordpress.run(
      `do_action( 'mcp_adapter_init', new class {
         public function create_server( ...$sent ): void {
           echo wp_json_encode( $sent );
         }
       } );`,
    );
    const [id, namespace, route, , , , transports, , , tools] = JSON.parse(made);
    assert.deepEqual(
      [id, namespace, route, transports],
      ['largesse', 'mcp', 'largesse', ['WP\\MCP\\Transport\\HttpTransport']],
    );
    assert.ok(tools.includes('largesse/promise-gift'));
  });

  it('have annotations for assistants', async () => {
    const described: Record<string, { meta: object }> = JSON.parse(
      await t.site.wordpress.run(
        `add_action( 'wp_abilities_api_init', $collect = function () {} );
         rest_get_server();
         $all = array();
         foreach ( function_exists( 'wp_get_abilities' ) ? wp_get_abilities() : $GLOBALS['test_abilities'] as $name => $ability ) {
           $name = is_array( $ability ) ? $name : $ability->get_name();
           if ( str_starts_with( $name, 'largesse/' ) ) $all[ $name ] = array( 'meta' => is_array( $ability ) ? $ability['meta'] : $ability->get_meta() );
         }
         echo wp_json_encode( $all );`,
      ),
    );
    const names = [
      'add-wish',
      'change-wish',
      'find-gifts',
      'get-registry',
      'list-gifts',
      'list-lists',
      'list-registries',
      'promise-gift',
      'remove-wish',
      'show-access',
      'show-wanted',
      'start-registry',
      'take-back-gift',
    ];
    assert.deepEqual(
      Object.keys(described).sort(),
      names.map((name) => `largesse/${name}`),
    );
    for (const [name, { meta }] of Object.entries(described)) {
      const short = name.replace('largesse/', '');
      const isPosted = POSTED.includes(short);
      const destructive = DESTRUCTIVE.includes(short);
      const idempotent = !isPosted || REPEATABLE.includes(short);
      assert.partialDeepStrictEqual(meta, {
        annotations: { readonly: !isPosted && !destructive, destructive, idempotent },
        show_in_rest: true,
        public: true,
        mcp: { public: true },
      });
    }
  });
});
