import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { inTime } from '../deadline.ts';
import type { EventStore } from '../events/store.ts';
import { internalHostsOf, PublicConnections } from '../internet/connections.ts';
import { type Internet, REAL_INTERNET } from '../internet/internet.ts';
import { userAgent } from '../internet/user-agent.ts';
import type { Settings } from '../settings.ts';
import { Dispatcher } from './dispatcher.ts';
import type { WebhookWatch } from './endpoint-queue.ts';
import { TIMES, type WebhookTimes } from './schedule.ts';
import { Sender } from './sender.ts';
import { type Backlog, WebhookStore } from './store.ts';
import { Webhooks } from './webhooks.ts';

/**
 * Time limit for counting deliveries (milliseconds). Metrics must be answered even if the database does not respond.
 */
const STATE_TIMEOUT_MS = 500;

/** Source of the state of all webhooks. */
export interface WebhookState {
  /** Returns the state, or null if the database does not answer in time. */
  backlog(): Promise<Backlog | null>;
}

/** Webhooks of a service. */
export interface OpenedWebhooks {
  webhooks: Webhooks;
  /** Begins to send events. */
  start(): void;
  state: WebhookState;
}

/** Replacements for tests. */
export interface WebhookOverrides {
  internet?: Internet;
  /** Resolves the name of this service or of the site to IP addresses. */
  resolveOwn?: (name: string) => Promise<readonly string[]>;
  times?: Partial<WebhookTimes>;
  /** Milliseconds since 1970. */
  clock?: () => number;
  random?: () => number;
}

/** Opens webhooks. The service sends no events before a call of `start`. */
export function openWebhooks(
  settings: Settings,
  database: Database,
  events: EventStore,
  {
    logger,
    watch,
    overrides = {},
  }: { logger: Logger; watch: WebhookWatch | null; overrides?: WebhookOverrides | undefined },
): OpenedWebhooks {
  const { internet = REAL_INTERNET, resolveOwn, clock = Date.now, random = Math.random } = overrides;
  const times = { ...TIMES, ...overrides.times };
  const store = new WebhookStore(database);
  const internalHosts = internalHostsOf(settings, () => performance.now(), resolveOwn);
  const connections = new PublicConnections(internet, internalHosts, settings.webhooksAllow);
  const sender = new Sender({
    connections,
    userAgent: userAgent(settings.host.url),
    timeout: times.attempt,
    clock,
  });
  const isAlone = settings.database.kind === 'sqlite';
  const dispatcher = new Dispatcher({ store, events, sender, log: logger, watch, times, clock, random, isAlone });
  return {
    webhooks: new Webhooks({ connections, store, events, sender, dispatcher, times, clock }),
    start: () => dispatcher.look(),
    state: { backlog: shared(() => inTime(store.backlog(clock()), { left: STATE_TIMEOUT_MS }).catch(() => null)) },
  };
}

/** Wraps a function so that simultaneous callers share one call and its result. */
function shared<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () => {
    running ??= ask().finally(() => {
      running = null;
    });
    return running;
  };
}
