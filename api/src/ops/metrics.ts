import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type { FastifyInstance } from 'fastify';
import manifest from '../../package.json' with { type: 'json' };
import { LOOK_UPS, type LookUps } from '../auth/identity.ts';
import type { BackupWatch } from '../backup/last-good.ts';
import { type Database, DatabaseUnavailable, LockBusy } from '../database/database.ts';
import type { StatementWatch } from '../database/watched.ts';
import type { EventStore } from '../events/store.ts';
import { BREAKER_STATES, type BreakerState } from '../host/breaker.ts';
import { HOST_REFUSALS } from '../host/errors.ts';
import type { HostWatch } from '../host/transport.ts';
import { type CountError, ERRORS } from '../http/errors.ts';
import { PREVIEW_KINDS, type PreviewWatch, QUEUE, UNREAD_REASONS } from '../previews/unread.ts';
import { REFUSALS, type Refusal } from '../promises/purchase-changes.ts';
import { PURCHASE_EVENTS, type PurchaseEvent } from '../promises/purchases.ts';
import { LIST_OUTCOMES, type ListOutcome } from '../registries/item-ids.ts';
import type { Load } from '../scheduling/waiting-line.ts';
import { ATTEMPT_OUTCOMES, DISABLING_REASONS, type WebhookWatch } from '../webhooks/endpoint-queue.ts';
import type { Backlog } from '../webhooks/store.ts';
import { STATE_TIMEOUT_MS } from '../webhooks/webhooks.ts';

/** Limits of the buckets of durations, in seconds. Reading an item takes tenths of a millisecond. */
const SECONDS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Load before the first preview. */
const NO_PREVIEWS: Load = { inUse: 0, waiting: 0, limit: QUEUE.atOnce };

/** Limits of the buckets of the numbers of writes in a commit. */
const WRITES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];

/** Parts of the service whose state is read each time operators request the metrics. */
interface Sources {
  identities: { readonly size: number; readonly lookUps: Readonly<LookUps> };
  host: { readonly breaker: BreakerState; load(): Record<string, Load> };
  database: Pick<Database, 'load'>;
  registries: { readonly waiting: number };
  loop: { readonly waiting: number };
  feed: { waits: { readonly waiting: number }; events: Pick<EventStore, 'within'> } | null;
  answers: { readonly bytes: number };
  previews: { readonly opened: { readonly load: Load } | null } | null;
  runs: { uncleanEnds(): Promise<number> };
  webhooks: { backlog(): Promise<Backlog | null> } | null;
}

/** Metrics for operators. Labels contain routes, methods, statuses and constants, never input from callers. */
export class Metrics {
  readonly #registry = new Registry();
  #sources: Sources | null = null;

  readonly #requests = this.#histogram(
    'largesse_request_duration_seconds',
    'Answered requests by method, route and status; /events includes its wait',
    ['method', 'route', 'status'],
  );
  readonly #errors = this.#counter(
    'largesse_errors_total',
    'Errors that were answered, by status and reason; each error has its own reason',
    ['status', 'reason'],
  );
  readonly #hostCalls = this.#histogram(
    'largesse_host_call_duration_seconds',
    'Calls to the registry host by operation and outcome: ok, unauthorized, forbidden, not-found, no-route, changed, ' +
      'keeper-is-owner, many-proposals, invalid-response, unavailable, timeout, error',
    ['operation', 'outcome'],
  );
  readonly #hostRefusals = this.#counter(
    'largesse_host_calls_refused_total',
    'Calls to the registry host that were never sent, by reason: breaker (open for all callers or for this one), quiet ' +
      '(the host asked for later calls), full (too many calls wait), late (no time was left)',
    ['reason'],
  );
  readonly #statements = this.#histogram(
    'largesse_database_duration_seconds',
    'Database statements, including waits, by kind (first, read, scan, search, write) and outcome: ok, busy (no turn ' +
      'among other writes of the registry), unavailable, error',
    ['statement', 'outcome'],
  );
  readonly #commits = this.#histogram(
    'largesse_commit_writes',
    'Writes that share a commit of the embedded database',
    [],
    WRITES,
  );
  readonly #waits = this.#histogram(
    'largesse_wait_seconds',
    'Waiting times by queue: registry (other changes of the registry), long_answer (time to build a long list)',
    ['queue'],
  );
  readonly #lists = this.#counter(
    'largesse_registry_lists_total',
    'Events of the item lists on the registry host: written, pending (not in time), found_different (when a caller who ' +
      'may edit read it), repaired, not_repaired',
    ['event'],
  );
  readonly #purchases = this.#counter(
    'largesse_purchases_total',
    'Purchases that were made, changed, given_back (not by deleting a registry) and revealed',
    ['event'],
  );
  readonly #refusedPurchases = this.#counter(
    'largesse_purchases_refused_total',
    'Attempts to make or change a purchase that were refused, by reason: not_enough_left, other',
    ['reason'],
  );
  readonly #previews = this.#counter(
    'largesse_previews_total',
    'Requested shop pages by kind (page, picture) and outcome: found, nothing, form (forbidden port, scheme or ' +
      'user info), refused (forbidden IP address), unreachable, late, redirects, status, type, size, page',
    ['kind', 'outcome'],
  );

  readonly #attempts = this.#counter(
    'largesse_webhook_attempts_total',
    'Attempts to send events to webhooks, by outcome: delivered, retried, failed (for good)',
    ['outcome'],
  );
  readonly #disabledWebhooks = this.#counter(
    'largesse_webhooks_disabled_total',
    'Webhooks that this process disabled, by reason: gone (410), failing (for five days)',
    ['reason'],
  );

  readonly statements: StatementWatch = {
    begin: (statement) => {
      const begun = performance.now();
      return (error) => {
        this.#statements.observe({ statement, outcome: outcomeOf(error) }, (performance.now() - begun) / 1000);
      };
    },
  };

  readonly host: HostWatch = {
    begin: (operation) => {
      const begun = performance.now();
      return {
        end: (outcome) => this.#hostCalls.observe({ operation, outcome }, (performance.now() - begun) / 1000),
      };
    },
    refused: (_operation, reason) => this.#hostRefusals.inc({ reason }),
  };

  /** @param backups the service's backups; null if it knows no folder */
  constructor(database: 'sqlite' | 'postgres', backups: Pick<BackupWatch, 'last'> | null = null) {
    collectDefaultMetrics({ register: this.#registry });
    // Starts each counter at 0, because Prometheus can compute a rate only from an initial value.
    for (const error of ERRORS) this.#errors.inc(labelsOf(error), 0);
    for (const reason of HOST_REFUSALS) this.#hostRefusals.inc({ reason }, 0);
    for (const outcome of LIST_OUTCOMES) this.#lists.inc({ event: outcome }, 0);
    for (const event of PURCHASE_EVENTS) this.#purchases.inc({ event }, 0);
    for (const reason of REFUSALS) this.#refusedPurchases.inc({ reason }, 0);
    for (const kind of PREVIEW_KINDS)
      for (const outcome of ['found', 'nothing', ...UNREAD_REASONS]) this.#previews.inc({ kind, outcome }, 0);
    for (const outcome of ATTEMPT_OUTCOMES) this.#attempts.inc({ outcome }, 0);
    for (const reason of DISABLING_REASONS) this.#disabledWebhooks.inc({ reason }, 0);
    for (const queue of ['registry', 'long_answer']) this.#waits.zero({ queue });
    this.#gauge('largesse_build_info', 'Which build this is; always 1', ['version', 'node', 'database'], (gauge) =>
      gauge.set({ version: manifest.version, node: process.versions.node, database }, 1),
    );
    this.#showIdentities();
    this.#showQueues();
    this.#showRuns();
    if (backups) this.#showBackups(backups);
    this.#showWebhooks();
  }

  read(sources: Sources): void {
    this.#sources = sources;
  }

  /** Must be called before the app's routes are registered. */
  watch(app: FastifyInstance): void {
    app.addHook('onResponse', (request, reply, done) => {
      const route = request.routeOptions.url ?? 'unknown';
      this.#requests.observe(
        { method: request.method, route, status: String(reply.statusCode) },
        reply.elapsedTime / 1000,
      );
      done();
    });
  }

  readonly errorAnswered: CountError = (name) => {
    const labels = ERROR_LABELS.get(name);
    if (labels) this.#errors.inc(labels);
  };

  readonly committed = (writes: number): void => this.#commits.observe(writes);

  readonly answerWaited = (seconds: number): void => this.#waits.observe({ queue: 'long_answer' }, seconds);

  readonly changeWaited = (seconds: number): void => this.#waits.observe({ queue: 'registry' }, seconds);

  readonly listOutcome = (outcome: ListOutcome): void => this.#lists.inc({ event: outcome });

  readonly purchasesChanged = (event: PurchaseEvent, count: number): void => this.#purchases.inc({ event }, count);

  readonly purchaseRefused = (reason: Refusal): void => this.#refusedPurchases.inc({ reason });

  readonly webhooks: WebhookWatch = {
    attempted: (outcome) => this.#attempts.inc({ outcome }),
    disabled: (reason) => this.#disabledWebhooks.inc({ reason }),
  };

  readonly previewed: PreviewWatch = (kind, outcome) => this.#previews.inc({ kind, outcome });

  /** Returns all metrics in the text format of Prometheus, and its media type. */
  async text(): Promise<{ type: string; text: string }> {
    return { type: this.#registry.contentType, text: await this.#registry.metrics() };
  }

  #showIdentities(): void {
    this.#gauge('largesse_cached_users', 'Users in the resolved-user cache', [], (gauge) => {
      gauge.set(this.#sources?.identities.size ?? 0);
    });
    const lookUps = this.#counter(
      'largesse_identity_lookups_total',
      'Resolved callers by outcome: hit (remembered), miss (asked the host), shared (a call of several requests), ' +
        'rejected (rejected a moment before)',
      ['outcome'],
      (counter) => {
        counter.reset();
        for (const outcome of LOOK_UPS) counter.inc({ outcome }, this.#sources?.identities.lookUps[outcome] ?? 0);
      },
    );
    for (const outcome of LOOK_UPS) lookUps.inc({ outcome }, 0);
    this.#gauge(
      'largesse_host_breaker',
      '1 for the state of the breaker for all callers: closed, open, half_open',
      ['state'],
      (gauge) => {
        for (const state of BREAKER_STATES) gauge.set({ state }, this.#sources?.host.breaker === state ? 1 : 0);
      },
    );
  }

  #showQueues(): void {
    const pools = (): [string, Load][] =>
      Object.entries({
        ...this.#sources?.host.load(),
        ...this.#sources?.database.load(),
        ...(this.#sources?.previews && { previews: this.#sources.previews.opened?.load ?? NO_PREVIEWS }),
      });
    const show = (name: string, help: string, valueIn: (load: Load) => number) =>
      this.#gauge(name, help, ['pool'], (gauge) => {
        for (const [pool, load] of pools()) gauge.set({ pool }, valueIn(load));
      });
    const pool =
      'by pool: host, host_unknown (for unknown credentials), previews, writes and scans of an embedded database, ' +
      'statements, scans and locks of PostgreSQL';
    show('largesse_pool_in_use', `Places in use, ${pool}`, ({ inUse }) => inUse);
    show('largesse_pool_waiting', `Calls waiting for a place, ${pool}`, ({ waiting }) => waiting);
    show('largesse_pool_limit', `Places in all, ${pool}`, ({ limit }) => limit);
    this.#gauge(
      'largesse_waiting',
      'Requests waiting now, by queue: registry (for other changes), long_answer, event (for a first event)',
      ['queue'],
      (gauge) => {
        gauge.set({ queue: 'registry' }, this.#sources?.registries.waiting ?? 0);
        gauge.set({ queue: 'long_answer' }, this.#sources?.loop.waiting ?? 0);
        gauge.set({ queue: 'event' }, this.#sources?.feed?.waits.waiting ?? 0);
      },
    );
    this.#gauge('largesse_unsent_bytes', 'Bytes of long answers that clients have not read yet', [], (gauge) => {
      gauge.set(this.#sources?.answers.bytes ?? 0);
    });
  }

  #showBackups(backups: Pick<BackupWatch, 'last'>): void {
    this.#gauge(
      'largesse_last_good_backup_timestamp_seconds',
      'Time of the newest backup that a drill has tested, in seconds since 1970; 0 if there is none; only with BACKUP_FOLDER',
      [],
      async (gauge) => gauge.set(((await backups.last())?.getTime() ?? 0) / 1000),
    );
  }

  #showRuns(): void {
    this.#gauge(
      'largesse_unclean_ends',
      'Processes that ended without a clean stop since the last complete `npm run reconcile`; above 0, lists may be wrong',
      [],
      async (gauge) => {
        // If the database does not answer, the metric keeps its last value.
        const ends = await this.#sources?.runs.uncleanEnds().catch(() => null);
        if (typeof ends === 'number') gauge.set(ends);
      },
    );
  }

  #showWebhooks(): void {
    const show = (name: string, help: string, valueIn: (state: Backlog) => number) =>
      this.#gauge(name, help, [], async (gauge) => {
        // If the database does not answer, these metrics keep their last values.
        const state = await this.#sources?.webhooks?.backlog();
        if (state) gauge.set(valueIn(state));
      });
    show('largesse_webhooks_active', 'Active webhooks', ({ active }) => active);
    show('largesse_webhooks_disabled', 'Disabled webhooks', ({ disabled }) => disabled);
    show(
      'largesse_webhook_waiting',
      'Events that wait to be sent to active webhooks, counted up to 100,000',
      ({ waiting }) => waiting,
    );
    show(
      'largesse_webhook_oldest_waiting_seconds',
      'Age of the oldest event that waits; 0 if none waits',
      ({ oldestAge }) => oldestAge,
    );
    this.#gauge(
      'largesse_event_oldest_unplaced_seconds',
      'Age of the oldest event that no feed contains yet (normally under a second); 0 if there is none',
      [],
      async (gauge) => {
        const age = await this.#sources?.feed?.events
          .within({ left: STATE_TIMEOUT_MS })
          .oldestUnplaced()
          .catch(() => null);
        if (typeof age === 'number') gauge.set(age);
      },
    );
  }

  #histogram<const L extends string>(name: string, help: string, labelNames: readonly L[], buckets = SECONDS) {
    return new Histogram<L>({ name, help, labelNames: [...labelNames], buckets, registers: [this.#registry] });
  }

  /** @param collect sets the current value each time the metrics are read */
  #counter<const L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[],
    collect: (counter: Counter<L>) => void = () => {},
  ): Counter<L> {
    return new Counter<L>({
      name,
      help,
      labelNames: [...labelNames],
      registers: [this.#registry],
      collect() {
        collect(this);
      },
    });
  }

  #gauge<const L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[],
    collect: (gauge: Gauge<L>) => void | Promise<void>,
  ): Gauge<L> {
    return new Gauge<L>({
      name,
      help,
      labelNames: [...labelNames],
      registers: [this.#registry],
      collect() {
        return collect(this);
      },
    });
  }
}

function outcomeOf(error: unknown): string {
  if (error === null) return 'ok';
  if (error instanceof LockBusy) return 'busy';
  return error instanceof DatabaseUnavailable ? 'unavailable' : 'error';
}

/** The name in snake case, like other labels. */
const labelsOf = ({ name, status }: (typeof ERRORS)[number]) => ({
  status: String(status),
  reason: name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
});

const ERROR_LABELS = new Map(ERRORS.map((error) => [error.name, labelsOf(error)]));
