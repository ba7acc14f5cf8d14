import type { WordPressVersion } from '../../../tools/wordpress/packages.ts';
import { openSiteWithApi, type SiteWithApi } from '../api/site-with-api.ts';
import { storeSettings } from './connection-settings.ts';

/** An item as clients of the API see it. */
export interface StoredItem {
  id: number;
  registry_id: number;
  name: string;
  url: string;
  price: number | null;
  description: string | null;
  quantity_purchased: number;
  is_active: boolean;
  quantity_needed: number;
}

/**
 * Opens the API in front of a real WordPress. The plugin calls the API with the account of the site's administrator.
 */
export async function openConnected(version?: WordPressVersion, env?: Record<string, string>): Promise<SiteWithApi> {
  return await connected(await openSiteWithApi(version, env));
}

/**
 * Connects the plugin with the service of the same system. Then sends a request with the plugin's account, so that the
 * service has asked WordPress about the account. Otherwise, the first page would wait for two PHP instances. On a busy
 * machine, the page would reach its time limit for the log of events, and show cached wishes.
 */
export async function connected(system: SiteWithApi): Promise<SiteWithApi> {
  await connect(system, system.url);
  await system.request('admin', 'GET', '/items');
  return system;
}

/** Sets the service's address in the plugin; an address without a server makes the service unreachable. */
export async function connect({ site }: SiteWithApi, baseUrl: string): Promise<void> {
  const { username, applicationPassword } = site.users.admin;
  await storeSettings(site, { baseUrl, username, appPassword: applicationPassword });
}

/** Adds an item to a registry and returns its id. */
export async function addItem(
  system: SiteWithApi,
  registryId: number,
  name: string,
  fields: object = {},
): Promise<number> {
  const { status, body } = await system.request<{ data: StoredItem }>('admin', 'POST', '/items', {
    body: { registry_id: registryId, name, url: 'https://shop.example/thing', ...fields },
  });
  if (status !== 201) throw new Error(`Not created: ${JSON.stringify(body)}`);
  return body.data.id;
}

/** Returns the active items of a registry, as the API shows them to an administrator. */
export async function activeItems(system: SiteWithApi, registryId: number): Promise<StoredItem[]> {
  const { body } = await system.request<StoredItem[]>('admin', 'GET', `/items?registry_id=${registryId}`);
  return body;
}
