import type { WordPressVersion } from '../../../tools/wordpress/packages.ts';
import { addItem } from '../plugin/connected.ts';
import { openProxiedSite, type ProxiedSite } from '../plugin/proxied-site.ts';
import { create, type Draft } from '../wordpress/requests.ts';
import type { TestTheme } from '../wordpress/site.ts';

/** Fields of an item that a test creates. */
export interface Wish {
  name: string;
  url?: string;
  description?: string;
  retailer?: string;
  image_url?: string;
  price?: number;
  quantity_needed?: number;
  quantity_purchased?: number;
  affiliate_url?: string;
  affiliate_status?: 'active' | 'inactive' | 'expired' | 'none';
}

/** A WordPress with a picture for items, and with prices in euros. */
export interface GuestSite extends ProxiedSite {
  /** Address of a picture on the site itself. */
  readonly picture: string;
  /**
   * Creates a registry of the owner with items. Returns the id and the path of the registry, and the ids of the items.
   */
  registry(draft: Draft, wishes?: readonly Wish[]): Promise<Shown>;
}

/** A registry that guests can open. */
export interface Shown {
  id: number;
  path: string;
  items: number[];
}

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><circle cx="20" cy="15" r="9"/></svg>';

/** Boots a site that does not cache items, so that each page shows the current items. */
export async function openGuestSite(version: WordPressVersion = '6.5', theme: TestTheme = 'plain'): Promise<GuestSite> {
  const proxied = await openProxiedSite(version, theme);
  const { site } = proxied.system;
  await site.wordpress.run(
    `wp_mkdir_p( WP_CONTENT_DIR . '/uploads' );
     file_put_contents( WP_CONTENT_DIR . '/uploads/guest.svg', $input );
     update_option( 'largesse_currency', 'EUR' );`,
    PICTURE,
  );
  return {
    ...proxied,
    set interference(interference) {
      proxied.interference = interference;
    },
    get interference() {
      return proxied.interference;
    },
    picture: `${site.url}/wp-content/uploads/guest.svg`,
    registry: async (draft, wishes = []) => {
      const id = await create(site, 'owner', { status: 'publish', ...draft });
      const items: number[] = [];
      for (const { name, ...fields } of wishes) items.push(await addItem(proxied.system, id, name, fields));
      const address = await site.wordpress.run(
        'wp_set_current_user( get_post( $input )->post_author ); echo get_permalink( $input );',
        id,
      );
      return { id, path: address.replace(site.url, ''), items };
    },
  };
}

/** Returns twelve wishes whose cards have different parts and heights. @param picture address of a picture */
export function variedWishes(picture: string): Wish[] {
  return Array.from({ length: 12 }, (_, index) => ({
    name: index % 2 ? `A wish with a name that needs several lines on a phone, number ${index}` : `Wish ${index}`,
    price: 10 ** (index % 7),
    retailer: 'Kitchen & Co',
    image_url: index % 3 ? picture : '',
    description: index % 4 ? '' : 'We have wanted one for years, in any colour except green.',
    quantity_needed: 1 + index,
  }));
}
