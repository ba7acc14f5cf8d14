import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyTypeProvider,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { XStatic } from 'typebox/schema';

/** Types of what goes in and out, from the JSON Schemas of a route. */
interface SchemaTypes extends FastifyTypeProvider {
  validator: XStatic<this['schema']>;
  serializer: XStatic<this['schema']> | WrittenJson;
}

/** What a route that writes its own JSON answers. */
export type WrittenJson = string & { readonly isJson: unique symbol };

/** The app as routes see it: handlers get their types from the contract's schemas. */
export type Routes = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  SchemaTypes
>;

/** For routes that write their JSON themselves: their response schemas serve the documentation alone. */
export const writesItsOwnJson = { serializerCompiler: () => JSON.stringify };
