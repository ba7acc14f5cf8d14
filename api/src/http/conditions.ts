import { wordedRule } from '@largesse/contract';
import type { FastifyInstance, preHandlerHookHandler } from 'fastify';
import { invalidInput } from './errors.ts';

/** Headers with conditions for changes (RFC 9110, 13.1). */
const CONDITIONS = ['if-match', 'if-none-match', 'if-unmodified-since'] as const;

const READS = ['GET', 'HEAD'];

/**
 * Returns the tags of a valid `If-Match` without quotes, except weak tags, which never match (RFC 9110, 13.1.1). Null
 * if any version matches.
 */
export function versionsIn(ifMatch: string | undefined): ReadonlySet<string> | null {
  if (ifMatch === undefined || ifMatch === '*') return null;
  const tags = [...ifMatch.matchAll(/(W\/)?"([^"]*)"/g)];
  return new Set(tags.filter(([, weak]) => !weak).map(([, , tag = '']) => tag));
}

/**
 * Refuses conditions that a route does not check, on all routes that change something (rules: Changes on condition).
 */
export function refuseConditions(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if ([route.method].flat().every((method) => READS.includes(method))) return;
    const { headers }: { headers?: { properties?: object } } = Object(route.schema);
    const refused = CONDITIONS.filter((name) => !Object.hasOwn(headers?.properties ?? {}, name));
    const check: preHandlerHookHandler = (request, _reply, done) => {
      const sent = refused.filter((name) => request.headers[name] !== undefined);
      done(sent.length === 0 ? undefined : invalidInput(...sent.map((name) => wordedRule(name, 'no_condition'))));
    };
    route.preHandler = [check, ...[route.preHandler ?? []].flat()];
  });
}
