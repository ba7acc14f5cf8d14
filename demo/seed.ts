import { type SampleRegistry, sampleRegistries } from './sample-data.ts';

/** A registry as far as the demonstration looks at it. */
export interface FoundRegistry {
  id: number;
  title: string;
  status: string;
  permalink: string;
}

/** The registries of a caller, as the API lists them. */
export async function listRegistries(apiUrl: string, authorization: string): Promise<FoundRegistry[]> {
  return call(apiUrl, authorization, 'GET', '/registries');
}

/**
 * Fills in the sample data through the API, as its owner. Adds only what is not there yet by name, so that a start
 * that was interrupted can be taken up again.
 * @throws {Error} when the API refuses
 */
export async function seed(apiUrl: string, authorization: string): Promise<void> {
  const present = await listRegistries(apiUrl, authorization);
  for (const sample of sampleRegistries) {
    const found = present.find(({ title }) => title === sample.registry.title);
    const { id } = found ?? (await call<FoundRegistry>(apiUrl, authorization, 'POST', '/registries', sample.registry));
    await seedItems(apiUrl, authorization, id, sample);
  }
}

async function seedItems(apiUrl: string, authorization: string, id: number, { items }: SampleRegistry): Promise<void> {
  const path = `/registries/${id}/items`;
  const present = await call<{ name: string }[]>(apiUrl, authorization, 'GET', path);
  for (const item of items) {
    if (!present.some(({ name }) => name === item.name)) await call(apiUrl, authorization, 'POST', path, item);
  }
}

async function call<Result>(
  apiUrl: string,
  authorization: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Result> {
  const answer = await fetch(apiUrl + path, {
    method,
    headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The API answered ${answer.status} to ${method} ${path}: ${text}`);
  const result: Result = JSON.parse(text);
  return result;
}
