import type { XStatic } from 'typebox/schema';
import { HostError } from './errors.ts';
import { entriesOf, phpObject, validated } from './registry.ts';
import { Transport, type TransportOptions } from './transport.ts';

const index = {
  type: 'object',
  required: ['name', 'authentication', 'routes'],
  properties: { name: { type: 'string' }, authentication: phpObject, routes: phpObject },
} as const;
const indexIn = validated(index, 'the index of a REST API');

const status = {
  type: 'object',
  required: ['plugin', 'authorization'],
  properties: {
    plugin: { type: 'string' },
    authorization: { type: 'boolean' },
    registration: { type: 'boolean' },
  },
} as const;
const statusIn = validated(status, 'the status of the companion plugin');

const postType = {
  type: 'object',
  required: ['schema'],
  properties: {
    schema: {
      type: 'object',
      required: ['properties'],
      properties: {
        properties: {
          type: 'object',
          properties: { meta: { type: 'object', properties: { properties: phpObject } } },
        },
      },
    },
  },
} as const;
const postTypeIn = validated(postType, 'the schema of a post type');

type PluginStatus = XStatic<typeof status>;

/** Diagnoses a site by the public parts of its REST API. Methods throw HostError. */
export class HostSite {
  readonly #transport: Transport;
  readonly #seconds: number;

  constructor(options: TransportOptions & { timeout: number }) {
    this.#transport = new Transport(options);
    this.#seconds = options.timeout;
  }

  async index(): Promise<{ name: string; offersApplicationPasswords: boolean; routes: readonly string[] }> {
    const { name, authentication, routes } = indexIn(await this.#ask('GET', '/', null));
    return {
      name,
      offersApplicationPasswords: 'application-passwords' in entriesOf(authentication),
      routes: Object.keys(entriesOf(routes)),
    };
  }

  /** Returns the meta keys of a post type that are visible in the REST API. */
  async metaKeys(restBase: string): Promise<string[]> {
    const { schema } = postTypeIn(await this.#ask('OPTIONS', `/wp/v2/${restBase}`, null));
    return Object.keys(entriesOf(schema.properties.meta?.properties));
  }

  /** @param authorization header to test, or null */
  async pluginStatus(authorization: string | null): Promise<PluginStatus> {
    return statusIn(await this.#ask('GET', '/largesse/v1/status', authorization));
  }

  async close(): Promise<void> {
    await this.#transport.close();
  }

  async #ask(method: 'GET' | 'OPTIONS', path: string, authorization: string | null): Promise<unknown> {
    const deadline = performance.now() + this.#seconds * 1000;
    return (await this.#transport.call({ operation: 'look_at_site', method, path, authorization, deadline })).body;
  }
}

/** Returns false if the site does not answer, or lacks the plugin. */
export async function isRegistrationOpen(options: TransportOptions & { timeout: number }): Promise<boolean> {
  const site = new HostSite(options);
  try {
    return (await site.pluginStatus(null)).registration === true;
  } catch (error) {
    if (error instanceof HostError) return false;
    throw error;
  } finally {
    await site.close();
  }
}
