import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { type ExportResult, ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import manifest from '../../package.json' with { type: 'json' };
import type { StatementWatch } from '../database/watched.ts';
import type { HostWatch } from '../host/transport.ts';
import { cameThroughTrustedProxy } from '../http/trusted-proxies.ts';
import { inTime } from '../scheduling/deadline.ts';
import type { TracingSetting } from '../settings.ts';

/** Traces requests, with their database statements and host calls. The host receives the trace context. */
export interface Tracing {
  /** Must be called before other hooks are added. */
  watch(app: FastifyInstance): void;
  readonly statements: StatementWatch;
  readonly host: HostWatch;
  /** Sends the remaining spans, within a time limit. */
  close(): Promise<void>;
}

/** Milliseconds. */
const LAST_EXPORT_MS = 2000;

/** Minimum time between two warnings about a collector that accepts no traces (milliseconds). */
const COMPLAINT_INTERVAL_MS = 60_000;

const HOST_FAULTS: ReadonlySet<string> = new Set(['unavailable', 'timeout', 'invalid-response', 'error']);

/**
 * Sends traces with OTLP over HTTP. The exporter reads its own variables (`OTEL_EXPORTER_OTLP_…`, `OTEL_SERVICE_NAME`,
 * `OTEL_RESOURCE_ATTRIBUTES`). Spans contain only routes, statuses, fixed texts, and the request's id, the only part
 * that a caller can choose (rules: Traces).
 */
export function openTracing(
  { sampler }: TracingSetting,
  database: 'sqlite' | 'postgres',
  log: FastifyBaseLogger,
): Tracing {
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'largesse-api', 'service.version': manifest.version }))
    .merge(detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] }));
  const exporter = withLoggedFailures(new OTLPTraceExporter(), log);
  const provider = new TracerProvider({
    resource,
    sampler: samplerOf(sampler),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('largesse-api', manifest.version);
  const propagator = new W3CTraceContextPropagator();
  const current = new AsyncLocalStorage<Context>();
  const requests = new WeakMap<FastifyRequest, { span: Span; context: Context }>();

  /** Starts a child span of the current request, if any. */
  const beginPart = (name: string, options: SpanOptions): Span | null => {
    const context = current.getStore();
    return context ? tracer.startSpan(name, options, context) : null;
  };

  return {
    watch: (app) => {
      app.addHook('onRequest', (request, _reply, done) => {
        // Other clients could force the service to record all their requests, or hide requests in another trace.
        const parent = cameThroughTrustedProxy(request)
          ? propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter)
          : ROOT_CONTEXT;
        const route = request.routeOptions.url ?? 'unknown';
        const attributes = {
          'http.request.method': request.method,
          'http.route': route,
          'largesse.request_id': request.id,
        };
        const span = tracer.startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent);
        const context = trace.setSpan(parent, span);
        requests.set(request, { span, context });
        current.run(context, done);
      });
      // Node emits the events of a request's body in the context of the connection.
      app.addHook('preValidation', (request, _reply, done) => {
        const followed = requests.get(request);
        if (followed) current.run(followed.context, done);
        else done();
      });
      app.addHook('onResponse', (request, reply, done) => {
        const span = requests.get(request)?.span;
        span?.setAttribute('http.response.status_code', reply.statusCode);
        if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
        span?.end();
        done();
      });
    },
    statements: {
      begin: (statement) => {
        const span = beginPart(`database ${statement}`, {
          kind: SpanKind.CLIENT,
          attributes: {
            'db.system.name': database === 'postgres' ? 'postgresql' : 'sqlite',
            'db.operation.name': statement,
          },
        });
        return (error) => {
          if (error !== null) span?.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', typeOf(error));
          span?.end();
        };
      },
    },
    host: {
      begin: (operation) => {
        const span = beginPart(`host ${operation}`, {
          kind: SpanKind.CLIENT,
          attributes: { 'largesse.host.operation': operation },
        });
        const headers: Record<string, string> = {};
        const context = current.getStore();
        if (span && context) propagator.inject(trace.setSpan(context, span), headers, defaultTextMapSetter);
        return {
          headers,
          end: (outcome) => {
            span?.setAttribute('largesse.host.outcome', outcome);
            if (HOST_FAULTS.has(outcome)) span?.setStatus({ code: SpanStatusCode.ERROR });
            span?.end();
          },
        };
      },
    },
    close: async () => {
      await inTime(
        provider.shutdown().catch(() => {}),
        { left: LAST_EXPORT_MS },
      );
    },
  };
}

/** The error's message could reveal too much. */
const typeOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);

function samplerOf({ name, ratio }: TracingSetting['sampler']): Sampler {
  const isParentBased = name.startsWith('parentbased_');
  const root = (() => {
    if (name.endsWith('always_on')) return new AlwaysOnSampler();
    return name.endsWith('always_off') ? new AlwaysOffSampler() : new TraceIdRatioBasedSampler(ratio);
  })();
  return isParentBased ? new ParentBasedSampler({ root }) : root;
}

/** The exporter itself never logs failures. */
function withLoggedFailures(exporter: OTLPTraceExporter, log: FastifyBaseLogger): OTLPTraceExporter {
  let complainedAt = Number.NEGATIVE_INFINITY;
  const send = exporter.export.bind(exporter);
  exporter.export = (spans: ReadableSpan[], done: (result: ExportResult) => void) =>
    send(spans, (result) => {
      const now = performance.now();
      if (result.code !== ExportResultCode.SUCCESS && now - complainedAt > COMPLAINT_INTERVAL_MS) {
        complainedAt = now;
        log.warn({ spans: spans.length }, 'OTEL_EXPORTER_OTLP_ENDPOINT: traces could not be delivered there');
      }
      done(result);
    });
  return exporter;
}
