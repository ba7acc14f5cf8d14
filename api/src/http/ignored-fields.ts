import { wordedRule } from '@largesse/contract';
import type { FastifyInstance, preHandlerHookHandler } from 'fastify';
import { invalidInput } from './errors.ts';
import type { Schema } from './validation.ts';

/** Limits of `Ignored-Fields`. */
const MAX_KEYS = 20;

const MAX_KEY_CHARS = 100;

/** Matches the preference `handling=strict` in a `Prefer` header (RFC 7240). */
const STRICT = /(?:^|,)\s*handling\s*=\s*"?strict"?\s*(?:[,;]|$)/i;

const keysIn = (schema: Schema = {}): string[] =>
  Object.keys((schema.items ?? schema.anyOf?.[0] ?? schema).properties ?? {});

function unknownKeys(sent: unknown, known: readonly string[]): string[] {
  const unknown = new Set<string>();
  for (const entry of Array.isArray(sent) ? sent : [sent])
    for (const key of Object.keys(Object(entry))) if (!known.includes(key)) unknown.add(key);
  return [...unknown];
}

/**
 * Names unknown keys of queries and bodies in `Ignored-Fields`. With `Prefer: handling=strict`, they are 422 (rules:
 * Requests).
 */
export function nameIgnoredFields(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { querystring, body }: { querystring?: Schema; body?: Schema } = Object(route.schema);
    const parts = [
      ['query', keysIn(querystring)],
      ['body', keysIn(body)],
    ] as const;
    const check: preHandlerHookHandler = (request, reply, done) => {
      const isStrict = STRICT.test(String(request.headers.prefer ?? ''));
      if (isStrict) reply.header('preference-applied', 'handling=strict');
      const found = parts.map(([part, known]) => ({ part, known, unknown: unknownKeys(request[part], known) }));
      const unknown = found.flatMap((part) => part.unknown);
      if (unknown.length === 0) return done();
      const names = unknown
        .slice(0, MAX_KEYS)
        .map((key) => encodeURIComponent(key.slice(0, MAX_KEY_CHARS).toWellFormed()));
      reply.header('ignored-fields', names.join(', '));
      if (!isStrict) return done();
      const broken = found.filter((part) => part.unknown.length > 0);
      done(invalidInput(...broken.map(({ part, known }) => wordedRule(part, 'additionalProperties', [...known]))));
    };
    route.preHandler = [check, ...[route.preHandler ?? []].flat()];
  });
}
