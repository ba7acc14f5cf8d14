// Needs a whole site: answers are lost between browser, site and service.
import assert from 'node:assert/strict';
import { afterEach, before, describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { type Form, formIn, Guest, type Seen } from '../wordpress/guest.ts';
import { openGuestSite, type Shown } from './guest-site.ts';
import { linksOn } from './links.ts';

/** Fields that these tests read from a purchase. */
interface Gift {
  id: string;
  item_id: number;
  quantity: number;
  message: string | null;
}

/** Returns the give form of a page. @throws if the page has no such form */
const theForm = ({ html, status, text }: Pick<Seen, 'html' | 'status' | 'text'>): Form =>
  giveFormIn(html) ?? assert.fail(`No form: ${status} ${text}`);

const giveFormIn = (html: string) => formIn(html, 'class="largesse-give__form"');

describe('a gift whose answer was lost', () => {
  const t = openForSuite(() => openGuestSite());
  const site = () => t.system.site;
  let list: Shown;
  before(async () => {
    // All guests have the same network address, so the limits for one address must be high.
    await site().wordpress.run(
      `update_option( 'largesse_gifts_per_address', '10000' ); update_option( 'largesse_gifts_per_registry', '10000' );`,
    );
    list = await t.registry({ title: 'Ours', slug: 'ours' }, [
      { name: 'Casserole' },
      { name: 'Napkins', quantity_needed: 12 },
      { name: 'Teapot' },
      { name: 'Cups', quantity_needed: 300 },
    ]);
  });
  afterEach(() => {
    t.interference = {};
  });

  const give = (index: number, shown = list) => `${shown.path}?give=${shown.items[index]}`;
  const gifts = async (shown = list) =>
    (await t.system.request<Gift[]>('admin', 'GET', `/purchases?registry_id=${shown.id}`)).body;
  const giftsOf = async (index: number, shown = list) =>
    (await gifts(shown)).filter(({ item_id }) => item_id === shown.items[index]);
  /** Drops the service's answers to requests with the HTTP method `lost`. The service still processes the requests. */
  const loseAnswers = (lost: string) => {
    t.interference = { after: ({ method }) => method !== lost };
  };
  const guest = () => new Guest(site());
  const idOf = ({ fields }: Form) => fields.entry ?? '';
  const open = async (who: Guest, index: number, shown = list) => theForm(await who.open(give(index, shown)));

  it('leads to that gift, and saves what has been typed since', async () => {
    const ada = guest();
    const form = await open(ada, 0);
    loseAnswers('PUT');
    const lost = await ada.open(form.address, { ...form.fields, message: 'Al the best' });
    assert.equal(lost.status, 503);
    assert.match(lost.text, /Your gift will not be counted twice/);
    t.interference = {};
    const again = theForm(lost);
    const typed = { giver_name: 'Aunt Ada', message: 'All the best', giver_email: 'ada@mail.example' };
    const offered = await ada.open(again.address, { ...again.fields, ...typed });
    assert.equal(offered.status, 409);
    assert.match(offered.text, /Your gift has arrived.*You have changed something since then.*You are giving this/);
    assert.doesNotMatch(offered.text, /Somebody already gives this/);
    assert.equal((await giftsOf(0))[0]?.message, 'Al the best', 'nothing changes until they confirm');
    await t.system.request('admin', 'PATCH', `/purchases/${idOf(form)}`, { body: { state: 'bought' } });
    const change = theForm(offered);
    const seen = await ada.follow(await ada.open(change.address, { ...change.fields, act: 'change' }));
    assert.match(seen.text, /Your changes are saved.*You are giving this.*All the best/);
    assert.partialDeepStrictEqual(await giftsOf(0), [{ id: idOf(form), state: 'bought', ...typed }]);
  });

  it('is not denied by the answer to a form that cannot be sent', async () => {
    const lea = guest();
    const form = await open(lea, 3);
    loseAnswers('PUT');
    const first = { ...form.fields, giver_name: 'Lea' };
    await lea.open(form.address, first);
    t.interference = {};
    const wrong = { ...first, giver_email: 'lea@' };
    const own = await lea.open(form.address, wrong);
    assert.match(own.text, /Your gift has arrived.*Your changes are not saved yet.*Enter an e-mail address/);
    // Without the cookie that the site set, only the form is known.
    const other = await guest().open(form.address, wrong);
    assert.match(other.text, /You have already given something with this form/);
    const spam = await lea.open(form.address, { ...wrong, 'largesse-homepage': 'x' });
    for (const { status, text } of [own, other, spam]) {
      assert.equal(status, 409);
      assert.doesNotMatch(text, /Nothing has been given/);
    }
    t.interference = { before: () => false };
    const down = await lea.open(form.address, wrong);
    assert.equal(down.status, 503);
    assert.doesNotMatch(down.text, /Nothing has been given/);
  });

  it('is found by a new form and by the list, for its giver only', async () => {
    const bo = guest();
    const form = await open(bo, 2);
    const other = guest();
    await other.open(give(2));
    loseAnswers('PUT');
    const lost = await bo.open(form.address, form.fields);
    assert.ok(giveFormIn(lost.html), 'the form reappears although nothing is left');
    assert.doesNotMatch(lost.text, /Somebody has found/);
    const own = `${list.path}?own-gifts=1`;
    const page = await bo.open(own);
    assert.match(
      page.html,
      new RegExp(`<li data-item="${list.items[2]}">.*You are giving this\\..*gift-of=${idOf(form)}`, 's'),
    );
    assert.match((await bo.open(`${list.path}?giving=1`)).text, /Teapot.*You are giving this\./);
    for (const someone of [other, guest()]) {
      assert.doesNotMatch((await someone.open(own)).html, /You are giving this|gift-of/);
      const shown = await someone.open(give(2));
      assert.match(shown.text, /Somebody already gives this/);
      assert.doesNotMatch(shown.html, /gift-of/);
      loseAnswers('PUT');
      await someone.open(form.address, { ...form.fields, message: 'Hello' });
      t.interference = {};
      const stolen = await someone.open(form.address, { ...form.fields, message: 'Hello' });
      assert.equal(stolen.status, 409);
      assert.doesNotMatch(stolen.html, /gift-of|value="change"/);
    }
    assert.equal((await giftsOf(2))[0]?.message, null);
    const plain = await bo.open(list.path);
    assert.doesNotMatch(plain.html, /You are giving this|gift-of/, 'a cached page shows it to no one');
  });

  it('is found again if the answer was lost with its cookies, and the guest corrects a word', async () => {
    const fay = guest();
    const form = await open(fay, 3);
    const before = (await giftsOf(3)).length;
    const typed = { giver_name: 'Fay', message: 'Al the best' };
    await fay.open(form.address, { ...form.fields, ...typed }, true);
    const offered = await fay.open(form.address, { ...form.fields, ...typed, message: 'All the best' });
    assert.equal(offered.status, 409);
    assert.match(offered.text, /Your gift has arrived.*You have changed something since then.*You are giving this/);
    const change = theForm(offered);
    await fay.follow(await fay.open(change.address, { ...change.fields, act: 'change' }));
    const stored = (await giftsOf(3)).filter(({ id }) => id === idOf(form));
    assert.partialDeepStrictEqual(
      stored,
      [typed].map((gift) => ({ ...gift, message: 'All the best' })),
    );
    assert.equal((await giftsOf(3)).length, before + 1);
    assert.match((await fay.open(`${list.path}?own-gifts=1`)).html, new RegExp(`gift-of=${idOf(form)}`));
  });

  it('is found by the script if the answer was lost with its cookies', async () => {
    const ivy = guest();
    const form = await open(ivy, 3);
    await ivy.open(form.address, form.fields, true);
    const gift = new RegExp(`gift-of=${idOf(form)}`);
    assert.doesNotMatch((await ivy.open(`${list.path}?own-gifts=1`)).html, gift);
    assert.doesNotMatch((await guest().open(`${list.path}?own-gifts=${idOf(form)}`)).html, gift, 'another browser');
    assert.match((await ivy.open(`${list.path}?own-gifts=${idOf(form)}`)).html, gift);
    assert.equal(ivy.cookies.get('largesse_has_gifts'), '1');
    assert.match((await ivy.open(`${list.path}?own-gifts=1`)).html, gift, 'from then on');
  });

  it('is found by a new form if the browser has opened another form at the same moment', async () => {
    const uma = guest();
    await open(uma, 3);
    const tab = guest();
    const form = await open(tab, 3);
    for (const [name, value] of tab.cookies) uma.cookies.set(name, value);
    loseAnswers('PUT');
    await uma.open(form.address, form.fields);
    t.interference = {};
    assert.match((await uma.open(give(3))).location ?? '', new RegExp(`gift-of=${idOf(form)}`));
  });

  it('is hidden from a guest who got the same form from a broken cache', async () => {
    const jo = guest();
    const form = await open(jo, 3);
    const kim = guest();
    // Kim's browser has a key of its own. A broken cache gives it Jo's form, and the cookie of the form.
    await open(kim, 1);
    for (const [name, value] of jo.cookies) if (name !== 'largesse_browser') kim.cookies.set(name, value);
    await jo.follow(await jo.open(form.address, { ...form.fields, message: 'From Jo' }));
    const other = await kim.open(form.address, { ...form.fields, message: 'From Kim' });
    assert.equal(other.status, 409);
    assert.match(other.text, /You have already given something with this form/);
    assert.doesNotMatch(other.html, /gift-of|value="change"|From Jo/);
    assert.equal(idOf(await open(kim, 3)), idOf(theForm(other)), 'the new form stays, and does not lead to Jo’s gift');
    await kim.follow(await kim.open(form.address, theForm(other).fields));
    const words = (await giftsOf(3)).map(({ message }) => message);
    assert.deepEqual(words.filter((text) => /From/.test(text ?? '')).toSorted(), ['From Jo', 'From Kim']);
  });

  it('is found although the list is closed, except by its owner on a shared device', async () => {
    const hush = await t.registry({ title: 'Hush', slug: 'hush-owner', meta: { registry_surprise: 'hidden' } }, [
      { name: 'Drum' },
    ]);
    const max = guest();
    const form = await open(max, 0, hush);
    await max.open(form.address, form.fields, true);
    const away = `/registry/there-is-none/?give=${hush.items[0]}`;
    const more = { ...form.fields, message: 'More' };
    assert.match(
      (await max.open(away, more)).text,
      /Your gift has arrived.*You have changed something since then.*Save/,
    );
    assert.match((await max.open(away, form.fields)).location ?? '', new RegExp(`gift-of=${idOf(form)}`));
    t.interference = { before: () => false };
    assert.equal((await max.open(away, more)).status, 503);
    t.interference = {};
    await max.signIn('owner');
    for (const message of ['', 'More']) {
      const { status, html, text } = await max.open(away, { ...form.fields, message });
      assert.equal(status, 404);
      assert.match(text, /The button did nothing/);
      assert.doesNotMatch(html, /gift-of|has arrived/);
    }
  });

  it('does not affect forms of other plugins that are sent with its parameter', async () => {
    const answer = await guest().open('/?give=1', { search: 'Drum' });
    assert.equal(answer.status, 200);
    assert.doesNotMatch(answer.text, /The button did nothing/);
  });

  it('keeps the id of a form until a page has shown its result', async () => {
    const cy = guest();
    const first = await open(cy, 1);
    assert.equal(idOf(await open(cy, 1)), idOf(first), 'closed and opened, reloaded, in another tab');
    await cy.open(first.address, first.fields, true);
    const arrived = await cy.follow(await cy.open(give(1)));
    assert.match(arrived.text, /Your gift has arrived, and it is registered in your name\./);
    const another = await cy.open(give(1));
    assert.match(another.text, /You are giving this\. See or change/);
    assert.notEqual(idOf(theForm(another)), idOf(first));
    assert.equal((await giftsOf(1)).length, 1);
  });

  it('shows “You are giving this” for open gifts, and no secret on a shared device', async () => {
    const hush = await t.registry({ title: 'Hush', meta: { registry_surprise: 'hidden' } }, [{ name: 'Kite' }]);
    const dot = guest();
    const form = await open(dot, 0, hush);
    await dot.follow(await dot.open(form.address, form.fields));
    const own = `${hush.path}?own-gifts=1`;
    assert.doesNotMatch((await dot.open(hush.path)).html, /own-gifts/, 'no script asks');
    assert.doesNotMatch((await dot.open(own)).html, /Kite|You are giving this/);
    assert.match((await dot.open(`${hush.path}?giving=1`)).text, /You are giving this/);
    t.interference = { before: ({ path }) => !/\/purchases\//.test(path) };
    assert.doesNotMatch((await dot.open(own)).html, /Kite|You are giving this/, 'the site cannot know the secrets');
    assert.match((await dot.open(`${hush.path}?giving=1`)).text, /You are giving this/);
    t.interference = {};
    await site().wordpress.run(`update_post_meta( $input, 'registry_reveal_date', wp_date( 'Y-m-d' ) );`, hush.id);
    assert.match((await dot.open(own)).html, /You are giving this/);
    const owner = guest();
    for (const [name, value] of dot.cookies) owner.cookies.set(name, value);
    await owner.signIn('owner');
    assert.doesNotMatch((await owner.open(own)).html, /You are giving this/);
    const isOffered = async (who: Guest) => (await who.open('/my-registries/')).text.includes('Did you give these?');
    assert.equal(await isOffered(owner), false);
    await dot.signIn('stranger');
    assert.equal(await isOffered(dot), true);
    await site().wordpress.run(
      `update_post_meta( $input[0], 'registry_owners', '["Stranger@people.example"]' ); update_user_meta( $input[1], '_largesse_unconfirmed', 'key' );`,
      [hush.id, site().users.stranger.id],
    );
    assert.equal(await isOffered(dot), false, 'the address of a co-owner, who has not confirmed it');
    await site().wordpress.run(`delete_user_meta( $input, '_largesse_unconfirmed' );`, site().users.stranger.id);
  });

  it('marks the gifts of a member on every device, and fills in the member’s name and address', async () => {
    const hush = await t.registry({ title: 'Hush, too', meta: { registry_surprise: 'hidden' } }, [{ name: 'Kite' }]);
    const { email } = site().users.stranger;
    for (const [shown, index] of [
      [list, 3],
      [hush, 0],
    ] as const) {
      const phone = guest();
      await phone.signIn('stranger');
      const form = theForm(await phone.open(give(index, shown)));
      assert.partialDeepStrictEqual(form.fields, { giver_email: email, giver_name: 'stranger' });
      await phone.open(form.address, form.fields);
      const laptop = guest();
      await laptop.signIn('stranger');
      const isMarked = async (who: Guest, query = '') =>
        (await who.open(shown.path + query)).text.includes('You are giving this.');
      assert.deepEqual([await isMarked(laptop), await isMarked(laptop, '?giving=1')], [shown === list, true]);
      assert.match((await laptop.open(give(index, shown))).text, /You are giving this\./);
      assert.equal(await isMarked(guest(), '?giving=1'), false);
    }
  });

  it('is never denied, nor given twice, after a member has signed out', async () => {
    const member = guest();
    await member.signIn('stranger');
    const form = await open(member, 3);
    await member.open(form.address, form.fields, true);
    const before = (await giftsOf(3)).length;
    // The session has ended, and the browser has lost its other cookies with it.
    const later = guest();
    const refused = await later.open(form.address, form.fields);
    assert.equal(refused.status, 409);
    assert.match(refused.text, /You have already given something with this form/);
    assert.doesNotMatch(refused.html, /gift-of|value="change"/);
    assert.equal((await giftsOf(3)).length, before);
    t.interference = { before: () => false };
    const down = await later.open(form.address, form.fields);
    assert.deepEqual([down.status, idOf(theForm(down))], [503, idOf(form)], 'the same form again');
    t.interference = {};
    await later.signIn('stranger');
    const own = theForm(down);
    assert.match((await later.open(own.address, own.fields)).location ?? '', new RegExp(`gift-of=${idOf(form)}`));
    assert.match((await later.open(give(3))).text, /You are giving this\./);
  });

  it('is not registered if somebody signs out before the first press, or in', async () => {
    for (const isMember of [true, false]) {
      const before = guest();
      if (isMember) await before.signIn('stranger');
      const form = await open(before, 3);
      const later = isMember ? guest() : before;
      if (!isMember) await later.signIn('stranger');
      const number = (await giftsOf(3)).length;
      const refused = await later.open(form.address, { ...form.fields, message: 'Hello' });
      assert.equal(refused.status, 422);
      assert.match(refused.text, /Nothing has been given yet/);
      const next = theForm(refused);
      assert.equal(next.fields.message, 'Hello');
      assert.notEqual(idOf(next), idOf(form));
      assert.match((await later.follow(await later.open(next.address, next.fields))).text, /You are giving this/);
      assert.equal((await giftsOf(3)).length, number + 1);
    }
  });

  it('may be registered if the site does not recognize the form', async () => {
    const who = guest();
    const form = await open(who, 3);
    const refused = await guest().open(form.address, { ...form.fields, token: 'f'.repeat(32) });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /The button did nothing.*your gift may already be registered/);
    const next = theForm(refused);
    assert.notEqual(idOf(next), idOf(form));
    assert.equal((await guest().open(next.address, next.fields)).status, 303);
  });

  it('is not denied by the other forms of guests', async () => {
    const shown = await t.registry({ title: 'Together' }, [{ name: 'Piano', price: 900 }]);
    await site().wordpress.run(`update_post_meta( $input, '_largesse_suggestions', '1' );`, shown.id);
    const present = { 'largesse-name': 'Kite', present: 'send' };
    const kinds = {
      idea: { path: '?present=1', typed: { ...present, audience: 'guests' } },
      suggestion: { path: '?present=1', typed: { ...present, audience: 'owners' } },
      part: { path: `?give=${shown.items[0]}`, typed: { share_amount: '50' } },
    };
    for (const [kind, { path, typed }] of Object.entries(kinds)) {
      const form = async (who: Guest) => {
        const page = await who.open(shown.path + path);
        const forms = [...page.html.matchAll(/<form .*?<\/form>/gs)].flatMap(([html]) => formIn(html) ?? []);
        return forms.find(({ fields }) => Object.keys(typed).some((name) => name in fields)) ?? assert.fail(page.text);
      };
      const press = (who: Guest, { fields }: Form, more = {}) => who.open(shown.path, { ...fields, ...typed, ...more });
      const member = guest();
      await member.signIn('stranger');
      const [sent, unsent] = [await form(member), await form(member)];
      const first = await press(member, sent);
      assert.equal(first.status, 303, `${kind}: ${first.text}`);
      const other = guest();
      await other.signIn('invitee');
      const answers = [await press(other, sent), await press(other, unsent), await press(other, unsent, { token: '' })];
      assert.deepEqual(
        answers.map(({ status, text }) => [status, /Nothing was added yet/.test(text), /earlier one may/.test(text)]),
        [
          [409, false, true],
          [422, true, false],
          [422, false, true],
        ],
        kind,
      );
      for (const { html } of answers)
        for (const { fields } of [sent, unsent]) assert.ok(!html.includes(`value="${fields.entry}" `), kind);
    }
  });

  describe('if the list was closed in the meantime', () => {
    const closed = (slug: string) =>
      t.registry({ title: 'Closed', slug, status: 'private' }, [{ name: 'Ring', quantity_needed: 9 }]);
    const enter = async (shown: Shown): Promise<Guest> => {
      const come = guest();
      const link = new URL(await linksOn(site()).family(shown.id));
      await come.open(link.pathname, { open: link.searchParams.get('open') ?? '' });
      return come;
    };
    const typed = { giver_name: 'Gus', message: 'For <you>', giver_email: 'gus@mail.example' };
    const kept = ({ giver_name, message, giver_email }: Record<string, string>) => ({
      giver_name,
      message,
      giver_email,
    });

    it('says that the button did nothing, and keeps the input until the list is open again', async () => {
      const shown = await closed('shut');
      const gus = await enter(shown);
      const form = await open(gus, 0, shown);
      await linksOn(site()).revoke(shown.id);
      const refused = await gus.open(form.address, { ...form.fields, ...typed });
      assert.equal(refused.status, 404);
      assert.match(refused.text, /The button did nothing, because you cannot open this list at the moment/);
      assert.doesNotMatch(refused.text, /Ring|Closed/);
      const again = theForm(refused);
      assert.deepEqual(kept(again.fields), typed);
      assert.deepEqual(await gifts(shown), []);
      const link = new URL(await linksOn(site()).family(shown.id));
      await gus.open(link.pathname, { open: link.searchParams.get('open') ?? '' });
      assert.match((await gus.follow(await gus.open(again.address, again.fields))).text, /You are giving this/);
      assert.equal((await gifts(shown))[0]?.id, idOf(form));
    });

    it('gets the same answer for a missing list, and for an expired login or password', async () => {
      const shown = await closed('shut-away');
      const locked = await t.registry({ title: 'Locked', password: 'sesame' }, [{ name: 'Ring' }]);
      const refusals = new Set<string>();
      for (const path of [shown.path, '/registry/there-is-none/', locked.path]) {
        const { status, html, text } = await guest().open(`${path}?give=${shown.items[0]}`, { token: '', ...typed });
        assert.deepEqual(kept(theForm({ status, html, text }).fields), typed, path);
        refusals.add(`${status} ${text}`);
      }
      assert.equal(refusals.size, 1, [...refusals].join('\n'));
      await site().wordpress.run(`update_post_meta( $input, 'registry_invitees', '["invitee"]' );`, shown.id);
      const member = guest();
      await member.signIn('invitee');
      const form = await open(member, 0, shown);
      assert.match((await guest().open(give(0, shown), { ...form.fields, ...typed })).text, /signed in.*do so again/);
    });
  });
});
