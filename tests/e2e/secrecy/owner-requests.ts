import type { RepeatableSite, Seen } from './repeatable-site.ts';
import { CIRCLE, type Family, type Owner, type OwnerAnswer, uuidOf } from './world.ts';

/** Time at which owners send their requests on the eve of the reveal (milliseconds after noon). */
export const EVE_MS = 11 * 3600 * 1000;

/** Time at which owners send their requests after the reveal (milliseconds after noon). */
export const DAY_AFTER_MS = 13 * 3600 * 1000;

type Ask = [method: string, path: string, body?: object];

/** A file that contains one wish. */
const FILE = { format: 'largesse.registry/1', wishes: [{ name: 'Kettle', url: 'https://shop.example/kettle' }] };
const LISTED = {
  place: 1,
  by: 'address',
  nth: 1,
  fields: { name: 'Kettle', url: 'https://shop.example/kettle' },
};

/** Requests of the owner's own page, in the order of sending. The keys are routes of `largesse/v1`. */
const REST: Record<string, (family: Family, state: State) => Ask[]> = {
  'GET /registries/{id}': ({ registry }) => [['GET', `/registries/${registry}`]],
  'GET /registries/{id}/edits': ({ registry }) => [['GET', `/registries/${registry}/edits`]],
  'PATCH /registries/{id}': ({ registry }, { version }) => [
    ['PATCH', `/registries/${registry}`, { version: 'an old one', title: 'New' }],
    ['PATCH', `/registries/${registry}`, { version, title: 'New', surprise: 'names' }],
  ],
  'PATCH /registries/{id}/items/{item}': ({ registry, items }, state) =>
    items.flatMap((item): Ask[] => [
      ['PATCH', `/registries/${registry}/items/${item}`, { version: 'an old one', quantity_needed: 1 }],
      ['PATCH', `/registries/${registry}/items/${item}`, { version: state.items.get(item), quantity_needed: 1 }],
    ]),
  'POST /registries/{id}/items/{item}/have': ({ registry, items }) =>
    items.flatMap((item): Ask[] =>
      [4, 9].map((quantity) => [
        'POST',
        `/registries/${registry}/items/${item}/have`,
        { purchase: uuidOf(`${item} ${quantity}`), quantity },
      ]),
    ),
  'DELETE /registries/{id}/items/{item}/have': ({ registry, items }) =>
    items.map((item) => ['DELETE', `/registries/${registry}/items/${item}/have`, { left: 0 }]),
  'POST /registries/{id}/items/{item}/move': ({ registry, items }) =>
    items.map((item) => ['POST', `/registries/${registry}/items/${item}/move`, { before: null }]),
  'POST /registries/{id}/headings': ({ registry }) => [
    ['POST', `/registries/${registry}/headings`, { title: 'Kitchen' }],
    ['POST', `/registries/${registry}/headings`, { title: 'kitchen' }],
  ],
  'PATCH /registries/{id}/headings': ({ registry, items }) => [
    ['PATCH', `/registries/${registry}/headings`, { heading: 'Kitchen', title: 'The kitchen' }],
    ...items.map(
      (item): Ask => ['POST', `/registries/${registry}/items/${item}/move`, { before: null, heading: 'The kitchen' }],
    ),
  ],
  'DELETE /registries/{id}/headings': ({ registry }) => [
    ['DELETE', `/registries/${registry}/headings`, { heading: 'The kitchen' }],
  ],
  'POST /registries/{id}/items/{item}/most-wanted': ({ registry, items }) =>
    [...items, ...items.slice(0, 1)].map((item, index) => [
      'POST',
      `/registries/${registry}/items/${item}/most-wanted`,
      { is_most_wanted: index < items.length },
    ]),
  'POST /registries/{id}/items/{item}/copy': ({ registry, items }) =>
    items.flatMap((item): Ask[] => [
      ['POST', `/registries/${registry}/items/${item}/copy`, { title: 'One of them' }],
      ['POST', `/registries/${registry}/items/${item}/copy`, { to: registry }],
    ]),
  'GET /registries': () => [['GET', '/registries']],
  'GET /lists': () => [['GET', '/lists']],
  'POST /received-registries': ({ registry }) => [['POST', '/received-registries', { registries: [registry, 1e9] }]],
  'GET /gifts': () => [['GET', '/gifts']],
  'GET /registries/{id}/giving': ({ registry }) => [['GET', `/registries/${registry}/giving`]],
  'POST /registries/{id}/items/{item}/gifts': ({ registry, items }) =>
    items.map((item) => ['POST', `/registries/${registry}/items/${item}/gifts`, { gift: uuidOf(`${item} gift`) }]),
  'DELETE /gifts/{gift}': ({ items }) => items.map((item) => ['DELETE', `/gifts/${uuidOf(`${item} gift`)}`]),
  'DELETE /registries/{id}/items/{item}': ({ registry, items }) =>
    items.slice(0, 1).map((item) => ['DELETE', `/registries/${registry}/items/${item}`]),
  'POST /registries/{id}/items/{item}/restore': ({ registry, items }) =>
    items.slice(0, 1).map((item) => ['POST', `/registries/${registry}/items/${item}/restore`, { before: null }]),
  'POST /registries/{id}/items': ({ registry }) => [
    ['POST', `/registries/${registry}/items`, { name: 'Late wish', url: 'https://shop.example/late' }],
  ],
  'POST /registries/{id}/previews': ({ registry }) => [
    ['POST', `/registries/${registry}/previews`, { url: 'https://shop.example/late' }],
  ],
  'POST /registries/{id}/invitees': ({ registry }) => [
    ['POST', `/registries/${registry}/invitees`, { invitee: 'stranger' }],
  ],
  'POST /registries/{id}/invitees/link': ({ registry }) => [
    ['POST', `/registries/${registry}/invitees/link`, { invitee: 'stranger' }],
  ],
  'POST /registries/{id}/invitees/letter': ({ registry }) => [
    ['POST', `/registries/${registry}/invitees/letter`, { invitees: ['stranger'] }],
  ],
  'POST /registries/{id}/invitees/mail': ({ registry }) => [
    ['POST', `/registries/${registry}/invitees/mail`, { invitees: ['stranger'] }],
  ],
  'DELETE /registries/{id}/invitees': ({ registry }) => [
    ['DELETE', `/registries/${registry}/invitees`, { invitee: 'stranger' }],
  ],
  'POST /registries/{id}/owners': ({ registry }) => [
    ['POST', `/registries/${registry}/owners`, { person: 'mailinvitee' }],
    ['POST', `/registries/${registry}/owners`, { person: 'nobody' }],
  ],
  'DELETE /registries/{id}/owners': ({ registry }) => [
    ['DELETE', `/registries/${registry}/owners`, { person: 'mailinvitee' }],
  ],
  // Users who see gifts cannot become keepers.
  'POST /registries/{id}/keepers': ({ registry }) =>
    ['owner', 'admin', 'invitee', 'invitee@people.example', 'stranger'].map((person) => [
      'POST',
      `/registries/${registry}/keepers`,
      { person },
    ]),
  'DELETE /registries/{id}/keepers': ({ registry }) => [
    ['DELETE', `/registries/${registry}/keepers`, { person: 'stranger' }],
  ],
  'POST /registries/{id}/releases': ({ registry }) => [
    ['POST', `/registries/${registry}/releases`, { purchase: uuidOf('no gift') }],
  ],
  'POST /registries/{id}/family-link': ({ registry }) => [['POST', `/registries/${registry}/family-link`]],
  'GET /registries/{id}/family-link': ({ registry }) => [['GET', `/registries/${registry}/family-link`]],
  'DELETE /registries/{id}/family-link': ({ registry }) => [['DELETE', `/registries/${registry}/family-link`]],
  'DELETE /registries/{id}/personal-links': ({ registry }) => [['DELETE', `/registries/${registry}/personal-links`]],
  'POST /registries/{id}/pictures': ({ registry }) => [['POST', `/registries/${registry}/pictures`]],
  'POST /registries/{id}/pictures/check': ({ registry }) => [
    ['POST', `/registries/${registry}/pictures/check`, { url: 'ftp://shop.example' }],
  ],
  'GET /registries/{id}/export': ({ registry }) => [['GET', `/registries/${registry}/export`]],
  'POST /registries/{id}/read-file': ({ registry }) => [['POST', `/registries/${registry}/read-file`, { file: FILE }]],
  'POST /registries/{id}/import': ({ registry }) => [['POST', `/registries/${registry}/import`, { wishes: [LISTED] }]],
  'POST /registries/read-file': () => [['POST', '/registries/read-file', { file: FILE }]],
  'POST /registries/from-file': () => [['POST', '/registries/from-file', { file: FILE, title: 'Of a file' }]],
  'POST /registries/{id}/copy': ({ registry }) => [['POST', `/registries/${registry}/copy`, { title: 'Again' }]],
  'POST /registries/{id}/past': ({ registry }) => [
    ['POST', `/registries/${registry}/past`],
    ['POST', `/registries/${registry}/past`, { is_past: false }],
  ],
  'POST /registries': () => [['POST', '/registries', { title: 'Another' }]],
  'POST /confirmation': () => [['POST', '/confirmation']],
  'DELETE /registries/{id}': ({ registry }) => [['DELETE', `/registries/${registry}`]],
};

/** Routes that reveal hidden gifts on purpose. */
const TELLS = ['POST /registries/{id}/reveal'];

/** State of a registry. The owner's page reads this state before the page sends a change. */
interface State {
  version: string;
  items: ReadonlyMap<number, string>;
}

const NO_STATE: State = { version: '', items: new Map() };

/** Part of the site that the owner requests. `each kind`: one page of each kind, and all routes of the owner's page. */
export type Extent = 'each kind' | 'everything';

/** One page of each kind: the registry's page and the pages of its owner (see `Extent`). */
const pagesOf = ({ registry, path, items, other }: Family): string[] => [
  path,
  other,
  `${other}?giving=1`,
  `${other}?give=${items[1]}`,
  `${path}?present=1`,
  `${path}?shares=1`,
  `${path}?ask=${items[1]}`,
  `/my-registries/?registry=${registry}`,
  `/my-registries/?registry=${registry}&gifts=list`,
  `/my-registries/?registry=${registry}&gifts=csv`,
  ...['json', 'csv', 'html'].map((format) => `/my-registries/?registry=${registry}&export=${format}`),
  '/my-registries/',
  `/my-registries/?circle=${CIRCLE}`,
  '/my-registries/?about=edit',
  '/my-registries/?reminders=edit',
  '/my-registries/?account=edit',
  '/my-registries/?import=1',
  `/my-registries/?registry=${registry}&address=edit`,
  `/my-registries/?registry=${registry}&appearances=add`,
  `/my-registries/?registry=${registry}&appearances=${items[1]}`,
  `/my-registries/?registry=${registry}&unlisted=edit`,
  `/my-registries/?registry=${registry}&import=1`,
];

/** Pages on which guests give gifts. */
const pagesOfGuests = ({ path, items }: Family): string[] => [
  `${path}?giving=1`,
  `${path}?gift=${items[0]}`,
  ...items.map((item) => `${path}?give=${item}`),
  `${path}?giving=1&give=${items[0]}`,
];

/** Other pages that can contain data about a registry. */
const otherPages = ({ registry, path }: Family): string[] => [
  `${path}?wishes=open&giving=1`,
  `${path}?as=guest`,
  `${path}?calendar=1`,
  `${path}?follow=1`,
  `/?follower=${registry}x${'0'.repeat(32)}`,
  `${path}?as=guest&giving=1`,
  `${path}?open=${'0'.repeat(32)}`,
  `${path}?gift-of=${uuidOf('nothing')}&key=${'0'.repeat(32)}`,
  `${path}feed/`,
  `${path}embed/`,
  '/',
  '/wp-sitemap-posts-registry-1.xml',
];

/** Further pages: variants of a registry's page, search results, feeds and sitemaps. */
const furtherPages = ({ registry, path }: Family): string[] => [
  `${path}?wishes=open`,
  `${path}?sort=price-up`,
  `/?p=${registry}`,
  '/?s=Birthday',
  '/feed/',
  '/feed/?post_type=registry',
  '/comments/feed/',
  '/author/owner/',
  '/wp-sitemap.xml',
  '/wp-sitemap-users-1.xml',
  '/robots.txt',
];

/** WordPress routes that contain registries. */
const routesOf = ({ registry, path }: Family): string[] => [
  '/wp-json/wp/v2/registries?context=edit&orderby=modified',
  `/wp-json/wp/v2/registries/${registry}?context=edit`,
  `/wp-json/oembed/1.0/embed?url=${encodeURIComponent(path)}`,
];

const ABILITIES = '/wp-json/wp-abilities/v1/abilities/largesse';

/** Paths of abilities that only read data. The assistant of an owner can use these abilities. */
export const abilitiesOf = ({ registry }: Family): string[] => [
  ...['get-registry', 'show-access', 'show-wanted'].map((name) => `${ABILITIES}/${name}/run?input[id]=${registry}`),
  `${ABILITIES}/list-registries/run`,
];

/** Further routes that can contain data about registries or givers. */
const furtherRoutes = ({ registry }: Family): string[] => [
  '/wp-json/largesse/v1',
  `/wp-json/wp/v2/registries/${registry}/revisions`,
  '/wp-json/wp/v2/search?search=Birthday&subtype=registry',
  '/wp-json/wp/v2/comments',
  '/wp-json/wp/v2/users/me?context=edit',
];

/** Screens of wp-admin about registries, in addition to the screens in menus. */
const screensOf = ({ registry }: Family): string[] => [
  '/wp-admin/edit.php?post_type=registry&orderby=modified&order=desc',
  `/wp-admin/post.php?post=${registry}&action=edit`,
];

/** Screens of wp-admin that only administrators can open, in addition to the screens in menus. */
const SCREENS_OF_ADMIN = [
  '/wp-admin/options.php',
  '/wp-admin/site-health.php?tab=debug',
  '/wp-admin/export.php?download=true&content=registry',
];

/** Further screens, which rarely contain data about a registry. */
const FURTHER_SCREENS = [
  '/wp-admin/profile.php',
  '/wp-admin/site-health.php',
  '/wp-admin/export.php?download=true&content=all',
];

/** Screens to skip, because they contact other sites, or because only the browser renders them. */
const NO_SCREEN = /plugin-install|theme-install|update-core|customize\.php|site-editor/;

/** Routes to skip, because they contact other sites, run other requests (batch), or need a parameter in their path. */
const NO_ROUTE = /block-directory|pattern-directory|url-details|batch|\(/;

/** Fetches everything that the owner of a registry can see. */
export class OwnerRequests {
  readonly #world: RepeatableSite;
  readonly #owner: Owner;
  readonly #family: Family;
  readonly #answers: OwnerAnswer[] = [];
  #time = 0;

  constructor(world: RepeatableSite, owner: Owner, family: Family) {
    this.#world = world;
    this.#owner = owner;
    this.#family = family;
  }

  /**
   * Sends the owner's requests, and returns the answers.
   * @param from time of the first request (milliseconds after noon)
   */
  async around(from: number, extent: Extent): Promise<OwnerAnswer[]> {
    this.#time = from;
    // Requests Site Health before the cron runs, because Site Health lists overdue events.
    if (this.#owner === 'admin') await this.#request('screen', 'GET', '/wp-admin/site-health.php');
    await this.#cron();
    await this.#pages(extent);
    await this.#screens(extent);
    await this.#routes(extent);
    await this.#ownData();
    await this.#ownRoutes(extent);
    await this.#mails();
    return this.#answers;
  }

  /** Returns the answers that the owner has fetched so far. */
  get seen(): readonly OwnerAnswer[] {
    return this.#answers;
  }

  /** Opens the registry's page, signed out and signed in. Also reads the registry and its changes. */
  async atOnce(from: number): Promise<void> {
    this.#time = from;
    this.#world.at(this.#time);
    const { path } = this.#family;
    this.#note('visit', `signed out ${path}`, await this.#world.visit(path));
    await this.#readings();
    await this.#request('page', 'GET', path, undefined, 100);
  }

  /** Reads the registry and its changes, like the owner's page. */
  async #readings(): Promise<void> {
    const route = `/wp-json/largesse/v1/registries/${this.#family.registry}`;
    for (const path of [route, `${route}/edits`]) await this.#request('own route', 'GET', path, undefined, 100);
  }

  /** Runs the site's cron, which sends mails. */
  async #cron(): Promise<void> {
    this.#world.at(this.#time);
    await this.#world.ask('nobody', 'GET', '/wp-cron.php?doing_wp_cron');
  }

  async #request(kind: string, method: string, path: string, body?: object, pause = 1000): Promise<Seen> {
    this.#time += pause;
    this.#world.at(this.#time);
    const isRest = path.startsWith('/wp-json');
    const seen = isRest
      ? await this.#world.rest(this.#owner, method, path, body)
      : await this.#world.ask(this.#owner, method, path);
    this.#note(kind, `${method} ${path} ${body ? JSON.stringify(body) : ''}`, seen);
    return seen;
  }

  #note(kind: string, asked: string, seen: Seen): void {
    const before = this.#answers.filter((answer) => answer.asked.startsWith(asked)).length;
    this.#answers.push({ kind, asked: before === 0 ? asked : `${asked} (${before + 1})`, ...seen });
  }

  async #pages(extent: Extent): Promise<void> {
    const asked = new Set<string>();
    let next = pagesOf(this.#family);
    if (extent === 'everything')
      next.push(...pagesOfGuests(this.#family), ...otherPages(this.#family), ...furtherPages(this.#family));
    while (next.length > 0) {
      const found: string[] = [];
      for (const path of next) {
        if (asked.has(path)) continue;
        asked.add(path);
        const { text } = await this.#request('page', 'GET', path);
        found.push(...this.#linksIn(text));
      }
      next = extent === 'everything' ? found : [];
    }
    await this.#request('page', 'HEAD', this.#family.path);
  }

  /** Returns the links of a page to other pages of this site. Skips links to files and links with side effects. */
  #linksIn(html: string): string[] {
    const { url } = this.#world.site;
    return [...html.matchAll(/\shref=["']([^"'#]+)/g)]
      .map(([, href = '']) => href.replaceAll('&#038;', '&').replaceAll('&amp;', '&'))
      .map((href) => (href.startsWith('/') ? href : href.replace(url, '')))
      .filter(
        (path) => path.startsWith('/') && !/^\/\/|^\/wp-(?:content|includes|admin|json|login|cron)|xmlrpc/.test(path),
      );
  }

  async #screens(extent: Extent): Promise<void> {
    const { text } = await this.#request('screen', 'GET', '/wp-admin/');
    const menu = text.slice(text.indexOf('<ul id="adminmenu">'), text.indexOf('id="collapse-menu"'));
    const inMenu = [...menu.matchAll(/<a\s[^>]*href=["']([^"']+)["']/g)].map(
      ([, href = '']) => `/wp-admin/${href.replaceAll(/&(?:amp|#038);/g, '&')}`,
    );
    const ours = inMenu.filter((path) => /largesse|registry/.test(path));
    const asked = [...ours, ...screensOf(this.#family), ...(this.#owner === 'admin' ? SCREENS_OF_ADMIN : [])];
    if (extent === 'everything') asked.push(...inMenu, ...SCREENS_OF_ADMIN, ...FURTHER_SCREENS);
    for (const path of new Set(asked)) if (!NO_SCREEN.test(path)) await this.#request('screen', 'GET', path);
  }

  async #routes(extent: Extent): Promise<void> {
    // All abilities that read one registry use the same route. So one ability is enough for "each kind".
    const abilities = abilitiesOf(this.#family);
    const paths = [...routesOf(this.#family), ...(extent === 'everything' ? abilities : abilities.slice(0, 1))];
    if (extent === 'everything') {
      paths.push(...furtherRoutes(this.#family));
      const index = await this.#request('route', 'GET', '/wp-json/');
      const { routes }: { routes: Record<string, { methods: string[] }> } = JSON.parse(index.text);
      for (const [route, { methods }] of Object.entries(routes)) {
        const path = route.replaceAll(/\(\?P<\w+>\[?\\?\\d[^)]*\)/g, String(this.#family.registry));
        if (methods.includes('GET') && !NO_ROUTE.test(path)) paths.push(`/wp-json${path}`);
      }
    }
    for (const path of new Set(paths)) await this.#request('route', 'GET', path);
  }

  /** Reads the personal data that the site exports to users, and the data that themes and plugins can read. */
  async #ownData(): Promise<void> {
    const { site } = this.#world;
    const run = async (kind: string, php: string, input: unknown) => {
      this.#world.at(this.#time);
      this.#note(kind, kind, { status: 200, headers: {}, text: await site.wordpress.run(php, input) });
    };
    await run('own data', EXPORT, site.users[this.#owner].email);
    for (const name of ['largesse_get_registry', 'largesse_get_wanted'])
      await run(`${name}()`, `wp_set_current_user( $input[0] ); echo wp_json_encode( ${name}( $input[1] ) );`, [
        site.users[this.#owner].id,
        this.#family.registry,
      ]);
  }

  /** Sends the requests of the owner's own page. The last request deletes the registry. */
  async #ownRoutes(extent: Extent): Promise<void> {
    const { registry, items } = this.#family;
    const family = extent === 'everything' ? this.#family : { ...this.#family, items: items.slice(0, 1) };
    await this.#request('own route', 'POST', `${ABILITIES}/add-wish/run`, { input: { id: registry, name: 'A bowl' } });
    for (const [route, asks] of Object.entries(REST)) {
      const isOfVersions = route.startsWith('PATCH');
      const state = isOfVersions ? await this.#state() : NO_STATE;
      // To delete a registry, the service sends this request to the site. The site reads the registry's gifts before it
      // answers, so its answer could depend on them.
      if (route === 'DELETE /registries/{id}' && this.#owner === 'admin')
        await this.#request('own route', 'DELETE', `/wp-json/wp/v2/registries/${registry}?force=true`);
      for (const [method, path, body] of asks(family, state))
        await this.#request('own route', method, `/wp-json/largesse/v1${path}`, body ?? {});
      // The second PATCH request has set the surprise to `names`. So the pages now show more.
      if (route === 'PATCH /registries/{id}')
        for (const path of [this.#family.path, `/my-registries/?registry=${registry}&gifts=list`])
          await this.#request('page', 'GET', path);
    }
  }

  async #state(): Promise<State> {
    const { text } = await this.#world.rest(this.#owner, 'GET', `/registries/${this.#family.registry}`);
    const registry: { version: string; items: { id: number; version: string }[] } = JSON.parse(text).registry;
    return { version: registry.version, items: new Map(registry.items.map(({ id, version }) => [id, version])) };
  }

  async #mails(): Promise<void> {
    await this.#cron();
    const { email } = this.#world.site.users[this.#owner];
    for (const { to, text } of await this.#world.mails())
      if (to.includes(email)) this.#note('mail', 'mail', { status: 200, headers: {}, text });
  }
}

/** PHP code that prints all personal data that WordPress exports for an address. */
const EXPORT = `
  require_once ABSPATH . 'wp-admin/includes/privacy-tools.php';
  foreach ( apply_filters( 'wp_privacy_personal_data_exporters', array() ) as $name => $exporter ) {
    for ( $page = 1, $part = array( 'done' => false ); ! $part['done']; $page++ ) {
      $part = call_user_func( $exporter['callback'], $input, $page );
      echo $name, wp_json_encode( $part );
    }
  }`;

/**
 * Returns the differences between the routes of `largesse/v1` and the tables in this file.
 * @param index answer of `/wp-json/largesse/v1`
 */
export function routesWithoutRow(index: string): string[] {
  const { routes }: { routes: Record<string, { methods: string[] }> } = JSON.parse(index);
  const known = new Set([...Object.keys(REST), ...TELLS]);
  const there = Object.entries(routes).flatMap(([route, { methods }]) => {
    const path = route.replace('/largesse/v1', '').replaceAll(/\(\?P<(\w+)>[^)]*\)/g, '{$1}');
    return path === '' || path === '/status' ? [] : methods.map((method) => `${method} ${path}`);
  });
  return [...known].filter((row) => !there.includes(row)).concat(there.filter((route) => !known.has(route)));
}
