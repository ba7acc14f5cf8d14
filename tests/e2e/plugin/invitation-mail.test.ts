// Needs a whole site: PHPMailer builds the messages, with languages and themes of the site.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Invitation } from '../../../plugin/assets/registry.ts';
import { fetchOnce } from '../../support/http-client.ts';
import { openForSuite } from '../../support/suite.ts';
import { addCode } from '../wordpress/add-code.ts';
import { ask as askSite } from '../wordpress/guest.ts';
import type { Received } from '../wordpress/post-office.ts';
import { type Caller, create, type Draft, dispatch, page, rest } from '../wordpress/requests.ts';
import { testsOn, versions } from '../wordpress/versions.ts';
import { COUNTED, openMailingSite, deliver as send } from './mailing-site.ts';

/** Body of an answer. Each route returns some of these fields. */
interface Body {
  registry: { invitees: string[]; invitations: Invitation[] };
  told: string;
  link: string;
  letter: Record<'subject' | 'without' | 'before' | 'after' | 'reply_to' | 'left', string>;
  message: string;
  data: { fields?: Record<string, string> };
}

// rules: Mails of invitations
for (const version of versions) {
  describe(`mails of invitations on WordPress ${version}`, () => {
    const { it, everywhere } = testsOn(version);
    const system = openForSuite(() => openMailingSite(version));
    let people = 0;

    const run = (php: string, input?: unknown) => system.site.wordpress.run(php, input);

    /** Returns a new address, which has received no mail yet. */
    const someone = () => `guest${++people}@people.example`;

    /** Creates a registry of the owner, and enters the invitees. */
    const registry = (invitees: string[], draft: Draft = {}): Promise<number> =>
      create(system.site, 'owner', {
        title: 'Anna & Ben',
        status: 'private',
        ...draft,
        meta: { registry_invitees: JSON.stringify(invitees), ...draft.meta },
      });

    const ask = <T = Body>(who: Caller, method: string, path: string, body?: unknown) =>
      dispatch<T>(system.site, who, method, `/wp-json/${path}`, body);

    const PAGE = 'largesse/v1/registries';

    /** Requests mails of invitations, like the owner's page. */
    const mail = (id: number, invitees: string[], message = '') =>
      ask('owner', 'POST', `${PAGE}/${id}/invitees/mail`, { invitees, message });

    const deliver = (pauses?: 'over' | 'limited' | 'kept') => send(system, pauses);

    /** Returns the texts that tell the owner the state of an invitation. */
    async function states(id: number, entry: string): Promise<string[]> {
      const { body } = await ask('owner', 'GET', `${PAGE}/${id}`);
      return body.registry.invitations.find((person) => person.entry === entry)?.states.map(({ text }) => text) ?? [];
    }

    /** Returns the number of waiting mails. */
    const waiting = async (): Promise<number> =>
      Number(
        await run(
          `global $wpdb; echo $wpdb->get_var( "SELECT COUNT(*) FROM {$wpdb->prefix}largesse_records WHERE kind = 'first_mail'" );`,
        ),
      );

    /**
     * Sends the form of the page "Stop these mails".
     * @param wish value of the form's checkbox; undefined if the checkbox is not ticked
     */
    async function answerNever(url: string, wish?: string): Promise<{ status: number; html: string }> {
      const token = new URL(url).searchParams.get('no-invitations') ?? '';
      return await askSite(system.site, '/', { form: { 'no-invitations': token, ...(wish ? { wish } : {}) } });
    }

    /** Returns the unsubscribe link of a mail. */
    const neverOf = ({ links }: Received): string => links.find((link) => link.includes('no-invitations=')) ?? '';

    everywhere('are sent when the owner asks, with the personal link, and replies go to the owner', async () => {
      const to = someone();
      const id = await registry([to, 'invitee'], {
        meta: { registry_event_type: 'Wedding', registry_event_date: '2099-06-12' },
      });
      assert.deepEqual(await deliver(), [], 'invited people get no mail automatically');
      assert.deepEqual(await states(id, to), ['Invited']);
      const asked = await rest<Body>(system.site, 'owner', 'POST', `/wp-json/${PAGE}/${id}/invitees/mail`, {
        invitees: [to],
        message: 'Dear Granny,\n\n\n\nplease look\u202e: https://casino.example/now\n<b>me@casino.example</b>',
      });
      assert.equal(asked.status, 200);
      assert.equal(asked.body.told, 'We will send 1 mail in the next few minutes.');
      assert.deepEqual(await states(id, to), ['The mail is on its way']);
      assert.deepEqual(system.office.collect(), [], 'nothing is sent while the owner waits');
      // Visitors of the site trigger the site's cron with such a request.
      assert.equal((await page(system.site, 'nobody', '/wp-cron.php')).status, 200);
      const [letter, ...others] = system.office.collect();
      assert.ok(letter);
      assert.deepEqual(others, []);
      assert.deepEqual(letter.recipients, [to]);
      assert.equal(letter.subject, 'owner invites you to the gift list “Anna & Ben”');
      assert.match(letter.headers.from ?? '', /@(localhost|127\.0\.0\.1|.*example)/);
      assert.doesNotMatch(letter.headers.from ?? '', /owner@people\.example/);
      assert.equal(letter.headers['reply-to'], 'owner@people.example');
      const never = neverOf(letter);
      assert.equal(letter.headers['list-unsubscribe'], `<${never}>`);
      assert.equal(letter.headers['list-unsubscribe-post'], undefined, 'programs would press it');
      assert.match(letter.text, /^Occasion: Wedding\nWhen: June 12, 2099$/m);
      assert.match(letter.text, /^owner writes:\n\n> Dear Granny,\n>\n> please look: https:/m);
      assert.doesNotMatch(letter.text + letter.html, /casino\.example|https:\/\/casino/);
      assert.match(letter.html, /&lt;b&gt;/);
      const { body } = await ask('owner', 'POST', `${PAGE}/${id}/invitees/link`, { invitee: to });
      assert.deepEqual(letter.links, [body.link, `${system.site.url}/`, never]);
      assert.match(letter.text, new RegExp(`^${body.link.replaceAll(/[?.]/g, '\\$&')}$`, 'm'), 'on a separate line');
      assert.ok((await states(id, to))[0]?.startsWith('Mailed on '));
      // A member gets the mail at the account's address, without a personal link.
      await mail(id, ['invitee']);
      const [member] = await deliver();
      assert.deepEqual(member?.recipients, ['invitee@people.example']);
      assert.match(member?.text ?? '', /Sign in with your account/);
      assert.ok(!member?.links.some((link) => link.includes('open=')));
      assert.match(member?.links[0] ?? '', /\/registry\/[\w-]+\/$/, 'the address of the private registry');
      assert.equal(await waiting(), 0);
    });

    everywhere('use the language of the page that requested them, and members’ own language', async () => {
      const to = someone();
      const id = await registry([to, 'stranger']);
      const { stranger } = system.site.users;
      const german = await addCode(system.site, `add_filter( 'locale', fn () => 'de_DE' );`);
      const path = `/wp-json/${PAGE}/${id}/invitees/mail`;
      const asked = await rest<Body>(system.site, 'owner', 'POST', path, { invitees: [to], message: 'Liebe Oma' });
      await german[Symbol.asyncDispose]();
      assert.equal(asked.body.told, '1 Mail geht in den nächsten Minuten hinaus.');
      await run(`update_user_meta( $input, 'locale', 'de_DE' );`, stranger.id);
      await mail(id, ['stranger']);
      const mails = await deliver();
      await run(`delete_user_meta( $input, 'locale' );`, stranger.id);
      assert.equal(mails.length, 2);
      for (const { subject, text, html } of mails) {
        assert.equal(subject, 'owner lädt dich zur Wunschliste „Anna & Ben“ ein');
        assert.match(text, /Schreibt mir nie wieder:\nhttp/);
        assert.match(html, /<html lang="de-DE"/);
        assert.doesNotMatch(text + html, /Hello|Look at|account|Never/);
      }
    });

    it('have a preview for the owner', async () => {
      const id = await registry([someone()], { meta: { registry_event_type: 'bingo.example' } });
      const look = (invitees: string[]) => ask('owner', 'POST', `${PAGE}/${id}/invitees/letter`, { invitees });
      const { letter } = (await look([someone()])).body;
      assert.equal(letter.subject, 'owner invites you to the gift list “Anna & Ben”');
      assert.match(letter.without, /open=…/);
      assert.match(letter.without, /You don’t need an account/);
      assert.match((await look(['invitee'])).body.letter.without, /Sign in with your account/);
      assert.match((await look(['invitee', someone()])).body.letter.without, /open=…/, 'for a list with an address');
      assert.match(letter.before, /owner writes:\n\n$/);
      assert.match(letter.reply_to, /owner@people\.example/);
      assert.match(letter.left, /^Mails that you can still send today: \d+ of 50\./);
      assert.deepEqual(await deliver(), []);
    });

    it('are refused if their link would not work, if they are too long, or if the owner is unconfirmed', async () => {
      const to = someone();
      const draft = await registry([to], { status: 'draft' });
      assert.match((await mail(draft, [to])).body.message, /guests cannot see this registry yet/);
      const id = await registry([to]);
      const long = await mail(id, [to], 'x'.repeat(501));
      assert.deepEqual(long.body.data.fields, { message: 'This is too long: please use at most 500 characters.' });
      assert.equal((await mail(id, [to], '😀'.repeat(500))).status, 200);
      const others = await mail(id, [someone()]);
      assert.match(others.body.told, /No mail was sent/, 'only people on the list');
      const { owner } = system.site.users;
      await run(`update_user_meta( $input, '_largesse_unconfirmed', 'x' );`, owner.id);
      const unconfirmed = await mail(id, [to]);
      assert.deepEqual(await deliver(), [], 'earlier waiting mails were discarded');
      await run(`delete_user_meta( $input, '_largesse_unconfirmed' );`, owner.id);
      assert.deepEqual([unconfirmed.status, unconfirmed.body.code], [403, 'largesse_unconfirmed']);
      await mail(id, [to]);
      assert.equal((await deliver()).length, 1);
    });

    it('reach only people who are still invited, while the sender may invite', async () => {
      const [gone, kept, again] = [someone(), someone(), someone()];
      const id = await registry([gone, kept, again]);
      await mail(id, [gone, kept, again]);
      await ask('owner', 'DELETE', `${PAGE}/${id}/invitees`, { invitees: [gone, again] });
      assert.equal(await waiting(), 1);
      await ask('owner', 'POST', `${PAGE}/${id}/invitees`, { invitee: again });
      assert.deepEqual(await states(id, again), ['Invited'], 'invited again, and no mail sent');
      await system.request('owner', 'PUT', `/registries/${id}`, { body: { status: 'private' } });
      await ask('owner', 'PATCH', `wp/v2/registries/${id}`, { status: 'draft' });
      assert.deepEqual(await deliver(), []);
      await ask('owner', 'PATCH', `wp/v2/registries/${id}`, { status: 'private' });
      assert.deepEqual(await states(id, kept), ['Could not be sent']);
      await mail(id, [kept]);
      await run(`wp_update_post( array( 'ID' => $input[0], 'post_author' => $input[1] ) );`, [
        id,
        system.site.users.admin.id,
      ]);
      assert.deepEqual(await deliver(), []);
      assert.equal(await waiting(), 0);
    });

    it('have a limit of 20 a minute and 50 a day for each sender; the others wait', async () => {
      await run(
        `${COUNTED} $counted( "invitations of {$input}", array_fill( 0, 25, time() - 3600 ) );`,
        system.site.users.owner.id,
      );
      const guests = Array.from({ length: 35 }, someone);
      const id = await registry(guests);
      assert.equal((await mail(id, guests.slice(0, 5))).body.told, 'We will send 5 mails in the next few minutes.');
      // Five of the owner's 25 remaining mails are already waiting.
      const asked = await mail(id, guests);
      assert.match(
        asked.body.told,
        /^We will send 20 of 30 mails in the next few minutes\. The others exceed your daily limit: we will send them automatically from \w+ \d+, \d{4} \d+:\d\d/,
      );
      // A repeated request queues no second mail for a guest.
      assert.match((await mail(id, guests)).body.told, /No mail was sent/);
      assert.equal((await deliver('limited')).length, 20);
      assert.equal((await deliver('limited')).length, 0, 'the minute is not over');
      const nextMinute = () =>
        run(`${COUNTED} $counted( "invitations of {$input} in a minute", array() );`, system.site.users.owner.id);
      await nextMinute();
      assert.equal((await deliver('limited')).length, 5, 'fifty in all');
      await nextMinute();
      assert.equal((await deliver('limited')).length, 0);
      assert.equal(await waiting(), 10);
      const { body } = await ask('owner', 'POST', `${PAGE}/${id}/invitees/letter`, { invitees: ['invitee'] });
      assert.match(
        body.letter.left,
        /^You have reached today’s limit of 50 mails\. We will send new mails automatically from \w+ \d+, /,
      );
      // The limits no longer apply on the next day.
      assert.equal((await deliver()).length, 10);
    });

    everywhere(
      'end for an address that wants none, and the owner learns no more than of a server that refuses',
      async () => {
        const [to, refused] = [someone(), someone()];
        const id = await registry([to, refused]);
        await mail(id, [to]);
        const [letter] = await deliver();
        assert.ok(letter);
        const never = neverOf(letter);
        const before = await fetchOnce(never, {});
        const html = await before.text();
        assert.equal(before.status, 200);
        assert.match(before.headers.get('cache-control') ?? '', /no-store/);
        assert.equal(before.headers.get('referrer-policy'), 'strict-origin');
        assert.match(html, /<input type="checkbox" name="wish" value="never"[^>]*>/);
        assert.doesNotMatch(html, /checked|Anna|guest\d/);
        const empty = await answerNever(never);
        assert.equal(empty.status, 422);
        assert.match(empty.html, /please tick the box first/);
        const done = await answerNever(never, 'never');
        assert.equal(done.status, 200);
        assert.match(done.html, /sends no more invitations/);
        system.office.refusals = 2;
        await mail(id, [to, refused]);
        // MailRetry.test.php tests the attempts. Here, three have failed before.
        await run(
          `foreach ( Largesse\\Foundation\\Records\\Records::all( 'first_mail' ) as $mail ) Largesse\\Foundation\\Records\\Records::replace( $mail, $mail->with( data: array( 'tries' => 3 ) + $mail->data ) );`,
        );
        for (const told of ['Could not be sent yet; we will try again', 'Could not be sent']) {
          assert.deepEqual(await deliver(), []);
          for (const who of [to, refused])
            assert.deepEqual(
              (await states(id, who)).filter((text) => !/^Mailed/.test(text)),
              [told],
            );
        }
        assert.equal(system.office.refusals, 0);
        assert.match(await system.site.complaints(), /given up after 5 tries/);
        const rows = await run(
          `global $wpdb; echo wp_json_encode( $wpdb->get_results( "SELECT * FROM {$wpdb->prefix}largesse_records WHERE kind LIKE 'no_mails%'" ) );`,
        );
        assert.ok(!rows.includes(to));
        // The person can allow invitations again.
        assert.match((await answerNever(never, 'again')).html, /You can be invited by mail again/);
        await mail(id, [to]);
        assert.equal((await deliver()).length, 1);
        for (const wrong of ['x', `${'0'.repeat(64)}`, ''])
          assert.equal((await page(system.site, 'nobody', `/?no-invitations=${wrong}`)).status, 404, wrong);
      },
    );

    it('are deleted with the person: states, waiting mails, and the refusal of mails', async () => {
      const to = someone();
      const id = await registry([to, 'invitee']);
      await mail(id, [to]);
      const [letter] = await deliver();
      await answerNever(neverOf(letter!), 'never');
      await mail(id, [to]);
      const tools = (kind: string) =>
        run(
          `$done = array();
          foreach ( apply_filters( 'wp_privacy_personal_data_' . $input[0], array() ) as $name => $tool ) {
            if ( str_starts_with( $name, 'largesse-invit' ) ) { $done[ $name ] = call_user_func( $tool['callback'], $input[1], 1 ); }
          }
          echo wp_json_encode( $done );`,
          [kind, to.toUpperCase()],
        );
      const exported = await tools('exporters');
      for (const text of ['Anna', 'Mailed', 'No invitations by mail']) assert.ok(exported.includes(text), text);
      assert.equal(await waiting(), 1);
      const erased = await tools('erasers');
      assert.match(erased, /"items_removed":true/);
      assert.match(erased, /The site still remembers that this person wants no invitations/);
      assert.equal(await waiting(), 0);
      const left = await run(
        `global $wpdb; echo wp_json_encode( Largesse\\Foundation\\Records\\Records::read( 'invitations', $input )->data ), get_post_meta( $input, 'registry_invitees', true );`,
        id,
      );
      assert.equal(left, '[]["invitee"]');
    });
  });
}
