import { type Static, Type } from 'typebox';
import { believed, PhpObject } from './answers.ts';
import { Transport, type TransportOptions } from './transport.ts';

const Index = Type.Object({
  name: Type.String(),
  authentication: PhpObject,
  routes: Type.Record(Type.String(), Type.Unknown()),
});
const indexIn = believed(Index, 'the index of a REST API');

const Status = Type.Object({ plugin: Type.String(), authorization: Type.Boolean() });
const statusIn = believed(Status, 'the status of the companion plugin');

const Schema = Type.Object({
  schema: Type.Object({
    properties: Type.Object({ meta: Type.Optional(Type.Object({ properties: Type.Optional(PhpObject) })) }),
  }),
});
const schemaIn = believed(Schema, 'the schema of a post type');

/** What the companion plugin says of itself and of the request that asked. */
export type PluginStatus = Static<typeof Status>;

/** What a site shows of its REST API: for diagnosis, before anybody relies on it. Methods throw HostError. */
export class HostSite {
  readonly #transport: Transport;
  readonly #seconds: number;

  constructor(options: TransportOptions & { timeout: number }) {
    this.#transport = new Transport(options);
    this.#seconds = options.timeout;
  }

  /** The site's name, whether it offers application passwords, and its routes. */
  async index(): Promise<{ name: string; offersApplicationPasswords: boolean; routes: readonly string[] }> {
    const { name, authentication, routes } = indexIn(await this.#ask('GET', '/', null));
    return { name, offersApplicationPasswords: 'application-passwords' in authentication, routes: Object.keys(routes) };
  }

  /** The meta keys that the REST API shows of a post type. */
  async metaKeys(restBase: string): Promise<string[]> {
    const { schema } = schemaIn(await this.#ask('OPTIONS', `/wp/v2/${restBase}`, null));
    return Object.keys(schema.properties.meta?.properties ?? {});
  }

  async pluginStatus(authorization: string): Promise<PluginStatus> {
    return statusIn(await this.#ask('GET', '/largesse/v1/status', authorization));
  }

  async close(): Promise<void> {
    await this.#transport.close();
  }

  async #ask(method: 'GET' | 'OPTIONS', path: string, authorization: string | null): Promise<unknown> {
    const deadline = performance.now() + this.#seconds * 1000;
    return (await this.#transport.call({ method, path, authorization, deadline })).body;
  }
}
