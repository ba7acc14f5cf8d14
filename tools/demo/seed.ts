import { createHash } from 'node:crypto';
import { callApi, repeat } from './call-api.ts';
import { authorizationOf, type DemoState, userNamed } from './people.ts';
import { pictureUrl } from './pictures.ts';
import { birthday } from './samples/birthday.ts';
import { housewarming } from './samples/housewarming.ts';
import type { SampleItem, SampleRegistry } from './samples/sample.ts';
import { sixtieth } from './samples/sixtieth.ts';
import { wedding } from './samples/wedding.ts';

/** A registry, with only the fields that the demonstration uses. */
export interface FoundRegistry {
  id: number;
  title: string;
  status: string;
  permalink: string;
}

/** Destination of the sample data. */
export interface SeedTarget {
  apiUrl: string;
  siteUrl: string;
}

/**
 * Returns the registries of the demonstration: a public registry, and three registries for invited people. The owners'
 * families know each other. The last registry's event is over, and its owner writes thanks. All other events are in the
 * future.
 */
export function sampleRegistries(today = new Date()): SampleRegistry[] {
  return [wedding(today), housewarming(today), birthday(today), sixtieth(today)];
}

/** Returns a caller's registries from the API. */
export async function listRegistries(apiUrl: string, authorization: string): Promise<FoundRegistry[]> {
  return callApi(apiUrl, authorization, 'GET', '/registries');
}

/**
 * Adds the sample data through the API. Each owner creates their registry, and an admin adds the wishes. Skips entries
 * that already exist, so that another attempt continues an interrupted one.
 * @throws {SetupError} if the API rejects a request, or cannot serve it after several attempts
 */
export async function seed(target: SeedTarget, state: DemoState): Promise<void> {
  for (const sample of sampleRegistries()) {
    const authorization = authorizationOf(userNamed(state, sample.owner));
    const id = await repeat(() => seedRegistry(target.apiUrl, authorization, sample));
    await repeat(() => seedItems(target, authorizationOf(userNamed(state, 'admin')), id, sample.items));
    await seedGifts(target, state, id, sample);
  }
}

async function seedRegistry(apiUrl: string, authorization: string, { registry }: SampleRegistry): Promise<number> {
  const found = (await listRegistries(apiUrl, authorization)).find(({ title }) => title === registry.title);
  return (found ?? (await callApi<FoundRegistry>(apiUrl, authorization, 'POST', '/registries', registry))).id;
}

/**
 * Adds the missing wishes of a registry.
 * @param authorization of an admin. For an owner, the API would read the registry from WordPress before each wish.
 */
async function seedItems(
  { apiUrl, siteUrl }: SeedTarget,
  authorization: string,
  id: number,
  items: SampleItem[],
): Promise<void> {
  const ofRegistry = `/registries/${id}/items`;
  const present = await callApi<{ name: string }[]>(apiUrl, authorization, 'GET', ofRegistry);
  const missing = items.filter((item) => !present.some(({ name }) => name === item.name));
  for (const [index, { picture, gifts: _, isThere: __, ...item }] of missing.entries()) {
    // Only the last request uses the route of the registry, because this route also updates the registry in WordPress.
    // One update takes longer than the requests for fifty items.
    const [path, body] = index < missing.length - 1 ? ['/items', { registry_id: id }] : [ofRegistry, {}];
    const image = picture === undefined ? {} : { image_url: pictureUrl(siteUrl, picture) };
    await callApi(apiUrl, authorization, 'POST', path, { ...body, ...item, ...image });
  }
}

/**
 * Creates the sample gifts, and thanks for them as the owner. People with an account create their gifts themselves. An
 * admin creates the gifts of visitors, as the site does.
 */
async function seedGifts({ apiUrl }: SeedTarget, state: DemoState, id: number, sample: SampleRegistry): Promise<void> {
  const admin = userNamed(state, 'admin');
  const owner = authorizationOf(userNamed(state, sample.owner));
  const present = await callApi<{ id: number; name: string }[]>(apiUrl, owner, 'GET', `/registries/${id}/items`);
  for (const { name, gifts = [], isThere = false } of sample.items) {
    const item_id = present.find((item) => item.name === name)?.id;
    // The id is the same at every start, so that no gift is created twice. The id is derived from a password, so that
    // nobody can guess it.
    const idOf = (giver: string) => uuidOf([admin.applicationPassword, sample.registry.title, name, giver]);
    const ofRegistry = (giver: string) => `/registries/${id}/purchases/${idOf(giver)}`;
    if (isThere) await callApi(apiUrl, owner, 'PUT', ofRegistry(sample.owner), { item_id, state: 'bought' });
    for (const { by, isThanked = false, ...gift } of gifts) {
      const person = state.people.find(({ username }) => username === by);
      const body = { item_id, ...gift, giver_name: person?.displayName ?? by };
      if (person) await callApi(apiUrl, authorizationOf(person), 'PUT', ofRegistry(by), body);
      else
        await callApi(apiUrl, authorizationOf(admin), 'PUT', `/purchases/${idOf(by)}`, {
          ...body,
          secret: isSecret(sample),
        });
      if (isThanked) await callApi(apiUrl, owner, 'PATCH', ofRegistry(by), { thanked: true });
    }
  }
}

/** Returns whether gifts of guests are still hidden from the owner. */
function isSecret({ registry: { meta } }: SampleRegistry): boolean {
  const today = new Date().toISOString().slice(0, 10);
  return meta?.registry_surprise === 'hidden' && (meta.registry_event_date ?? '') >= today;
}

/** Derives a UUID from texts. Nobody can guess the UUID without knowing all texts. */
function uuidOf(parts: string[]): string {
  const digits = createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32);
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}
