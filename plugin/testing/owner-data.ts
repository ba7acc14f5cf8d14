/* Data of the page My registries, as the site sends it, for tests of the page's scripts. */

export type Fields = Record<string, unknown>;

/** Creates a wish. */
export const item = (id: number, more: Fields = {}) => ({
  id,
  heading: '',
  is_most_wanted: false,
  name: `Wish ${id}`,
  description: '',
  url: '',
  retailer: '',
  image_url: '',
  price: null,
  currency: '',
  price_text: '',
  quantity_needed: 1,
  is_any_number: false,
  quantity_purchased: 0,
  quantity_had: 0,
  status_text: '',
  is_surprise: false,
  is_complete: false,
  gift_url: '',
  version: '1',
  ...more,
});

/** Address of the registry. */
export const PERMALINK = 'https://site.example/ours';
export const FAMILY_LINK = `${PERMALINK}?open=1`;

/** A registry with headings and wishes. */
export const REGISTRY = {
  id: 7,
  title: 'Ours',
  event_type: 'Wedding',
  event_date: '',
  date_text: 'May 1',
  surprise: 'hidden',
  reveal_date: '',
  reveal_text: '',
  surprise_text: '',
  is_revealed: false,
  is_over: false,
  is_past: false,
  is_public: false,
  is_draft: false,
  has_password: false,
  story: '',
  story_text: '',
  is_story_html: false,
  permalink: PERMALINK,
  manage_url: 'https://site.example/mine?registry=7',
  version: '1',
  last_edit: '',
  guests: '',
  headings: ['Kitchen', 'Bath'],
  items: [item(1), item(2, { heading: 'Kitchen' }), item(3, { heading: 'Kitchen' })],
  items_error: '',
  invitees: [],
  invitations: [] as Fields[],
  owners: [] as string[],
  keepers: [] as string[],
  owner_keepers: [] as string[],
  is_for_child: false,
  sees_all: false,
  may_delete: false,
};

/** Everything that the site sends with the page. */
export const SENT = {
  access: { root: 'https://site.example/api', nonce: 'abcdef0', renew: 'https://site.example/renew' },
  pages: {
    login: 'https://site.example/login',
    overview: 'https://site.example/mine',
    gifts: 'https://site.example/gifts',
    guest: 'https://site.example/ours?as=guest',
  },
  prices: { locale: 'en', currency: 'EUR' },
  pictures: { types: ['image/jpeg'], most_bytes: 1000, side: 100 },
  registry: REGISTRY,
  wish: null,
  unlisted: 'https://site.example/unlisted?wish=',
  familyLink: { state: 'none', url: '' },
  owner: '',
  user: 'Ida',
  today: '2026-06-12',
  occasions: ['Birthday', 'Wedding', 'Baby', 'Christmas', 'Housewarming'].map((name) => ({
    key: name.toLowerCase(),
    name,
    title: `Ida’s ${name.toLowerCase()}`,
  })),
  surprising: [],
  texts: {},
};

/**
 * Loads a script. Its types need a browser, so the type check of the plugin checks the script, not its tests.
 * @param path path from `blocks/my-registries`
 */
export const load = (path: string) => import(new URL(`../blocks/my-registries/${path}`, import.meta.url).href);

/** Waits until the page waits for the site or for a timer. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((done) => setImmediate(done));
}
