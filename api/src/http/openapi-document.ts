import type { SwaggerTransformObject } from '@fastify/swagger';
import { portablePattern, WebhookMessage } from '@largesse/contract';
import { http } from './node-http.ts';

type Json = null | boolean | number | string | Json[] | Node;
interface Node {
  [key: string]: Json;
}

/** Request that the service sends to the receiver of a webhook (rules: Webhooks). */
const DELIVERY = {
  tags: ['Webhooks'],
  operationId: 'receiveEvent',
  security: [],
  summary: 'Receive an event',
  description: 'The service sends this request, signed as the Standard Webhooks specification describes.',
  parameters: Object.entries({
    'webhook-id': 'Id of the event, equal in all attempts',
    'webhook-timestamp': 'Time of the attempt, in seconds since 1970',
    'webhook-signature':
      '`v1,` and the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`. The key is the secret ' +
      'after `whsec_`, decoded as base64. After a rotation, two signatures, separated by a space',
  }).map(([name, description]) => ({ name, in: 'header', required: true, description, schema: { type: 'string' } })),
  requestBody: { required: true, content: { 'application/json': { schema: WebhookMessage } } },
  responses: {
    '2XX': { description: 'The event is delivered' },
    '410': { description: 'The service disables the webhook' },
    default: { description: 'The service tries again later' },
  },
};

const MAX_INT32 = 2 ** 31 - 1;

/** Parts of a document that contain values instead of descriptions. */
const VALUES = ['example', 'examples', 'default', 'enum', 'const', 'required'];

const isNode = (value: Json | undefined): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Completes the document for generators of clients: adds the requests to webhooks and an example of each body, names
 * models and errors, and describes values in a way that most languages understand.
 */
export const completed: SwaggerTransformObject = (document) => {
  if (!('openapiObject' in document)) return document.swaggerObject;
  const { components, ...rest }: Node = JSON.parse(
    JSON.stringify({ ...document.openapiObject, webhooks: { event: { post: DELIVERY } } }),
  );
  const parts = new Parts();
  const described = parts.describe(rest);
  return { ...Object(described), components: { ...Object(components), ...parts.named() } };
};

/** Collects the parts of a document that several operations share. */
class Parts {
  readonly #schemas: Node = {};
  readonly #responses: Node = {};
  readonly #headers: Node = {};

  /** Returns the shared parts, for `components`. */
  named(): Node {
    return { schemas: this.#schemas, responses: this.#responses, headers: this.#headers };
  }

  /** Describes a part of the document. Moves models with a `title`, errors and headers to the shared parts. */
  describe(node: Json): Json {
    if (Array.isArray(node)) return node.map((entry) => this.describe(entry));
    if (!isNode(node)) return node;
    const walked: Node = Object.fromEntries(
      Object.entries(node).map(([key, value]) => {
        if (VALUES.includes(key) && !isNode(value)) return [key, value];
        const described = this.describe(value);
        if (key === 'headers' && isNode(described)) return [key, this.#withNamedHeaders(described)];
        return [key, key === 'responses' && isNode(described) ? this.#withNamedErrors(described) : described];
      }),
    );
    if (node.in === 'query') return parameter(walked);
    if (isNode(walked.schema) && !('in' in node)) return this.#withExample(walked);
    const { title, ...model } = portable(walked);
    if (typeof title !== 'string' || node.type !== 'object') return portable(walked);
    const { description: _, ...named } = model;
    this.#schemas[title] = named;
    return { $ref: `#/components/schemas/${title}` };
  }

  #withNamedHeaders(headers: Node): Node {
    const named = Object.entries(headers).map(([name, header]) => {
      const known = JSON.stringify(this.#headers[name] ?? header);
      if (known !== JSON.stringify(header)) return [name, header];
      this.#headers[name] = header;
      return [name, { $ref: `#/components/headers/${name}` }];
    });
    return Object.fromEntries(named);
  }

  #withNamedErrors(responses: Node): Node {
    const named = Object.entries(responses).map(([status, response]) => {
      const name = http.STATUS_CODES[status]?.replace(/\W/g, '');
      if (Number(status) < 400 || name === undefined || !isNode(response) || !response.content)
        return [status, response];
      this.#responses[name] = response;
      return [status, { $ref: `#/components/responses/${name}` }];
    });
    return Object.fromEntries(named);
  }

  #withExample(media: Node): Node {
    const example = this.#exampleOf(media.schema);
    return example === undefined || 'example' in media ? media : { ...media, example };
  }

  #exampleOf(schema: Json | undefined): Json | undefined {
    if (!isNode(schema)) return undefined;
    const { $ref, examples, items, properties, anyOf, oneOf } = schema;
    if (typeof $ref === 'string') return this.#exampleOf(this.#schemas[$ref.split('/').at(-1) ?? '']);
    if (Array.isArray(examples)) return examples[0];
    const [choice] = [anyOf ?? oneOf ?? []].flat();
    if (choice !== undefined) return this.#exampleOf(choice);
    if (schema.type === 'array') {
      const one = this.#exampleOf(items);
      return one === undefined ? [] : [one];
    }
    if (schema.type === 'object') {
      const shown = Object.entries(Object(properties)).map(([name, value]) => [name, this.#exampleOf(Object(value))]);
      return Object.fromEntries(shown.filter(([, value]) => value !== undefined));
    }
    if (schema.type === 'null') return undefined;
    return schema.const ?? schema.default ?? (Array.isArray(schema.enum) ? schema.enum[0] : undefined);
  }
}

/** Describes a parameter. Lists in a query are separated by commas; parameters with a default are optional. */
function parameter(node: Node): Node {
  const { type, default: fallback } = Object(node.schema);
  return {
    ...node,
    ...(type === 'array' && { style: 'form', explode: false }),
    ...(fallback !== undefined && { required: false }),
  };
}

/**
 * Describes values in the part of JSON Schema that most languages share: no special patterns, no length of a text that
 * has a list of values, and the size of whole numbers.
 */
function portable(schema: Node): Node {
  const { $comment: _, pattern, ...rest } = schema;
  const simple: Node = typeof pattern === 'string' ? { ...rest, ...portablePattern(pattern) } : rest;
  const isInteger = [simple.type].flat().includes('integer');
  if (!isInteger || simple.format !== undefined) return simple;
  const isSmall = typeof simple.maximum === 'number' && simple.maximum <= MAX_INT32;
  return { ...simple, format: isSmall ? 'int32' : 'int64' };
}
