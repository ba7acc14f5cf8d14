import { addItem } from '../plugin/connected.ts';
import type { ProxiedSite } from '../plugin/proxied-site.ts';
import { create, type Draft, dispatch } from '../wordpress/requests.ts';

/** A page of the theme. */
export interface Shown {
  name: string;
  path: string;
  who: 'nobody' | 'owner';
  /** CSS selector of the theme's own parts. Missing if the theme renders the whole page. */
  ours?: string;
  isMissing?: true;
}

/** Contents of a test site. */
export interface Family {
  /** Id of a public wedding registry with items. */
  wedding: number;
  /** Every kind of page of the theme. */
  pages: Shown[];
}

/** Creates a public wedding registry, a private registry, a page and a post. */
export async function settle({ system }: ProxiedSite): Promise<Family> {
  const { site } = system;
  const registry = (title: string, status: string, meta: Draft['meta'] = {}) =>
    create(site, 'owner', { title, status, content: '<p>You being there is the gift.</p>', meta });
  const wedding = await registry('Clara & Jonas', 'publish', {
    registry_event_type: 'Wedding',
    registry_event_date: '2027-06-12',
  });
  await registry('Clara in secret', 'private');
  const picture = `${site.url}/wp-content/themes/largesse/assets/drawings/gifts.svg`;
  await addItem(system, wedding, 'Teapot', { price: 49.95, image_url: picture, retailer: 'Kitchen' });
  await addItem(system, wedding, 'Donaudampfschifffahrtsgesellschaftskapitänsmütze');
  const post = {
    status: 'publish',
    title: 'About us',
    content: '<!-- wp:paragraph --><p>Hello.</p><!-- /wp:paragraph -->',
  };
  await dispatch(site, 'admin', 'POST', '/pages', post);
  await dispatch(site, 'admin', 'POST', '/posts', { ...post, title: 'News' });
  return {
    wedding,
    pages: [
      { name: 'home', path: '/', who: 'nobody' },
      { name: 'registry', path: `/?p=${wedding}`, who: 'nobody' },
      { name: 'my registries', path: '/my-registries/', who: 'owner', ours: '.wp-site-blocks' },
      { name: 'page', path: '/about-us/', who: 'nobody' },
      { name: 'search', path: '/?s=Clara&post_type=registry', who: 'nobody' },
      { name: 'search without a result', path: '/?s=Nobody&post_type=registry', who: 'nobody' },
      { name: 'not found', path: '/registry/gone/', who: 'nobody', ours: '.wp-site-blocks', isMissing: true },
      { name: 'post', path: '/news/', who: 'nobody' },
      { name: 'archive', path: '/category/uncategorized/', who: 'nobody' },
      { name: 'login', path: '/wp-login.php', who: 'nobody', ours: '#login' },
    ],
  };
}
