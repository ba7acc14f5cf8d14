// Needs a whole site: cookies, sessions and accounts of several visitors.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { ask, formIn, Guest } from '../wordpress/guest.ts';
import { loginPassword, type TestUser } from '../wordpress/site.ts';
import { openGuestSite, type Shown } from './guest-site.ts';
import { linksOn } from './links.ts';

// architecture: Who sees what
describe('a private page opens with a signed key, or for the right account', () => {
  const t = openForSuite(() => openGuestSite());
  const site = () => t.system.site;
  const run = (php: string, input?: unknown) => site().wordpress.run(php, input);
  before(() => run(`update_option( 'largesse_gifts_per_address', 1000 );`));

  const give = (shown: Shown, index = 0) => `${shown.path}?give=${shown.items[index]}`;
  async function openForm(who: Guest, address: string) {
    const { html, text } = await who.open(address);
    return formIn(html, 'class="largesse-give__form"') ?? assert.fail(text);
  }
  /** Gives a wish, and returns the giver's page. */
  async function promise(who: Guest, address: string, typed: Record<string, string> = {}) {
    const form = await openForm(who, address);
    return who.follow(await who.open(form.address, { ...form.fields, ...typed }));
  }
  async function signOut(who: Guest): Promise<void> {
    const { html } = await who.open('/wp-login.php?action=logout');
    const [, link = assert.fail(html)] = /href=['"]([^'"]*action=logout[^'"]*)/.exec(html) ?? [];
    assert.equal((await who.open(link.replaceAll('&#038;', '&').replaceAll('&amp;', '&'))).status, 302);
  }
  const member = async (name: TestUser) => {
    const who = new Guest(site());
    await who.signIn(name);
    return who;
  };
  const gifts = async ({ id }: Shown) =>
    (await t.system.request<{ id: string; message: string | null }[]>('admin', 'GET', `/purchases?registry_id=${id}`))
      .body;
  /** Cookies of the plugin that a browser stores. */
  const kept = (who: Guest) => [...who.cookies].filter(([name, value]) => name.startsWith('largesse_') && value !== '');

  it('so the id of a promised suggestion opens nothing, although owners can read it', async () => {
    const list = await t.registry({ title: 'Suggested' });
    await run(`update_post_meta( $input, '_largesse_suggestions', '1' );`, list.id);
    const guest = new Guest(site());
    const page = await guest.open(`${list.path}?present=1`);
    const form = formIn(page.html, '') ?? assert.fail(page.text);
    const typed = { 'largesse-name': 'Kite', gives: '1', person: 'Secret Ann', present: 'send', audience: 'owners' };
    const sent = await guest.open(list.path, { ...form.fields, ...typed });
    assert.equal(sent.status, 303, sent.text);
    const entry = form.fields.entry ?? '';
    const cookie = `largesse_guest_suggestions_${list.id}`;
    assert.match(guest.cookies.get(cookie) ?? '', new RegExp(`^${entry}\\.[0-9a-f]{32}$`), 'the cookie is signed');
    await run(
      `wp_set_current_user( get_post( $input )->post_author );
       $one = Largesse\\Together\\Presents\\StoredSuggestions::of( $input )->open()[0];
       Largesse\\Services::get( Largesse\\Together\\Presents\\Answers::class )->accept( get_post( $input ), Largesse\\Together\\Presents\\StoredSuggestions::handle( $one ), $one->fields );`,
      list.id,
    );
    assert.match((await guest.open(`${list.path}?present=1`)).html, /Kite.*You are giving this.*gift-of=/s);
    assert.deepEqual(
      (await gifts(list)).map(({ id }) => id),
      [entry],
      'people who may read the gifts read the id',
    );
    const thief = new Guest(site());
    for (const forged of [entry, `${entry}.${'0'.repeat(32)}`, `${entry}.u1.${'0'.repeat(32)}`]) {
      thief.cookies.set(cookie, forged);
      for (const path of ['?present=1', '?giving=1'])
        assert.doesNotMatch(
          (await thief.open(list.path + path)).html,
          /You are giving|gift-of|take-back/,
          forged + path,
        );
    }
    // The signature of one list does not count for another list or kind.
    const other = await t.registry({ title: 'Other' });
    await run(`update_post_meta( $input, '_largesse_suggestions', '1' );`, other.id);
    const [value = ''] = kept(guest).flatMap(([name, text]) => (name === cookie ? [text] : []));
    for (const name of [`largesse_guest_suggestions_${other.id}`, `largesse_gift-${entry}`])
      thief.cookies.set(name, value);
    assert.doesNotMatch((await thief.open(`${other.path}?present=1`)).html, /Kite/);
  });

  describe('of a form that another browser has opened', () => {
    /** Opens the form of a wish as a thief, who then knows its fields. */
    const prepare = async () => {
      const list = await t.registry({ title: 'Fixed', meta: { registry_surprise: 'hidden' } }, [{ name: 'Globe' }]);
      const thief = new Guest(site());
      return { list, thief, form: await openForm(thief, give(list)) };
    };
    const entryOf = (html: string) => formIn(html, 'class="largesse-give__form"')?.fields.entry ?? '';
    const typed = { giver_name: 'Victim', message: 'Secret', quantity: '1' };
    /** Sends a form as a page of another site does in a visitor's browser. */
    const sendFromElsewhere = (who: Guest, address: string, form: Record<string, string>) => {
      const cookie = [...who.cookies].map((pair) => pair.join('=')).join('; ');
      return ask(site(), address, { cookie, form, headers: { 'sec-fetch-site': 'cross-site' } });
    };

    it('no address shows it, and no guest with a key sends it', async () => {
      const { list, thief, form } = await prepare();
      const victim = new Guest(site());
      const lure = `${give(list)}&${new URLSearchParams(form.fields)}`;
      const own = formIn((await victim.open(lure)).html, 'class="largesse-give__form"') ?? assert.fail();
      assert.notEqual(own.fields.entry, form.fields.entry);
      const sent = await victim.open(form.address, { ...form.fields, ...typed });
      assert.equal(sent.status, 422, sent.text);
      assert.notEqual(entryOf(sent.html), form.fields.entry);
      await victim.follow(await victim.open(own.address, { ...own.fields, ...typed }));
      assert.deepEqual(
        (await gifts(list)).map(({ id }) => id),
        [own.fields.entry],
      );
      assert.doesNotMatch((await thief.open(give(list))).text, /Victim|Secret/);
    });

    it('no other site sends it, nor makes the page show it', async () => {
      const { list, form } = await prepare();
      for (const fields of [typed, { ...typed, quantity: '0' }]) {
        const victim = new Guest(site());
        const sent = await sendFromElsewhere(victim, form.address, { ...form.fields, ...fields });
        assert.equal(sent.status, 403, sent.text);
        assert.notEqual(entryOf(sent.html), form.fields.entry);
      }
      assert.deepEqual(await gifts(list), []);
    });

    it('nor does another site press a button of a gift’s page with the rights of a visitor', async () => {
      const { list, thief, form } = await prepare();
      const made = await thief.open(form.address, { ...form.fields, ...typed, giver_email: 'thief@people.example' });
      const { searchParams } = new URL(made.location ?? '', site().url);
      const invitee = await member('invitee');
      const keys = { 'gift-of': searchParams.get('gift-of') ?? '', key: searchParams.get('key') ?? '' };
      assert.notEqual(keys.key, '');
      const sent = await sendFromElsewhere(invitee, '/', { ...keys, act: 'back' });
      assert.equal(sent.status, 403, sent.text);
      assert.equal((await gifts(list)).length, 1);
    });
  });

  it('so no id that other people can read acts on what a guest has told, suggested or promised', async () => {
    const list = await t.registry({ title: 'Attacked', meta: { registry_surprise: 'hidden' } }, [{ name: 'Globe' }]);
    await run(`update_post_meta( $input, '_largesse_suggestions', '1' );`, list.id);
    const canary = 'Dromedary';
    const guest = new Guest(site());
    const tell = async (audience: string, name: string) => {
      const form =
        formIn((await guest.open(`${list.path}?present=1`)).html, 'class="largesse-giver__form[^"]*"') ??
        assert.fail(name);
      const typed = { 'largesse-name': name, gives: '1', person: canary, email_for_gift: `${canary}@people.example` };
      const sent = await guest.open(list.path, { ...form.fields, ...typed, present: 'send', audience });
      assert.equal(sent.status, 303, sent.text);
    };
    await tell('guests', 'Told');
    for (const name of ['Waiting', 'Accepted']) await tell('owners', name);
    await run(
      `wp_set_current_user( get_post( $input )->post_author );
       $one = array_values( array_filter( Largesse\\Together\\Presents\\StoredSuggestions::of( $input )->open(), static fn ( $one ) => 'Accepted' === $one->name() ) )[0];
       Largesse\\Services::get( Largesse\\Together\\Presents\\Answers::class )->accept( get_post( $input ), Largesse\\Together\\Presents\\StoredSuggestions::handle( $one ), $one->fields );
       do_action( 'largesse_suggestions' );`,
      list.id,
    );
    await promise(guest, give(list), { giver_name: canary, message: canary });
    const promised = async () =>
      JSON.stringify([
        (await t.system.request('admin', 'GET', `/ideas?registry_id=${list.id}`)).body,
        (await t.system.request('admin', 'GET', `/ideas?registry_id=${list.id}&audience=owners`)).body,
        (await t.system.request('admin', 'GET', `/purchases?registry_id=${list.id}`)).body,
      ]);
    const before = await promised();
    assert.equal(before.split(`"giver_name":"${canary}"`).length - 1, 4, before);

    // The owner, a member and a stranger read pages, files, routes and the API.
    const [owner, other, nobody] = [await member('owner'), await member('stranger'), new Guest(site())];
    const read: string[] = [];
    for (const who of [owner, other, nobody])
      for (const path of [
        ...['', '?present=1', '?giving=1', '?shares=1'].map((query) => list.path + query),
        ...['', '&gifts=list', '&gifts=csv'].map((query) => `/my-registries/?registry=${list.id}${query}`),
        `/wp-json/largesse/v1/registries/${list.id}`,
      ])
        read.push((await who.open(path)).html);
    for (const as of ['owner', 'stranger'] as const)
      for (const path of ['purchases', 'items'])
        read.push(JSON.stringify((await t.system.request(as, 'GET', `/registries/${list.id}/${path}`)).body));
    read.push(JSON.stringify((await t.system.request('owner', 'GET', `/events?registry_id=${list.id}`)).body));
    const ids = new Set(
      read.flatMap((text) => text.match(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|\b[0-9a-f]{32}\b/g) ?? []),
    );
    const versions = new Set(
      read.flatMap((text) => [...text.matchAll(/name="version" value="([^"]+)"/g)].map(([, one = '']) => one)),
    );
    assert.ok(ids.size >= 2 && versions.size >= 1, 'the idea, and the suggestion that waits');
    for (const id of ids) {
      const thief = new Guest(site());
      for (const kind of ['ideas', 'suggestions', 'shares'])
        thief.cookies.set(`largesse_guest_${kind}_${list.id}`, kind === 'ideas' ? `a${id}.g${id}` : id);
      for (const name of [`largesse_gift-${id}`, 'largesse_browser', `largesse_open_${list.id}`])
        thief.cookies.set(name, id);
      for (const query of [
        `present=1&giving=1`,
        `gift-of=${list.id}&my-gift=${id}&key=${id}`,
        `my-share=${id}&key=${id}`,
      ]) {
        const { html, text } = await thief.open(`${list.path}?${query}`);
        assert.doesNotMatch(
          html.replaceAll(`From ${canary}`, '').replaceAll(`${canary} gives this`, ''),
          new RegExp(canary),
          query,
        );
        assert.doesNotMatch(text, /You are giving|You will give it|You give this|Take back/, query);
      }
      for (const who of [thief, other])
        for (const version of versions)
          for (const present of ['take-back', 'delete', 'return', 'remove', 'clear'])
            await who.open(list.path, { present, entry: id, version });
    }
    assert.equal(await promised(), before);
  });

  it('so no form signs an id that somebody has sent', async () => {
    const list = await t.registry({ title: 'Signed' }, [{ name: 'Drum', quantity_needed: 90 }, { name: 'Kite' }]);
    const other = await t.registry({ title: 'Other list' }, [{ name: 'Kite' }]);
    const secret = /Camelopard|gift-of=|value="change"|You are giving this/;
    const giver = new Guest(site());
    const typed = { giver_name: 'Camelopard', message: 'Camelopard', giver_email: 'camelopard@people.example' };
    await promise(giver, give(list), typed);
    const [{ id } = assert.fail()] = await gifts(list);
    const before = await gifts(list);
    const visitors = { guest: async () => new Guest(site()), member: () => member('stranger') };
    const mistakes = [{}, { giver_email: 'wrong@' }, { 'largesse-homepage': 'x' }];
    for (const [name, visit] of Object.entries(visitors)) {
      const token = async (address: string, who = visit()) => (await openForm(await who, address)).fields.token ?? '';
      const tokens = {
        none: '',
        random: 'c0ffee'.padEnd(32, '0'),
        'of the own form': await token(give(list)),
        'of another wish': await token(give(list, 1)),
        'of another list': await token(give(other)),
        'of another visitor': await token(give(list), name === 'guest' ? member('stranger') : visitors.guest()),
      };
      for (const [index, [kind, tried]] of Object.entries(tokens).entries()) {
        const thief = await visit();
        if (index % 2) await openForm(thief, give(list));
        const sent = { entry: id.toUpperCase(), token: tried, mark: tried, made_for: '0', ...mistakes[index % 3] };
        const refused = await thief.open(give(list), sent);
        const what = `${name}, token ${kind}: ${refused.status} ${refused.text}`;
        assert.equal(refused.status, 422, what);
        const form = formIn(refused.html, 'class="largesse-give__form"') ?? assert.fail(what);
        assert.notEqual(form.fields.entry, id, what);
        assert.equal(thief.cookies.has(`largesse_gift-${id}`), false, what);
        for (const path of [`?give=${list.items[0]}`, `?own-gifts=${id}`, '?giving=1'])
          assert.doesNotMatch((await thief.open(list.path + path)).html, secret, `${what}: ${path}`);
        const again = { ...form.fields, entry: id, giver_email: '', message: 'Mine' };
        assert.doesNotMatch((await thief.open(form.address, again)).html, secret, what);
      }
    }
    assert.deepEqual(await gifts(list), before);
  });

  it('so a member who signs out leaves nothing for the next member at the same computer', async () => {
    const list = await t.registry({ title: 'Shared computer' }, [{ name: 'Globe' }, { name: 'Kite' }]);
    const who = await member('stranger');
    const own = await promise(who, give(list), { message: 'With love from Stranger' });
    assert.match(own.text, /Thank you! We have noted that you are giving this.*With love from Stranger/);
    assert.match((await who.open(`${list.path}?giving=1`)).html, /You are giving this.*gift-of=/s);
    assert.deepEqual(
      kept(who).map(([name]) => name),
      [],
      'no cookie about the gift outlives the session',
    );
    // This member has opened another form, and a link to a private list, and has sent neither.
    await openForm(who, give(list, 1));
    const closed = await t.registry({ title: 'Closed', status: 'private' }, [{ name: 'Ring' }]);
    const link = new URL(await linksOn(site()).family(closed.id));
    await who.open(link.pathname, { open: link.searchParams.get('open') ?? '' });
    assert.equal((await who.open(closed.path)).status, 200);
    const before = kept(who);
    assert.equal(before.length, 2);
    await signOut(who);
    assert.deepEqual(kept(who), [], 'the browser forgets them');
    // The next member's browser still has the cookies, because the first session ended without a sign-out.
    for (const [name, value] of before) who.cookies.set(name, value);
    await who.signIn('invitee');
    for (const path of ['', '?giving=1', '?own-gifts=1', `?give=${list.items[0]}`, `?give=${list.items[1]}`])
      assert.doesNotMatch((await who.open(list.path + path)).html, /You are giving this|gift-of|Stranger/, path);
    assert.equal((await who.open(closed.path)).status, 404);
    assert.doesNotMatch((await who.open('/my-registries/')).text, /Did you give these\?|Globe/);
    const nobody = new Guest(site());
    for (const [name, value] of before) nobody.cookies.set(name, value);
    assert.equal((await nobody.open(closed.path)).status, 404);
    assert.equal((await gifts(list)).length, 1);
  });

  it('so a form that a guest has opened counts for the next person only until a member has signed out', async () => {
    const list = await t.registry({ title: 'Family computer' }, [
      { name: 'Globe', quantity_needed: 90 },
      { name: 'Kite', quantity_needed: 90 },
    ]);
    const own = /gift-of=|value="change"|You are giving this/;
    const keys = (who: Guest) => kept(who).map(([name]) => name);
    /** Actions of a guest in this browser. */
    const guests = {
      'has only opened a form': { sends: false, isShown: false },
      'has sent the form, and lost the answer': { sends: true, isShown: false },
      'has given': { sends: true, isShown: true },
    };
    for (const [what, { sends, isShown }] of Object.entries(guests))
      for (const signsOut of [false, true]) {
        const computer = new Guest(site());
        const form = await openForm(computer, give(list));
        const typed = { ...form.fields, message: 'From the guest' };
        // Another connection sends the form, so its answer does not reach this browser.
        const lost = new Guest(site());
        for (const [name, value] of computer.cookies) lost.cookies.set(name, value);
        const sender = isShown ? computer : lost;
        if (sends) await sender.follow(await sender.open(form.address, typed));
        if (signsOut) {
          // A sign-out ends the session, so each member needs a new one.
          const member = { log: site().users.mailInvitee.username, pwd: loginPassword };
          assert.equal((await computer.open('/wp-login.php', member)).status, 302);
          const mine = await promise(computer, give(list, 1), { message: 'From the member' });
          assert.match(mine.text, /From the member/);
          await signOut(computer);
        }
        const state = `${what}, a member has ${signsOut ? '' : 'not '}signed in and out`;
        assert.equal(keys(computer).includes('largesse_browser'), !signsOut, state);
        const left = sends && isShown ? 1 : signsOut ? 0 : 1;
        assert.equal(keys(computer).filter((name) => name.startsWith('largesse_gift-')).length, left, state);
        // The next person opens the pages, and sends the form of the guest again.
        const seen = (await computer.open(`${list.path}?giving=1`)).html;
        assert.equal(own.test(seen), isShown, state);
        assert.doesNotMatch(seen, /From the member/, state);
        const again = await computer.open(form.address, typed);
        const page = again.location === null ? again : await computer.follow(again);
        const finds = !sends || isShown || !signsOut;
        assert.equal(own.test(again.html + (again.location ?? '')), finds, `${state}: ${again.status} ${again.text}`);
        assert.doesNotMatch(page.html, /From the member/, state);
        if (!finds) assert.doesNotMatch(page.html, /gift-of=/, state);
      }
    const written = (await gifts(list)).map(({ message }) => message);
    assert.deepEqual(
      written.filter((text) => text === 'From the guest').length,
      6,
      'a form makes one gift, also if another person sends it again',
    );
  });

  it('so a gift that a guest adds to an account no longer belongs to the browser', async () => {
    const list = await t.registry({ title: 'Claimed' }, [{ name: 'Drum' }]);
    const who = new Guest(site());
    await promise(who, give(list), { message: 'From me' });
    await who.signIn('invitee');
    const offer = await who.open('/my-registries/');
    const form = formIn(offer.html.slice(offer.html.search(/<form [^>]*>(?:(?!<\/form>).)*largesse-gifts/s)));
    const [gift] = await gifts(list);
    const { _wpnonce = assert.fail(offer.text) } = form?.fields ?? {};
    const kept = { 'largesse-account': 'keep', 'largesse-gifts[0]': gift?.id ?? '', _wpnonce };
    await who.follow(await who.open('/my-registries/', kept));
    assert.match((await who.open(`${list.path}?giving=1`)).text, /You are giving this/);
    await signOut(who);
    assert.doesNotMatch((await who.open(`${list.path}?giving=1`)).html, /You are giving this|gift-of/);
    await who.signIn('admin');
    assert.doesNotMatch((await who.open(`${list.path}?giving=1`)).html, /You are giving this|gift-of/);
  });

  it('and tells a giver without an account on each list with the wish', async () => {
    const open = await t.registry({ title: 'One' }, [{ name: 'Telescope' }]);
    const other = await t.registry({ title: 'Two' }, []);
    const hidden = await t.registry({ title: 'Three', meta: { registry_surprise: 'hidden' } }, []);
    const item = open.items[0] ?? assert.fail();
    const shown = async (list: Shown) =>
      run(
        `wp_set_current_user( get_post( $input[0] )->post_author );
         echo wp_json_encode( Largesse\\Services::get( Largesse\\Registries\\Registry\\Store::class )->items->show_on( $input[0], $input[1] ) );`,
        [list.id, item],
      );
    assert.equal(await shown(other), 'true');
    const guest = new Guest(site());
    const page = await promise(guest, give(open));
    assert.match(page.text, /You are giving this/);
    const link = new URL(guest.cookies.size ? `${site().url}${other.path}` : '');
    for (const query of ['?giving=1', '?own-gifts=1', `?give=${item}`]) {
      const seen = await guest.open(link.pathname + query);
      assert.match(seen.text + seen.html, /You are giving this/, query);
      assert.doesNotMatch(seen.html, /One</, 'the other list stays unknown');
    }
    assert.doesNotMatch((await new Guest(site()).open(`${other.path}?giving=1`)).text, /You are giving this/);
    // A list that hides its gifts does not say so on the page that everybody sees.
    assert.equal(await shown(hidden), 'true');
    const late = new Guest(site());
    for (const [name, value] of guest.cookies) late.cookies.set(name, value);
    assert.match((await late.open(`${hidden.path}?giving=1`)).text, /You are giving this/);
  });
});
