import type { XStatic } from 'typebox/schema';
import { HostError } from './errors.ts';
import { Transport, type TransportOptions } from './transport.ts';
import { validated } from './validated.ts';

const finding = {
  type: 'object',
  required: ['id', 'status', 'label', 'about', 'remedy'],
  properties: {
    id: { type: 'string' },
    status: { type: 'string', enum: ['good', 'recommended', 'critical'] },
    label: { type: 'string' },
    about: { type: 'string' },
    remedy: { type: 'string' },
  },
} as const;

/** What the plugin has found about one part of the setup, in English. */
export type SiteFinding = XStatic<typeof finding>;

const status = {
  type: 'object',
  required: ['plugin', 'authorization'],
  properties: {
    plugin: { type: 'string' },
    authorization: { type: 'boolean' },
    registration: { type: 'boolean' },
    signed_in: { type: 'boolean' },
    findings: { type: 'array', items: finding },
  },
} as const;
const statusIn = validated(status, 'the status of the companion plugin');

type PluginStatus = XStatic<typeof status>;

/** Asks the plugin of a site for its status. Methods throw HostError. */
export class HostSite {
  readonly #transport: Transport;
  readonly #seconds: number;

  constructor(options: TransportOptions & { timeout: number }) {
    this.#transport = new Transport(options);
    this.#seconds = options.timeout;
  }

  /** @param authorization header to test, or null */
  async pluginStatus(authorization: string | null): Promise<PluginStatus> {
    const deadline = performance.now() + this.#seconds * 1000;
    const path = '/largesse/v1/status';
    const answer = await this.#transport.call({
      operation: 'look_at_site',
      method: 'GET',
      path,
      authorization,
      deadline,
    });
    return statusIn(answer.body);
  }

  async close(): Promise<void> {
    await this.#transport.close();
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
