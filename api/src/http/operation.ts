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

/** Returns the options of a route: its group, id and summary in the OpenAPI document, and its schemas. */
export const operation = <const S extends object>(tag: string, operationId: string, summary: string, schema: S) => ({
  schema: { tags: [tag], operationId, summary, ...schema },
});
