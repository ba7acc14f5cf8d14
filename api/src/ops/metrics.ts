import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type { FastifyInstance } from 'fastify';
import { REFUSALS, type Refusal } from '../purchases/giving.ts';
import { PURCHASE_EVENTS, type PurchaseEvent } from '../purchases/store.ts';

/** Upper bounds of the time histograms, in seconds. */
const BUCKETS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10];

/** Measures for operators. Labels are routes, methods and statuses, never what a caller sent. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Histogram({
    name: 'largesse_request_duration_seconds',
    help: 'Answered requests by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [this.#registry],
  });
  readonly #hostCalls = new Histogram({
    name: 'largesse_host_call_duration_seconds',
    help: 'Calls to the registry host by outcome',
    labelNames: ['outcome'],
    buckets: BUCKETS,
    registers: [this.#registry],
  });

  readonly #purchases = new Counter({
    name: 'largesse_purchases_total',
    help: 'Purchases that were made, changed, given back and revealed',
    labelNames: ['event'],
    registers: [this.#registry],
  });
  readonly #refusedPurchases = new Counter({
    name: 'largesse_purchases_refused_total',
    help: 'Attempts to make or change a purchase that were refused, by reason',
    labelNames: ['reason'],
    registers: [this.#registry],
  });

  /** @param cachedUsers how many users are remembered right now */
  constructor(cachedUsers: () => number) {
    collectDefaultMetrics({ register: this.#registry });
    // Rates need a beginning.
    for (const event of PURCHASE_EVENTS) this.#purchases.inc({ event }, 0);
    for (const reason of REFUSALS) this.#refusedPurchases.inc({ reason }, 0);
    new Gauge({
      name: 'largesse_cached_users',
      help: 'Users in the resolved-user cache',
      registers: [this.#registry],
      collect() {
        this.set(cachedUsers());
      },
    });
  }

  /** Counts the requests of an app. Comes before its routes. */
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

  hostCallEnded(outcome: string, seconds: number): void {
    this.#hostCalls.observe({ outcome }, seconds);
  }

  purchasesChanged(event: PurchaseEvent, count: number): void {
    this.#purchases.inc({ event }, count);
  }

  purchaseRefused(reason: Refusal): void {
    this.#refusedPurchases.inc({ reason });
  }

  /** Returns all metrics in the text format of Prometheus, and its media type. */
  async text(): Promise<{ type: string; text: string }> {
    return { type: this.#registry.contentType, text: await this.#registry.metrics() };
  }
}
