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

/**
 * Role that an operation needs from its caller (rules: Routes). Admins have all roles.
 *
 * - `everyone`: anybody, without credentials. All other operations are behind `Authenticator.guard`.
 * - `user`: every user of the host, for what belongs to them.
 * - `item-user`: every user. With `ITEMS_ACCESS=registry`, `ItemAccess` follows the registry of the item.
 * - `giver`: the giver of the purchase in the path. `purchaseRoutes` finds no other purchases.
 * - `reader`, `keeper` (also editors), `editor`, `author`: of the registry in the path. `Registries` opens and changes
 *   it only for this role.
 * - `admin`: `requireRoles` refuses all others before the handler, but after the route's own `preHandler`. There, a
 *   route checks rules of its body that the schema cannot express (rules: Requests, 3).
 *
 * If only admins may send a parameter, the handler calls `requireAdmin`.
 */
export type Role = 'everyone' | 'user' | 'item-user' | 'giver' | 'reader' | 'keeper' | 'editor' | 'author' | 'admin';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Role that the caller needs. Undefined only for routes that are no operations, such as those of the docs. */
    role?: Role | undefined;
    /** Scopes of the keys that may call the operation. Undefined for routes that are no operations: no key may. */
    keys?: readonly KeyScope[] | undefined;
  }
}

/**
 * Returns the options of a route: its group, id and summary in the OpenAPI document, the role that its caller needs,
 * and its schemas.
 * @param keys scopes of the keys that may call the operation (rules: Keys); no key may, unless the operation says so
 */
export const operation = <const S extends object>(
  tag: string,
  operationId: string,
  summary: string,
  role: Role,
  schema: S,
  keys: readonly KeyScope[] = [],
) => ({
  schema: { tags: [tag], operationId, summary, ...schema },
  config: { role, keys },
});

/**
 * Part of the schema of an operation whose effect is final. The page `/docs` asks before it sends such a request, and
 * before each DELETE.
 */
export const DESTRUCTIVE = { 'x-destructive': true } as const;
