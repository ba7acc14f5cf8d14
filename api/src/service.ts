import { setTimeout as pause } from 'node:timers/promises';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { DestinationStream, Logger } from 'pino';
import { buildApp } from './app.ts';
import { Authenticator } from './auth/authenticate.ts';
import { SiteGuard } from './auth/site-guard.ts';
import { SiteSignatures } from './auth/site-signature.ts';
import { BackupWatch } from './backup/last-good.ts';
import { openDatabase } from './database/open.ts';
import { readOnly } from './database/read-only.ts';
import { Runs } from './database/runs.ts';
import { claimSqlite } from './database/sqlite/claim.ts';
import { type StatementWatch, watched } from './database/watched.ts';
import { storeOf } from './events/store.ts';
import { EventWaits } from './events/waits.ts';
import { HostClient } from './host/session.ts';
import { CreationStore } from './idempotency/store.ts';
import { ItemStore } from './items/store.ts';
import { openLog } from './log.ts';
import { OpenedLater } from './on-demand.ts';
import { openOps } from './ops/listener.ts';
import type { Metrics } from './ops/metrics.ts';
import type { PreviewOverrides } from './previews/previews.ts';
import { Promises } from './promises/promises.ts';
import { Registries } from './registries/registries.ts';
import { KnownRegistries } from './registries/store.ts';
import { isLogMissing, markRun } from './run-mark.ts';
import { monotonic } from './scheduling/deadline.ts';
import { SettingError, type Settings } from './settings.ts';
import { SiteMark } from './site-mark.ts';
import type { Tracing } from './tracing/tracing.ts';
import { beginUpkeep } from './upkeep.ts';
import { STATE_TIMEOUT_MS, type WebhookOverrides, Webhooks } from './webhooks/webhooks.ts';

/** The service accepts requests after a call of `listen`. */
export interface Service {
  /** Returns the base URL. @throws after closing everything, if the address is in use or belongs to another machine */
  listen(): Promise<string>;
  /** Answers a request without a connection, also before `listen`. Only tests call it. */
  inject(request: InjectOptions): Promise<LightMyRequestResponse>;
  /** Null before `listen`, or without a listener for operators. */
  readonly opsUrl: string | null;
  /**
   * Reports that the service is not ready. For `DRAIN` seconds, each answer closes its connection, so that clients
   * connect to another process. Then answers keep their connections open for one second, so that gateways open no new
   * connection while the listener closes. Call `close` as soon as the promise is fulfilled.
   */
  drain(): Promise<void>;
  /** Finishes the requests in flight and the work that they started, then closes everything. */
  close(): Promise<void>;
}

/** Length of the last phase of `drain`, in which answers no longer close their connections (milliseconds). */
const KEPT_MS = 1000;

/** Settings for tests only. */
export interface Overrides {
  /** Returns milliseconds on a clock that only moves forward; used, for example, for the age of cached users. */
  now?: () => number;
  /** `breakerPause` is the time for which the circuit breaker for the host stays open (milliseconds). */
  host?: { breakerPause: number };
  statements?: StatementWatch;
  /** Factor for the time limits of storage, load and connections. Tests on a busy machine need more time. */
  patience?: number;
  previews?: PreviewOverrides;
  webhooks?: WebhookOverrides;
  /** By default, the lines go to standard output. */
  log?: DestinationStream;
}

/**
 * Creates and connects everything that the routes need.
 * @throws {DatabaseUnusable} if the database cannot be opened, or if it is newer than this code
 * @throws {SettingError} if traces are enabled, but their packages are not installed
 */
export async function openService(settings: Settings, overrides: Overrides = {}): Promise<Service> {
  const log = openLog(settings.logLevel, overrides.log);
  const backups = settings.backupFolder === null ? null : new BackupWatch(settings.backupFolder);
  const metrics = await metricsFor(settings, backups);
  const tracing = await tracingFor(settings, log);
  const release = settings.database.kind === 'sqlite' ? claimSqlite(settings.database.path) : () => {};
  const wasLogMissing = isLogMissing(settings);
  const logLine = (line: string) => log.info(line);
  const { patience = 1 } = overrides;
  const recordsEvents = settings.eventsDays > 0;
  const openedDatabase = await openDatabase(
    settings.database,
    logLine,
    metrics?.committed,
    patience,
    recordsEvents,
  ).catch((error) => {
    release();
    throw error;
  });
  const run = await markRun(settings, openedDatabase, wasLogMissing, log).catch(async (error) => {
    await openedDatabase.close();
    release();
    throw error;
  });
  const site = await SiteMark.open(settings, openedDatabase, log);
  const isOther = () => site.isOther;
  // Everything below gets a database that refuses writes, so no route and no regular work can forget the check.
  const opened = site.isOther ? readOnly(openedDatabase, isOther) : openedDatabase;
  const siteGuard = new SiteGuard(settings.host.url, site, log);
  const watchers = [metrics, tracing].filter((each) => each !== null);
  const statements = watchers.map((each) => each.statements).concat(overrides.statements ?? []);
  const database = statements.reduce(watched, opened);
  const now = overrides.now ?? monotonic;
  let opsUrl: string | null = null;
  const ops = settings.ops && metrics ? openOps({ ...settings.ops, database: settings.database, metrics }) : null;
  const watches = watchers.map(({ host }) => host);
  const host = new HostClient({ ...settings.host, ...overrides.host, isReadOnly: isOther, watches, now });
  const signatures = new SiteSignatures(settings.siteKeys);
  const auth = new Authenticator({ host, adminRoles: settings.adminRoles, cache: settings.authCache, signatures, now });
  const events = storeOf(database, settings.eventsDays);
  const feed = events && { events, waits: new EventWaits(events) };
  // Watchers only observe statements of requests, not of deliveries.
  const unwatchedEvents = storeOf(opened, settings.eventsDays);
  const webhooks =
    unwatchedEvents &&
    new Webhooks({
      settings,
      database: opened,
      events: unwatchedEvents,
      log,
      watch: metrics?.webhooks ?? null,
      overrides: overrides.webhooks,
    });
  const items = new ItemStore(database);
  const promises = new Promises(database, metrics?.purchasesChanged);
  const creations = new CreationStore(database);
  let endUpkeep: () => Promise<unknown> = async () => {};
  site.whenOwn(() => {
    endUpkeep = beginUpkeep(creations, events, promises, items, opened.searchIndex, log);
  });
  const known = events && new KnownRegistries(database);
  const registries = new Registries(items, promises, database, log, metrics ?? {}, known);
  const openPreviews = async () =>
    new (await import('./previews/previews.ts')).Previews(settings, now, metrics?.previewed, overrides.previews);
  // Opening the previews at the start would load a tenth more modules.
  const previews = settings.previews ? new OpenedLater(openPreviews) : null;
  const stores = { database, items, promises, creations };
  const features = { registries, feed, previews, webhooks, backups };
  const parts = { settings, auth, siteGuard, log, now, metrics, tracing, patience };
  const { app, connections, turns, waiting } = await buildApp({ ...parts, ...features, ...stores });
  const runs = new Runs(opened.within({ left: STATE_TIMEOUT_MS }));
  const { identities } = auth;
  metrics?.read({
    identities,
    host,
    database,
    registries,
    loop: turns,
    feed,
    answers: waiting,
    previews,
    runs,
    webhooks,
  });
  const drain = async (): Promise<void> => {
    ops?.beginClosing();
    feed?.waits.stop();
    if (settings.drain === 0) return;
    connections.endWithAnswers();
    await pause(settings.drain * 1000);
    // Otherwise, a gateway could open a new connection at the moment when the listener closes.
    connections.keep();
    await pause(KEPT_MS);
  };
  const close = async (): Promise<void> => {
    ops?.beginClosing();
    feed?.waits.stop();
    site.close();
    const closing = previews?.opening?.then((opened) => opened.close());
    await connections.stopListening();
    await app.close();
    await closing;
    await registries.idle();
    await webhooks?.close();
    await ops?.close();
    await host.close();
    await endUpkeep();
    await run.end();
    await database.close();
    await tracing?.close();
    release();
  };
  const listen = async (): Promise<string> => {
    try {
      const { address: host, port } = settings.listen;
      // `/ready` answers first, so that it answers whenever `/health` does.
      opsUrl = (await ops?.listen()) ?? null;
      const url = await app.listen({ host, port });
      site.whenOwn(() => webhooks?.start());
      return url;
    } catch (error) {
      await close();
      throw error;
    }
  };
  return {
    listen,
    inject: (request) => app.inject(request),
    get opsUrl() {
      return opsUrl;
    },
    drain,
    close,
  };
}

/** Loads the metrics' code on demand. Without OPS_PORT, nobody could read them. */
async function metricsFor({ ops, database }: Settings, backups: BackupWatch | null): Promise<Metrics | null> {
  if (ops === null) return null;
  const { Metrics } = await import('./ops/metrics.ts');
  return new Metrics(database.kind, backups);
}

/** Loads the code on demand: few services use tracing, and its packages are optional. */
async function tracingFor({ tracing, database }: Settings, log: Logger): Promise<Tracing | null> {
  if (tracing === null) return null;
  const { openTracing } = await import('./tracing/tracing.ts').catch((error) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    throw new SettingError(
      'OTEL_EXPORTER_OTLP_ENDPOINT: sending traces needs packages that are not installed: install without --omit=optional',
    );
  });
  return openTracing(tracing, database.kind, log);
}
