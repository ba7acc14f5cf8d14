// Needs a service and site: simultaneous changes meet in WordPress's tables.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Registry } from '@largesse/contract';
import type { Registry as RegistryView } from '../../../plugin/assets/registry.ts';
import { openForSuite } from '../../support/suite.ts';
import { create, dispatch, read } from '../wordpress/requests.ts';
import type { TestUser } from '../wordpress/site.ts';
import { addItem } from './connected.ts';
import { openProxiedSite } from './proxied-site.ts';
import { askDirectly as ask, simultaneousStatuses } from './rest-namespace.ts';

describe('a registry’s own fields', () => {
  const t = openForSuite(() => openProxiedSite('6.5'));

  const run = (code: string, input: unknown = null) => t.system.site.wordpress.run(code, input);
  const make = async (fields: object, who: TestUser = 'owner'): Promise<RegistryView> => {
    const { status, body } = await ask(t.system.site, who, 'POST', '', { title: 'A registry', ...fields });
    assert.equal(status, 201, JSON.stringify(body));
    return body.registry;
  };
  const change = (id: number, body: unknown, who: TestUser = 'owner') =>
    ask(t.system.site, who, 'PATCH', `/${id}`, body);
  const look = async (id: number, who: TestUser = 'owner') =>
    (await ask(t.system.site, who, 'GET', `/${id}`)).body.registry;

  it('are returned as typed, and are the same for the service', async () => {
    const title = 'Mum & Dad <3 &amp; "B\\ob" &#38; \u05e9\u05dc\u05d5\u05dd 🎁';
    for (const who of ['owner', 'admin'] as const) {
      const made = await make(
        { title, event_type: 'Wed\\ding <b>', event_date: '2027-06-12', is_public: true, story: 'One\n\nTwo & \\3' },
        who,
      );
      assert.partialDeepStrictEqual(made, {
        title,
        event_type: 'Wed\\ding <b>',
        event_date: '2027-06-12',
        is_public: true,
        story: 'One\n\nTwo & \\3',
        is_story_html: false,
        items_error: '',
      });
      assert.ok(made.permalink.startsWith(`${t.system.site.url}/registry/`), made.permalink);
      const { body } = await t.system.request<Registry>(who, 'GET', `/registries/${made.id}`);
      assert.partialDeepStrictEqual(body, {
        title,
        story: 'One\n\nTwo &amp; \\3',
        status: 'publish',
        meta: { registry_event_type: 'Wed\\ding <b>', registry_event_date: '2027-06-12' },
      });
    }
  });

  it('take at most 100 megabytes of a member in a day, whichever way the member sends them', async () => {
    const { site } = t.system;
    const { id } = await make({ title: 'Source' }, 'invitee');
    await addItem(t.system, id, 'Kettle', { description: 'x'.repeat(500) });
    const count = (who: TestUser | null, bytes: number, before = '') =>
      run(
        `${before} wp_set_current_user( $input[0] );
         $full = Largesse\\Foundation\\Http\\WrittenBytes::count( $input[1] );
         echo null === $full ? 'counted' : $full->get_error_data()['status'];`,
        [who === null ? 0 : site.users[who].id, bytes],
      );
    const own = async () => (await ask(site, 'invitee', 'GET', '')).body.registries?.map(({ title }) => title);
    const large = { title: 'Large', story: 'x'.repeat(5000) };
    // The limit leaves room for one small request, not for a large one, nor for the copy of a wish.
    assert.equal(await count('invitee', 99_999_500), 'counted');
    const refused = await ask(site, 'invitee', 'POST', '', large);
    assert.equal(refused.status, 429);
    assert.match(refused.body.message, /Please continue tomorrow/);
    const { items, version } = await look(id, 'invitee');
    const wish = items[0]?.id;
    for (const path of [`/${id}/copy`, `/${id}/items/${wish}/copy`])
      assert.equal((await ask(site, 'invitee', 'POST', path, { title: 'Copy' })).status, 429, path);
    const direct = { title: 'Direct', content: large.story, status: 'private' };
    assert.equal((await dispatch(site, 'invitee', 'POST', '/registries', direct)).status, 429);
    assert.deepEqual(await own(), ['Source']);
    const small = await change(id, { version, title: 'Ours' }, 'invitee');
    assert.equal(small.status, 200);

    assert.equal(await count('invitee', 2000), '429');
    assert.equal(
      await count('invitee', 2000, `add_filter( 'largesse_megabytes_per_day', static fn () => 200 );`),
      'counted',
    );
    for (const who of ['owner', 'admin', null] as const)
      assert.equal(await count(who, who === 'owner' ? 99_000_000 : 200_000_000), 'counted');
    await run(
      `global $wpdb; $wpdb->query( "UPDATE {$wpdb->prefix}largesse_records SET time = 1 WHERE kind = 'limit'" );`,
    );
    assert.equal((await ask(site, 'invitee', 'POST', '', large)).status, 201);
  });

  it('stay unchanged if they are not sent: an administrator’s text stays when the owner changes the date', async () => {
    const { id } = await make({});
    await dispatch(t.system.site, 'admin', 'POST', `/registries/${id}`, { content: '<iframe src="/x"></iframe>' });
    const { version, story, is_story_html: isHtml } = await look(id);
    assert.deepEqual([story, isHtml], ['<iframe src="/x"></iframe>', true]);
    const { body } = await change(id, { version, event_date: '2027-06-12', is_public: false });
    assert.equal((await look(id)).story, '<iframe src="/x"></iframe>');
    const named = await change(id, { version: body.registry.version, title: 'Ours', is_public: true });
    assert.equal(named.status, 200);
    assert.partialDeepStrictEqual(await look(id), { title: 'Ours', is_public: true, story });
    // If an owner sends forbidden HTML, WordPress removes it from the story.
    await dispatch(t.system.site, 'owner', 'POST', `/registries/${id}`, { content: '<iframe src="/x"></iframe>B' });
    assert.equal((await look(id)).story, 'B');
  });

  // FieldRules.test.php tests the rules.
  const wrong: [sent: unknown, fields: Record<string, string>][] = [
    [{ title: ' \u00a0\n' }, { title: 'Enter a title.' }],
    [{ cover: 'https://shop.example/pan.jpg' }, { cover: 'Choose a picture that was uploaded here.' }],
    [
      { title: 7, is_public: 1 },
      { title: 'must be a string', is_public: 'must be true or false' },
    ],
    [
      { event_date: '2027-02-29', event_type: ['a'] },
      { event_date: 'Enter a date that exists in the calendar.', event_type: 'must be a string or null' },
    ],
  ];
  it('are refused together, each with its reason, and nothing is stored', async () => {
    const made = await make({ event_date: '2027-06-12', story: 'Ours' });
    for (const [sent, fields] of wrong) {
      const valid = { title: 'Other', story: 'Other', event_date: '2028-06-12', event_type: 'Other' };
      const answer = await change(made.id, { version: made.version, ...valid, ...Object(sent) });
      assert.deepEqual([answer.status, answer.body.code], [422, 'largesse_fields']);
      assert.deepEqual(answer.body.data.fields, fields);
    }
    const noVersion = await change(made.id, { title: 'Other' });
    assert.deepEqual(noVersion.body.data.fields, { version: 'is required' });
    const list = await change(made.id, ['title']);
    assert.deepEqual([list.status, list.body.data.fields], [422, {}]);
    assert.deepEqual(await look(made.id), made);
    assert.deepEqual((await ask(t.system.site, 'owner', 'POST', '', {})).body.data.fields, { title: 'Enter a title.' });
  });

  it('are not overwritten if someone else changed them, and the answer contains the current version', async () => {
    const made = await make({});
    const first = await change(made.id, { version: made.version, title: 'First' }, 'admin');
    const second = await change(made.id, { version: made.version, title: 'Second' });
    assert.deepEqual([second.status, second.body.code], [409, 'largesse_changed']);
    assert.equal(second.body.data.current?.title, 'First');
    assert.equal(second.body.data.current?.version, first.body.registry.version);
    // A change through WordPress's own route makes the version outdated, too.
    await dispatch(t.system.site, 'owner', 'POST', `/registries/${made.id}`, {
      meta: { registry_event_type: 'Wedding' },
    });
    assert.equal((await change(made.id, { version: first.body.registry.version, title: 'Third' })).status, 409);
  });

  it('accept one of two simultaneous changes, and report the conflict to the other caller', async () => {
    // Each writer waits before it writes, so the two changes overlap.
    const slow = `add_filter( 'wp_insert_post_data', function ( $data ) { usleep( 400000 ); return $data; } );
      wp_set_current_user( get_user_by( 'login', 'owner' )->ID );
      $request = new WP_REST_Request( 'PATCH', '/largesse/v1/registries/' . $input[0] );
      $request->set_header( 'content-type', 'application/json' );
      $request->set_body( wp_json_encode( array( 'version' => $input[1], 'title' => $input[2] ) ) );
      echo rest_do_request( $request )->get_status();`;
    const statuses = await simultaneousStatuses(async () => {
      const { id, version } = await make({});
      return Promise.all(['One', 'Other'].map(async (title) => Number(await run(slow, [id, version, title]))));
    });
    assert.deepEqual(statuses, [200, 409]);
    const left = await run(
      `global $wpdb; echo $wpdb->get_var( "SELECT COUNT(*) FROM $wpdb->options WHERE option_name LIKE '%largesse_lock%'" );`,
    );
    assert.equal(left, '0');
  });

  it('set the visibility of a draft, and publish a scheduled registry at once', async () => {
    const draft = await dispatch(t.system.site, 'owner', 'POST', '/registries', { title: 'Draft', status: 'draft' });
    const view = await look(draft.body.id);
    const renamed = await change(view.id, { version: view.version, title: 'Named' });
    assert.equal((await read(t.system.site, 'owner', view.id)).body.status, 'draft');
    await change(view.id, { version: renamed.body.registry.version, is_public: false });
    assert.equal((await read(t.system.site, 'owner', view.id)).body.status, 'private');
    const id = await create(t.system.site, 'owner', { status: 'future', date: '2090-01-01T00:00:00' });
    const { version, is_public: isPublic } = await look(id);
    assert.deepEqual([view.is_public, isPublic], [false, false]);
    await change(id, { version, is_public: true });
    assert.equal((await read(t.system.site, 'nobody', id)).status, 200);
  });

  /** Runs `code`, and then changes a registry in the same process. */
  async function changeWith(code: string, { id, version }: RegistryView, fields: object): Promise<[number, string]> {
    const printed = await run(
      `wp_set_current_user( get_user_by( 'login', 'owner' )->ID );
       ${code}
       $request = new WP_REST_Request( 'PATCH', '/largesse/v1/registries/' . $input['id'] );
       $request->set_header( 'content-type', 'application/json' );
       $request->set_body( wp_json_encode( array( 'version' => $input['version'] ) + $input['fields'] ) );
       $response = rest_do_request( $request );
       echo wp_json_encode( array( $response->get_status(), $response->get_data()['code'] ?? '' ) );`,
      { id, version, fields },
    );
    return JSON.parse(printed);
  }

  it('can only be published by users with that right', async () => {
    const made = await make({});
    const deny = `add_filter( 'user_has_cap', fn ( $has ) => array( 'publish_registries' => false ) + $has, 99 );`;
    assert.deepEqual(await changeWith(deny, made, { is_public: true }), [403, 'largesse_forbidden']);
    assert.deepEqual(await changeWith(deny, made, { is_public: false, title: 'Other' }), [200, '']);
    assert.partialDeepStrictEqual(await look(made.id), { is_public: false, title: 'Other' });
  });

  it('are not reported as stored if they were not', async () => {
    const made = await make({ event_date: '2027-06-12', event_type: 'Wedding' });
    for (const [hook, fields] of [
      ['update_post_metadata', { event_date: '2028-06-12' }],
      ['delete_post_metadata', { event_type: '' }],
    ] as const) {
      const fails = `add_filter( '${hook}', '__return_false' );`;
      assert.deepEqual(await changeWith(fails, made, { title: 'Other', ...fields }), [500, 'largesse_not_stored']);
    }
    assert.deepEqual(await look(made.id), made);
    assert.deepEqual(await changeWith('', made, { event_date: '2027-06-12', event_type: 'Wedding' }), [200, '']);
  });

  it('leave no registry if WordPress stores only a part of a new one', async () => {
    const left = await run(
      `add_filter( 'add_post_metadata', static fn ( $done, $id, $key ) => 'registry_event_date' === $key ? false : $done, 10, 3 );
       $made = ( new Largesse\\Registries\\Registry\\Details() )->create( array( 'post_title' => 'Half', 'registry_event_date' => '2027-06-12' ) );
       echo $made->get_error_code(), count( get_posts( array( 'post_type' => 'registry', 'post_status' => 'any', 'title' => 'Half' ) ) );`,
    );
    assert.equal(left, 'largesse_meta_not_stored0');
  });

  it('can mark the registry as past, until it gets a date in the future', async () => {
    const { id } = await make({ title: 'Kept', event_date: '2024-06-12' });
    const { body } = await ask(t.system.site, 'owner', 'POST', `/${id}/past`);
    assert.equal(body.registry.is_past, true);
    const today = await t.system.site.wordpress.run(`echo wp_date( 'Y-m-d' );`);
    const dated = await change(id, { version: body.registry.version, event_date: today });
    assert.equal((await look(id)).is_past, true);
    await change(id, { version: dated.body.registry.version, event_date: '2099-06-12' });
    assert.equal((await look(id)).is_past, false);
  });

  it('have a story that is stored the same way for both, and returned unchanged', async () => {
    // StoredText.test.php tests more texts.
    const text =
      'Mum & Dad <3 &amp;amp; &hellip;\n\n<script>alert(1)</script> [gallery] <!--more--> \\n \\0 "x" 🎁\n\nhttps://video.example/a';
    const printed = await run(
      `$id = wp_insert_post( array( 'post_type' => 'registry', 'post_title' => 'Stories', 'post_status' => 'private' ) );
       foreach ( array( 'owner', 'admin' ) as $who ) {
         wp_set_current_user( get_user_by( 'login', $who )->ID );
         kses_init();
         wp_update_post( array( 'ID' => $id, 'post_content' => wp_slash( Largesse\\Foundation\\Format\\StoredText::to_story( $input ) ) ) );
         $all[] = get_post( $id )->post_content;
       }
       echo wp_json_encode( array( ...$all, Largesse\\Registries\\Registry\\Story::to_text( $all[0] ) ) );`,
      text,
    );
    const [ofOwner, ofAdmin, read]: string[] = JSON.parse(printed);
    assert.deepEqual([ofOwner, read], [ofAdmin, text]);
  });
});
