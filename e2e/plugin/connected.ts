import type { WordPressVersion } from '../../demo/wordpress/packages.ts';
import { openWhole, type Whole } from '../api/whole.ts';
import { storeSettings } from './connection-settings.ts';

/** What a program outside knows of an item. */
export interface StoredItem {
  id: number;
  registry_id: number;
  name: string;
  url: string;
  description: string | null;
  is_active: boolean;
}

/** The API in front of a real WordPress whose plugin is set to call it back, as its administrator. */
export async function openConnected(version?: WordPressVersion, env?: Record<string, string>): Promise<Whole> {
  const whole = await openWhole(version, env);
  await connect(whole, whole.url);
  return whole;
}

/** Tells the plugin where the service is; an address at which nobody listens makes it unreachable. */
export async function connect({ site }: Whole, baseUrl: string): Promise<void> {
  const { username, applicationPassword } = site.users.admin;
  await storeSettings(site, { baseUrl, username, appPassword: applicationPassword });
}

/** Adds an item to a registry and gives its id. */
export async function addItem(whole: Whole, registryId: number, name: string, fields: object = {}): Promise<number> {
  const { status, body } = await whole.request<{ data: StoredItem }>('admin', 'POST', '/items', {
    body: { registry_id: registryId, name, url: 'https://shop.example/thing', ...fields },
  });
  if (status !== 201) throw new Error(`Not created: ${JSON.stringify(body)}`);
  return body.data.id;
}

/** The active items of a registry, as the API tells an administrator. */
export async function activeItems(whole: Whole, registryId: number): Promise<StoredItem[]> {
  const { body } = await whole.request<StoredItem[]>('admin', 'GET', `/items?registry_id=${registryId}`);
  return body;
}
