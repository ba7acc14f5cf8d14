import { setTimeout as pause } from 'node:timers/promises';
import { buildApp } from './app.ts';
import { Authenticator } from './auth/authenticate.ts';
import { openDatabase } from './database/open.ts';
import { claimSqlite } from './database/sqlite/claim.ts';
import { HostClient } from './host/client.ts';
import { ItemSearch } from './items/search/store.ts';
import { ItemStore } from './items/store.ts';
import { openLog } from './log.ts';
import { type Ops, type OpsOptions, openOps } from './ops/listener.ts';
import { PurchaseStore } from './purchases/store.ts';
import { Registries } from './registries/registries.ts';
import type { Settings } from './settings.ts';

/** A service that has been opened; it serves once it listens. */
export interface Service {
  /** Begins to serve. @returns the base URL @throws when the address is taken or not ours; all is closed then */
  listen(): Promise<string>;
  /** The base URL of the operators' listener; null without one, and until it listens. */
  readonly opsUrl: string | null;
  /** Goes on serving for `DRAIN` seconds, not ready, every connection ending with its answer; `close` comes next. */
  drain(): Promise<void>;
  /** Finishes the requests in flight and what they began, then lets go of everything. */
  close(): Promise<void>;
}

/** What tests may set that operators may not. */
export interface Overrides {
  /** Milliseconds on a clock that only moves forward: ages cached users and failed logins. */
  now?: () => number;
  /** `breakerPause`: milliseconds that the host's breaker stays open. */
  host?: { breakerPause: number };
}

/**
 * Opens what the routes need: the composition root.
 * @throws {DatabaseUnusable} when the database cannot be opened or is newer than this code
 */
export async function openService(settings: Settings, overrides: Overrides = {}): Promise<Service> {
  const log = openLog(settings.logLevel);
  const release = settings.database.kind === 'sqlite' ? claimSqlite(settings.database.path) : () => {};
  const database = await openDatabase(settings.database, (line) => log.info(line)).catch((error) => {
    release();
    throw error;
  });
  const now = overrides.now ?? (() => performance.now());
  let opsUrl: string | null = null;
  const ops = await opsFor(settings, {
    database: settings.database,
    cachedUsers: () => auth.cacheSize,
  });
  const host = new HostClient({ ...settings.host, ...overrides.host, ...(ops && { observe: ops.hostCallEnded }) });
  const auth = new Authenticator({ host, adminRoles: settings.adminRoles, cache: settings.authCache, now });
  const items = new ItemStore(database);
  const search = new ItemSearch(database);
  const purchases = new PurchaseStore(database, ops?.purchasesChanged);
  const registries = new Registries(items, purchases, database, log);
  const { app, connections } = await buildApp({ settings, auth, items, search, purchases, registries, log, now, ops });
  const drain = async (): Promise<void> => {
    ops?.beginClosing();
    connections.endWithAnswers();
    await pause(settings.drain * 1000);
  };
  const close = async (): Promise<void> => {
    ops?.beginClosing();
    await app.close();
    await registries.idle();
    await ops?.close();
    await host.close();
    await database.close();
    release();
  };
  const listen = async (): Promise<string> => {
    try {
      const { address: host, port } = settings.listen;
      const [url, opsListener = null] = await Promise.all([app.listen({ host, port }), ops?.listen()]);
      opsUrl = opsListener;
      return url;
    } catch (error) {
      await close();
      throw error;
    }
  };
  return {
    listen,
    get opsUrl() {
      return opsUrl;
    },
    drain,
    close,
  };
}

async function opsFor(settings: Settings, options: Omit<OpsOptions, 'port' | 'address'>): Promise<Ops | null> {
  return settings.ops && openOps({ ...options, ...settings.ops });
}
