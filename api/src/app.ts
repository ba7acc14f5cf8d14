import Fastify, { type FastifyBaseLogger } from 'fastify';
import type { Authenticator } from './auth/authenticate.ts';
import { requireRoles } from './auth/roles.ts';
import type { SiteGuard } from './auth/site-guard.ts';
import { siteRoutes } from './auth/site-routes.ts';
import { limitBytes, limitWrites } from './auth/user-limits.ts';
import type { BackupWatch } from './backup/last-good.ts';
import type { Database } from './database/database.ts';
import { eventRoutes } from './events/routes.ts';
import type { EventStore } from './events/store.ts';
import type { EventWaits } from './events/waits.ts';
import { countNoBodyTime } from './http/body-time.ts';
import { refuseConditions } from './http/conditions.ts';
import { allowOrigins, originHeaders } from './http/cors.ts';
import { offerDocs } from './http/docs.ts';
import { answerBrokenRequest, answerExpectations, handleErrors, toApiError } from './http/error-handler.ts';
import { type CountError, sendError } from './http/errors.ts';
import { gatewayKeyCheck } from './http/gateway-key.ts';
import { healthRoutes } from './http/health.ts';
import { nameIgnoredFields } from './http/ignored-fields.ts';
import { acceptJson, MAX_BODY } from './http/json-body.ts';
import { writer } from './http/json-writer.ts';
import { limitLoad, refuseOverload } from './http/limits.ts';
import type { Routes } from './http/operation.ts';
import { logRequests } from './http/request-log.ts';
import { checkRequests, requestId } from './http/request-rules.ts';
import { protectAnswers } from './http/security-headers.ts';
import { watchProxies } from './http/trusted-proxies.ts';
import { answerUnknownRoutes } from './http/unknown-routes.ts';
import { validatorCompiler } from './http/validation.ts';
import { Creations } from './idempotency/creations.ts';
import type { CreationStore } from './idempotency/store.ts';
import { ItemLists } from './items/lists.ts';
import type { ItemStore } from './items/store.ts';
import type { OpenedLater } from './on-demand.ts';
import type { Metrics } from './ops/metrics.ts';
import type { Previews } from './previews/previews.ts';
import { previewRoutes } from './previews/routes.ts';
import { ideaRoutes } from './promises/idea-routes.ts';
import type { Promises } from './promises/promises.ts';
import { linesOfGifts, PurchaseChanges } from './promises/purchase-changes.ts';
import { purchaseRoutes } from './promises/purchase-routes.ts';
import { shareRoutes } from './promises/share-routes.ts';
import { followsRegistry } from './registries/access.ts';
import { affiliateRoutes } from './registries/affiliate-routes.ts';
import { itemRoutes } from './registries/item-routes.ts';
import { itemSearchRoutes } from './registries/item-search-routes.ts';
import { registryPurchaseRoutes, settlingByRule } from './registries/purchase-routes.ts';
import type { Registries } from './registries/registries.ts';
import { registryItemRoutes } from './registries/registry-item-routes.ts';
import { inviteeRoutes, registryRoutes } from './registries/routes.ts';
import type { Settings } from './settings.ts';
import type { Tracing } from './tracing/tracing.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import type { Webhooks } from './webhooks/webhooks.ts';

/** Objects that the composition root creates for the routes. Features that are off are null. */
interface Parts {
  settings: Settings;
  database: Database;
  items: ItemStore;
  promises: Promises;
  creations: CreationStore;
  auth: Authenticator;
  registries: Registries;
  feed: { events: EventStore; waits: EventWaits } | null;
  previews: OpenedLater<Previews> | null;
  webhooks: Webhooks | null;
  backups: BackupWatch | null;
  siteGuard: SiteGuard;
  log: FastifyBaseLogger;
  /** Milliseconds on a clock that only moves forward. */
  now(): number;
  metrics: Metrics | null;
  tracing: Pick<Tracing, 'watch'> | null;
  /** Factor of the time limits; 1 in production. */
  patience: number;
}

/**
 * Time limits of a connection (milliseconds): for a whole request, for its headers, for silence, and until the next
 * request. Node checks the first two every `checkedEvery` milliseconds. `keepAlive` is longer than the 60 s of common
 * gateways, so the gateway closes an idle connection first.
 */
const LIMITS = { request: 10_000, headers: 5000, silence: 30_000, keepAlive: 72_000, checkedEvery: 1000 };

/** Fastify never calls it, because `buildApp` sets other compilers. */
function setBelow(): never {
  throw new Error('the compilers of the app are its own');
}

/** Builds the whole Fastify app: its routes, hooks and limits. Tests use the same app. */
export async function buildApp(parts: Parts) {
  const { settings, database, items, promises, auth, registries, feed, previews, webhooks, log } = parts;
  const { now, metrics, tracing, patience } = parts;
  const countError: CountError = metrics?.errorAnswered ?? (() => {});
  const corsHeaders = originHeaders(settings.corsOrigins);
  const app: Routes = Fastify({
    genReqId: requestId,
    requestIdHeader: false,
    trustProxy: settings.trustedProxies.length > 0 ? [...settings.trustedProxies] : false,
    bodyLimit: MAX_BODY,
    routerOptions: { maxParamLength: 8192, ignoreTrailingSlash: true },
    requestTimeout: Math.round(LIMITS.request * patience),
    connectionTimeout: Math.round(LIMITS.silence * patience),
    keepAliveTimeout: LIMITS.keepAlive,
    // Without this option, Fastify would load its own compilers. Loading takes 25 ms at each start.
    schemaController: { compilersFactory: { buildValidator: setBelow, buildSerializer: setBelow } },
    // Serves requests that arrive while the app closes. Fastify's own 503 would have no `detail`.
    return503OnClosing: false,
    http: {
      headersTimeout: Math.round(LIMITS.headers * patience),
      connectionsCheckingInterval: Math.round(LIMITS.checkedEvery * Math.min(1, patience)),
      requireHostHeader: false,
    },
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, corsHeaders, countError),
    frameworkErrors: (error, request, reply) => {
      reply.headers(corsHeaders(request.headers.origin));
      sendError(reply, toApiError(error));
    },
  });
  app.decorate('countError', countError);
  answerExpectations(app.server, corsHeaders, countError);
  const { connections, turns, waiting } = limitLoad(app, metrics?.answerWaited, patience);
  tracing?.watch(app);
  app.setValidatorCompiler(validatorCompiler());
  app.setSerializerCompiler(({ schema }) => writer(schema));
  acceptJson(app);
  handleErrors(app, log, (request) => auth.forget(request));
  allowOrigins(app, corsHeaders);
  checkRequests(app);
  protectAnswers(app);
  waiting.watch(app);
  const itemLists = new ItemLists(turns, waiting, log);
  if (settings.logLevel === 'debug' || settings.logLevel === 'trace') logRequests(app, log);
  watchProxies(app, log);
  metrics?.watch(app);
  answerUnknownRoutes(app);
  if (settings.docs) await offerDocs(app);

  // Only on PostgreSQL, another process can serve in the meantime.
  const canLeave = settings.database.kind === 'postgres';
  healthRoutes(app, () => canLeave && connections.isLeaving);
  const creations = new Creations(parts.creations);
  const { backups } = parts;
  const lastBackup = backups && (() => backups.last());
  await app.register(async (guarded: Routes) => {
    refuseOverload(guarded, patience);
    if (settings.gatewayKeys.length > 0) {
      const checkKey = gatewayKeyCheck(settings.gatewayKeys);
      guarded.addHook('onRequest', (request, _reply, done) => done(checkKey(request)));
    }
    auth.guard(guarded);
    parts.siteGuard.guard(guarded);
    limitWrites(guarded, settings.writesPerMinute, now);
    limitBytes(guarded, settings.writtenMegabytes, now);
    countNoBodyTime(guarded);
    // Each of these two puts its check before the checks of the routes, so the last one runs first.
    refuseConditions(guarded);
    nameIgnoredFields(guarded);
    requireRoles(guarded);
    siteRoutes(guarded, settings, parts.siteGuard);
    itemRoutes(guarded, {
      store: items,
      lists: itemLists,
      creations,
      chosen: settings.itemsAccess,
      lastBackup,
      ofRegistry: followsRegistry,
      appearances: promises.appearances,
    });
    itemSearchRoutes(guarded, database, items);
    registryRoutes(guarded, registries, creations);
    registryItemRoutes(guarded, items, itemLists, registries, creations);
    inviteeRoutes(guarded, registries);
    affiliateRoutes(guarded, items, registries, promises.appearances);
    const changes = new PurchaseChanges(
      promises.purchases,
      items,
      (caller, item) => registries.recipients.receives(caller, item),
      metrics?.purchaseRefused,
      undefined,
      linesOfGifts(patience),
    );
    registryPurchaseRoutes(guarded, promises, changes, registries, turns);
    if (feed) eventRoutes(guarded, feed.events, feed.waits, registries);
    if (previews) previewRoutes(guarded, previews, now);
    if (webhooks) webhookRoutes(guarded, webhooks, settings.webhooksAllow, creations);
    purchaseRoutes(guarded, promises, changes, settlingByRule(promises, registries), turns);
    ideaRoutes(guarded, promises.ideas);
    shareRoutes(guarded, promises.shares, promises.appearances);
  });
  return { app, connections, turns, waiting };
}
