import { callApi } from './call-api.ts';
import { authorizationOf, type DemoState, userNamed } from './people.ts';
import { pictureUrl } from './pictures.ts';
import { sampleRegistries } from './sample-data.ts';
import type { SampleItem, SampleRegistry } from './samples/sample.ts';

/** A registry as far as the demonstration looks at it. */
export interface FoundRegistry {
  id: number;
  title: string;
  status: string;
  permalink: string;
}

/** Where the sample data goes. */
export interface SeedTarget {
  apiUrl: string;
  siteUrl: string;
}

/** Returns the registries of a caller, as the API lists them. */
export async function listRegistries(apiUrl: string, authorization: string): Promise<FoundRegistry[]> {
  return callApi(apiUrl, authorization, 'GET', '/registries');
}

/**
 * Fills in the sample data through the API, each registry as its owner. Adds only what is not there yet by name, so
 * that a start that was interrupted can be taken up again.
 * @throws {Error} when the API refuses
 */
export async function seed(target: SeedTarget, state: DemoState): Promise<void> {
  for (const sample of sampleRegistries()) {
    const authorization = authorizationOf(userNamed(state, sample.owner));
    const id = await seedRegistry(target.apiUrl, authorization, sample);
    await seedItems(target, authorization, id, sample.items);
  }
}

async function seedRegistry(apiUrl: string, authorization: string, { registry }: SampleRegistry): Promise<number> {
  const found = (await listRegistries(apiUrl, authorization)).find(({ title }) => title === registry.title);
  return (found ?? (await callApi<FoundRegistry>(apiUrl, authorization, 'POST', '/registries', registry))).id;
}

async function seedItems(
  { apiUrl, siteUrl }: SeedTarget,
  authorization: string,
  id: number,
  items: SampleItem[],
): Promise<void> {
  const ofRegistry = `/registries/${id}/items`;
  const present = await callApi<{ name: string }[]>(apiUrl, authorization, 'GET', ofRegistry);
  const missing = items.filter((item) => !present.some(({ name }) => name === item.name));
  for (const [index, { picture, ...item }] of missing.entries()) {
    // Only the last one tells WordPress, which then learns of all: a call to it costs more than fifty items.
    const [path, body] = index < missing.length - 1 ? ['/items', { registry_id: id }] : [ofRegistry, {}];
    const image = picture === undefined ? {} : { image_url: pictureUrl(siteUrl, picture) };
    await callApi(apiUrl, authorization, 'POST', path, { ...body, ...item, ...image });
  }
}
