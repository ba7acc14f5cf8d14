// Needs a service and site: links, mails, cookies and states of a list meet in one question.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { keyIn, linksOn } from '../pages/links.ts';
import { decoded, formIn, Guest, type Seen } from '../wordpress/guest.ts';
import { create, type Draft } from '../wordpress/requests.ts';
import { addItem } from './connected.ts';
import { deliver, openMailingSite } from './mailing-site.ts';

/** State of a list that decides who may open it. */
interface State {
  status: 'publish' | 'private' | 'draft' | 'trash';
  password: string;
  /** True after the sharing link was revoked, and the list of invitees is empty. */
  hasEnded: boolean;
}

/** How a guest has come to a list: the list before, and whether its way still works in a state. */
interface Entrance {
  draft: Draft;
  enter(guest: Guest, id: number): Promise<unknown>;
  isOpen(state: State): boolean;
}

const ADDRESS = 'ida@people.example';
/** Texts of the list that the guest has not written: its title and its wishes now, another giver, and her note. */
const OF_LIST = /Hush|Secret|Fay|at seven/;

// rules: Links in mails
describe('links in mails', () => {
  const system = openForSuite(() => openMailingSite());
  const site = () => system.site;
  const run = (php: string, input?: unknown) => site().wordpress.run(php, input);
  before(() =>
    run(`foreach ( array( 'address', 'registry' ) as $of ) update_option( "largesse_gifts_per_{$of}", 1000 );`),
  );

  const isListed = ({ status, password, hasEnded }: State) =>
    !hasEnded && (status === 'private' || (status === 'publish' && password !== ''));
  const isPublic = ({ status, password }: State) => status === 'publish' && password === '';

  const ENTRANCES: Record<string, Entrance> = {
    'a stranger on a public list': {
      draft: { status: 'publish' },
      enter: async () => undefined,
      isOpen: () => false,
    },
    'a guest with the sharing link': {
      draft: { status: 'private' },
      enter: async (guest, id) => {
        const link = new URL(await linksOn(site()).family(id));
        return guest.open(link.pathname, { open: keyIn(link.href) });
      },
      isOpen: isListed,
    },
    'a guest with a personal link': {
      draft: { status: 'private', meta: { registry_invitees: JSON.stringify([ADDRESS]) } },
      enter: async (guest, id) => {
        const link = new URL(await linksOn(site()).personal(id, ADDRESS));
        return guest.open(link.pathname, { open: keyIn(link.href) });
      },
      isOpen: isListed,
    },
    'a guest who knows the password': {
      draft: { status: 'publish', password: 'sesame' },
      enter: (guest) => guest.open('/wp-login.php?action=postpass', { post_password: 'sesame' }),
      isOpen: ({ status, password }) => status === 'publish' && password === 'sesame',
    },
    'an invited member': {
      draft: { status: 'private', meta: { registry_invitees: '["invitee"]' } },
      enter: (guest) => guest.signIn('invitee'),
      isOpen: isListed,
    },
  };

  /** A link in a mail: a text of the guest on its page, and forms that need the list. */
  interface Link {
    url: string;
    own: RegExp;
    forms: Record<string, string>[];
    /** The form that ends what is the guest's, and the answer. */
    end?: [Record<string, string>, RegExp];
  }

  const formWith = (html: string, text: string) =>
    formIn(`<form${html.split('<form').find((one) => one.includes(text))}`) ?? assert.fail(`no form with ${text}`);
  /** Returns the parameters of an address, which its page has as hidden fields. */
  const parametersOf = (url: string) => Object.fromEntries(new URL(url).searchParams);
  const linkIn = async (parameter: string) => {
    const links = (await deliver(system)).flatMap((mail) => mail.links);
    return links.find((one) => one.includes(`${parameter}=`)) ?? assert.fail(`no mail with ${parameter}`);
  };
  const send = async (guest: Guest, path: string, fields: Record<string, string>, status: number): Promise<Seen> => {
    const seen = await guest.open(path, fields);
    assert.equal(seen.status, status, seen.text);
    return seen;
  };

  /** Promises a part of a wish. A member’s part counts at once; its link is in later mails. */
  async function part(guest: Guest, path: string, item: number, isMember: boolean): Promise<string> {
    const { fields } = formWith((await guest.open(`${path}?give=${item}`)).html, 'share_amount');
    const typed = { ...fields, share_amount: '90', ...(isMember ? {} : { share_email: ADDRESS }), shares: 'promise' };
    await send(guest, path, typed, isMember ? 303 : 200);
    return isMember
      ? run(
          `$shares = Largesse\\Services::get( Largesse\\Foundation\\Service\\Client::class )->list_shares( array( 'giver_user_id' => $input ) );
           echo Largesse\\Together\\Shares\\ShareLink::url( end( $shares )['registry_id'], end( $shares )['id'] );`,
          site().users.invitee.id,
        )
      : linkIn('my-share');
  }

  /** Creates a link of each kind for a guest. The keys are the classes of the pages. */
  async function linksOf(guest: Guest, id: number, path: string, bikes: number[], vase: number, isMember: boolean) {
    const [first = 0, second = 0] = bikes;
    const share = await part(guest, path, first, isMember);
    if (!isMember) await send(guest, '/', { ...parametersOf(share), act: 'confirm' }, 200);
    const gift = formWith((await guest.open(`${path}?give=${vase}`)).html, 'class="largesse-give__form"');
    const given = await guest.open(gift.address, { ...gift.fields, giver_email: ADDRESS });
    const page = new URL(given.location ?? assert.fail(given.text));
    const key = Object.fromEntries(['gift-of', 'key'].map((name) => [name, page.searchParams.get(name) ?? '']));
    await deliver(system);
    if (isMember) await guest.open(path, formWith((await guest.open(path)).html, 'value="start"').fields);
    else await send(guest, path, { follow: 'ask', 'largesse-email': ADDRESS }, 200);
    const follow = isMember
      ? await run(
          `use Largesse\\Together\\Following as F;
           echo F\\FollowerPage::url( get_post( $input[0] ), F\\Followers::find( $input[0], $input[1], '' ) );`,
          [id, site().users.invitee.id],
        )
      : await linkIn('follower');
    const links: Record<string, Link[]> = {
      SharePage: [
        {
          url: share,
          own: /Bike: .*90/,
          forms: [{ act: 'extend' }, { act: 'note', share_note: 'I wait.' }],
          end: [{ act: 'back' }, /You have taken back your part/],
        },
      ],
      GiverPage: [
        {
          url: page.href,
          own: /Vase.*You are giving this/,
          forms: [{ act: 'change', quantity: '5' }],
          end: [{ act: 'back' }, /^$/],
        },
      ],
      FollowerPage: [
        {
          url: follow,
          own: /Follow a list|You follow/i,
          forms: [{ act: 'confirm' }],
          end: [{ act: 'end' }, /no more mails/],
        },
      ],
    };
    if (!isMember) {
      links.SharePage?.push({ url: await part(guest, path, second, false), own: /./, forms: [{ act: 'confirm' }] });
      const all = await run('echo Largesse\\Promises\\Giving\\GiverLink::create( $input );', ADDRESS);
      links.MyGiftsPage = [{ url: all, own: /(?=.*Bike)(?=.*Vase).*You cannot open the registry/, forms: [] }];
    }
    return { links, key };
  }

  const NAMES: Record<string, string> = { Bike: 'Secret bike', Boat: 'Secret boat', Vase: 'Secret vase' };

  /** Stores a part of another guest. */
  const promiseOfFay = (id: number, bike: number) =>
    run(
      `$id = wp_generate_uuid4();
       Largesse\\Services::get( Largesse\\Together\\Shares\\StoredShares::class )->put( get_post( $input[0] ), $id, array( 'item_id' => $input[1], 'amount' => 50, 'giver_name' => 'Fay', 'giver_email' => 'fay@people.example', 'ends_at' => gmdate( 'Y-m-d\\TH:i:s\\Z', time() + WEEK_IN_SECONDS ), 'note' => 'Meet at seven' ), array( 'is_new' => true ) );
       echo $id;`,
      [id, bike],
    );

  /** Creates a list on which a guest has a link of each kind. After that, the list gets other names. */
  async function prepared({ draft, enter }: Entrance) {
    const id = await create(site(), 'owner', { title: 'Our list', ...draft });
    const items: number[] = [];
    for (const name of Object.keys(NAMES))
      items.push(await addItem(system, id, name, name === 'Vase' ? { quantity_needed: 9 } : { price: 400 }));
    const [bike = 0, boat = 0, vase = 0] = items;
    await promiseOfFay(id, bike);
    const guest = new Guest(site());
    await enter(guest, id);
    const address = await run(
      `wp_set_current_user( get_post( $input )->post_author ); echo get_permalink( $input );`,
      id,
    );
    const path = address.replace(site().url, '');
    const made = await linksOf(guest, id, path, [bike, boat], vase, enter === ENTRANCES['an invited member']?.enter);
    for (const [n, name] of Object.values(NAMES).entries())
      await system.request('admin', 'PUT', `/items/${items[n]}`, { body: { name } });
    await run(`wp_update_post( array( 'ID' => $input, 'post_title' => 'Hush' ) );`, id);
    return { id, path, bike, ...made };
  }

  const put = (id: number, { status, password, hasEnded }: State) =>
    run(
      `list( $id, $status, $password, $has_ended ) = $input;
       if ( 'trash' === $status ) return wp_trash_post( $id );
       if ( 'trash' === get_post( $id )->post_status ) wp_untrash_post( $id );
       wp_update_post( array( 'ID' => $id, 'post_status' => $status, 'post_password' => $password ) );
       if ( $has_ended ) {
         update_post_meta( $id, 'registry_invitees', '[]' );
         Largesse\\Together\\Invitations\\FamilyLink::revoke( get_post( $id ) );
       }`,
      [id, status, password, hasEnded],
    );

  const VISIBLE = [
    ['publish', ''],
    ['publish', 'sesame'],
    ['publish', 'other'],
    ['private', ''],
  ] as const;
  /** Links and invitations end last, because they do not come back. */
  const STATES: State[] = [
    ...[...VISIBLE, ['draft', ''] as const, ['trash', ''] as const].map(([status, password]) => ({
      status,
      password,
      hasEnded: false,
    })),
    ...VISIBLE.map(([status, password]) => ({ status, password, hasEnded: true })),
  ];

  for (const [who, entrance] of Object.entries(ENTRANCES))
    it(`open the list for ${who} as long as the list itself is open to them`, async () => {
      const { id, links, key } = await prepared(entrance);
      for (const state of STATES) {
        await put(id, state);
        const isOpen = isPublic(state) || entrance.isOpen(state);
        for (const [page, ofPage] of Object.entries(links))
          for (const { url, own } of ofPage) {
            const { html, text } = await new Guest(site()).open(url);
            const what = `${page} ${JSON.stringify(state)}: ${text}`;
            assert.equal(OF_LIST.test(decoded(html)), isOpen, what);
            assert.match(text, isOpen ? /./ : own, what);
          }
      }
      await put(id, { status: 'private', password: '', hasEnded: true });
      for (const [page, ofPage] of Object.entries(links))
        for (const { url, forms, end } of ofPage) {
          const { origin, pathname } = new URL(url);
          const hidden = page === 'GiverPage' ? key : parametersOf(url);
          const press = (form: Record<string, string>) =>
            new Guest(site()).open(origin + pathname, { ...hidden, ...form });
          for (const form of forms) {
            const seen = await press(form);
            assert.equal(seen.status, 403, `${page} ${JSON.stringify(form)}: ${seen.text}`);
            assert.doesNotMatch(decoded(seen.html), OF_LIST);
          }
          if (!end) continue;
          const [form, answer] = end;
          const ended = await press(form);
          assert.ok(ended.status === 303 || answer.test(ended.text), `${page}: ${ended.status} ${ended.text}`);
          assert.doesNotMatch(decoded(ended.html), OF_LIST);
        }
      const left = JSON.parse(
        await run(
          `$client = Largesse\\Services::get( Largesse\\Foundation\\Service\\Client::class );
           echo wp_json_encode( array( array_column( $client->list_shares( array( 'registry_id' => $input ) ), 'giver_name' ), $client->list_purchases( array( 'registry_id' => $input ) ), count( Largesse\\Together\\Following\\Followers::of( $input ) ) ) );`,
          id,
        ),
      );
      assert.deepEqual(left, [['Fay'], [], 0], 'only what the guest had promised has ended');
    });

  it('that a mailbox has confirmed open the list if its address is invited, whatever way its reader took', async () => {
    const { id, bike, links } = await prepared(ENTRANCES['a stranger on a public list'] ?? assert.fail());
    const [share] = links.SharePage ?? [];
    const shows = async (url = '') => OF_LIST.test(decoded((await new Guest(site()).open(url)).html));
    await put(id, { status: 'private', password: '', hasEnded: false });
    await run(`update_post_meta( $input[0], 'registry_invitees', wp_json_encode( array( $input[1] ) ) );`, [
      id,
      ADDRESS,
    ]);
    assert.equal(await shows(share?.url), true);
    assert.equal(await shows(links.GiverPage?.[0]?.url), false, 'nobody has confirmed the address of a gift');
    /** Lets another giver take back a part, and returns the mails to the guest about it. */
    const mailsAfterTakingBack = async () => {
      const other = await promiseOfFay(id, bike);
      await deliver(system);
      await run(
        `use Largesse\\Together\\Shares as S;
         $shares = Largesse\\Services::get( S\\StoredShares::class );
         $share  = $shares->find( $input[0], $input[1] );
         Largesse\\Services::get( S\\ShareMailSender::class )->queue_taken_back( $share );
         $shares->end( $input[0], $share );`,
        [id, other],
      );
      return (await deliver(system)).filter(({ recipients }) => recipients.includes(ADDRESS)).length;
    };
    assert.equal(await mailsAfterTakingBack(), 1);
    await run(`update_post_meta( $input, 'registry_invitees', '[]' );`, id);
    assert.equal(await shows(share?.url), false);
    assert.equal(await mailsAfterTakingBack(), 0, 'the mail would name the list, and what others give');
  });

  it('never open the list to an address because a member with rights has typed it', async () => {
    const { id, path, key } = await prepared(ENTRANCES['a guest with the sharing link'] ?? assert.fail());
    await put(id, { status: 'private', password: '', hasEnded: true });
    const [bike] = JSON.parse(
      await run(
        `update_post_meta( $input, 'registry_invitees', '["invitee"]' );
         echo wp_json_encode( array_column( Largesse\\Services::get( Largesse\\Registries\\Registry\\Store::class )->items->for_public( $input ), 'id' ) );`,
        id,
      ),
    );
    const { invitee } = site().users;
    const member = new Guest(site());
    await member.signIn('invitee');

    // A member opens the page of a guest's gift, whose own way to the list has ended.
    const page = (await member.open(`${path}?${new URLSearchParams(key)}`)).html;
    const { fields } = formWith(page, 'name="link_to"');
    await send(member, path, { ...key, ...fields, act: 'send', link_to: 'zoe@people.example' }, 303);
    const [mail] = (await deliver(system)).filter(({ recipients }) => recipients.includes('zoe@people.example'));
    assert.ok(mail);
    assert.doesNotMatch(`${mail.subject} ${mail.text}`, OF_LIST);

    await run(`update_user_meta( $input, '_largesse_unconfirmed', 'key' );`, invitee.id);
    // Anyone may read the mails to an address that nobody has confirmed, also to that of the account.
    for (const share_email of [ADDRESS, invitee.email]) {
      const { fields: shown } = formWith((await member.open(`${path}?give=${bike}`)).html, 'share_amount');
      const typed = { ...shown, share_amount: '90', share_email, shares: 'promise' };
      assert.match((await send(member, path, typed, 422)).text, /Please confirm your e-mail address first/);
    }
    assert.deepEqual(await deliver(system), []);
    await run(`delete_user_meta( $input, '_largesse_unconfirmed' );`, invitee.id);
  });

  it('are all links to pages, except for links without a list', async () => {
    const pages = JSON.parse(
      await run(
        `use Largesse\\Foundation\\Http\\LinkPage;
         use Largesse\\Registries\\Registry\\ListLinkPage;
         $source = dirname( Largesse\\Plugin::file() ) . '/src';
         $found  = array( 'lists' => array(), 'others' => array() );
         foreach ( new RecursiveIteratorIterator( new RecursiveDirectoryIterator( $source ) ) as $file ) {
           if ( ! preg_match( '/^[^.]+[.]php$/D', $file->getFilename() ) ) continue;
           $class = 'Largesse' . strtr( substr( $file->getPathname(), strlen( $source ), -4 ), '/', '\\\\' );
           if ( ! str_contains( file_get_contents( $file->getPathname() ), ' extends ' ) ) continue;
           try {
             if ( ! is_subclass_of( $class, LinkPage::class ) || ( new ReflectionClass( $class ) )->isAbstract() ) continue;
           } catch ( Error $of_wordpress ) {
             // WordPress has not loaded its own class that this one extends.
             continue;
           }
           $found[ is_subclass_of( $class, ListLinkPage::class ) ? 'lists' : 'others' ][] = ( new ReflectionClass( $class ) )->getShortName();
         }
         sort( $found['lists'] );
         sort( $found['others'] );
         echo wp_json_encode( $found );`,
      ),
    );
    assert.deepEqual(pages.lists, ['FollowerPage', 'GiverPage', 'SharePage'], 'linksOf() has a link of each');
    const others = {
      CircleLinkPage: 'joins a circle',
      EndReminders: 'ends the mails of an account',
      OptOutPage: 'ends the mails to an address',
      ProposalPage: 'has the key of a proposal, which the owner can withdraw',
      RegistryLinkPage: 'has the key of the list itself',
      SignUpConfirmation: 'confirms an account',
    };
    assert.deepEqual(pages.others, Object.keys(others));
  });
});
