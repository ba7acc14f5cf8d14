import type { KeyScope } from '@largesse/contract';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyTypeProvider,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { XStatic } from 'typebox/schema';

/** Derives the types of requests and answers from the JSON Schemas of a route. */
interface SchemaTypes extends FastifyTypeProvider {
  validator: XStatic<this['schema']>;
  serializer: XStatic<this['schema']>;
}

/** The app for modules that add routes: their handlers get their types from the contract's schemas. */
export type Routes = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  SchemaTypes
>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Scopes of the keys that may call the operation; see `keysOf`. */
    keys?: readonly KeyScope[] | undefined;
  }
}

/**
 * Returns the options of a route: its group, id and summary in the OpenAPI document, and its schemas.
 * @param keys scopes of the keys that may call the operation; by default, those of `keysOf`
 */
export const operation = <const S extends object>(
  tag: string,
  operationId: string,
  summary: string,
  schema: S,
  keys?: readonly KeyScope[],
) => ({
  schema: { tags: [tag], operationId, summary, ...schema },
  config: { keys },
});

/**
 * Returns the scopes of the keys that may call an operation: the declared scopes, otherwise `read` for operations that
 * change nothing (rules: Keys). Nothing else decides what a key may do.
 */
export const keysOf = (method: string, declared: readonly KeyScope[] | undefined): readonly KeyScope[] =>
  declared ?? (method === 'GET' || method === 'HEAD' ? ['read'] : []);
