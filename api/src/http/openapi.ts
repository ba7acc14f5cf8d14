import type { SwaggerTransform, SwaggerTransformObject } from '@fastify/swagger';
import { ErrorAnswer, PROBLEM_TYPE, Problem, portablePattern, WebhookMessage, wordedRule } from '@largesse/contract';
import { ApiError, ERRORS as CATALOGUE, invalidInput } from './errors.ts';
import { http } from './node-http.ts';
import { DESTRUCTIVE } from './operation.ts';

const ERRORS: Readonly<Record<number, string>> = {
  400: 'The request is malformed, or its body is not JSON',
  401: 'Credentials are missing, malformed or rejected',
  403: 'The caller may not do this, or the gateway key is wrong',
  404: 'There is no such item, registry, invitee, purchase, idea, share or webhook, or the operator has disabled this operation',
  408: 'The request took too long to arrive',
  409: 'Not enough is left (see `Quantity-Remaining`), or the purchase, idea or share belongs to another item, user or registry, or the first request with this `Idempotency-Key` still runs',
  410: 'The cursor is too old; begin again without `after`',
  412: 'The item, registry, idea or share no longer has the version of `If-Match`, or the purchase, idea or share exists',
  413: 'The body is over 64 KiB, or a list of new items over 512 KiB',
  414: 'The URL is too long',
  415: 'The `Content-Type` is not `application/json`, or the body has a `Content-Encoding`',
  422: 'A field or parameter breaks its rule',
  429: 'Too many failed logins, or too many changes or previews in a minute, or too many co-owners and keepers named in a day, or too many waiting requests; see `Retry-After`',
  431: 'The headers are too long',
  500: 'The service has failed',
  501: 'The database is on several servers: events need `registry_id`, and an item is only on its own list',
  502: 'The answer of the registry host makes no sense',
  503: 'The host, the database or the service cannot serve now; see `Retry-After`',
  504: 'The registry host did not answer in time',
};

/** Every error with this status, as examples: its name in the catalogue, and its body. */
function errorContent(status: number): object {
  const errors = CATALOGUE.filter((entry) => entry.status === status).map(
    ({ name }) => [name, name === 'invalidInput' ? INVALID : new ApiError(name)] as const,
  );
  const examples = (accept: string) =>
    Object.fromEntries(errors.map(([name, error]) => [name, { value: JSON.parse(error.answerFor(accept).body) }]));
  return {
    'application/json': { schema: ErrorAnswer, examples: examples('application/json') },
    [PROBLEM_TYPE]: { schema: Problem, examples: examples(PROBLEM_TYPE) },
  };
}

const INVALID = invalidInput(wordedRule('price', 'exclusiveMinimum', 0));

const RETRY_AFTER = { 'Retry-After': { type: 'integer', description: 'Number of seconds to wait' } };

const ANY_HEADERS = {
  'X-Request-Id': { type: 'string', description: 'Id of the request: the sent `X-Request-Id`, or a new UUID' },
  'Ignored-Fields': { type: 'string', description: 'Unknown keys of the query and the body, separated by commas' },
  'Preference-Applied': { type: 'string', description: '`handling=strict`, if the request prefers it' },
};

/** Headers of answers to changes, and to requests for previews. */
const LIMIT_HEADERS = {
  RateLimit: { type: 'string', description: 'The rest of each limit, and the seconds until the limit starts again' },
  'RateLimit-Policy': { type: 'string', description: 'The limits of the caller' },
};

const LOCATION = { Location: { type: 'string', description: 'Path of the new resource' } };

const ERROR_HEADERS: Readonly<Record<number, object>> = {
  401: { 'WWW-Authenticate': { type: 'string', description: 'The scheme `Basic`' } },
  409: {
    'Quantity-Remaining': { type: 'integer', description: 'Number of pieces left, if the quantity is too large' },
    ...RETRY_AFTER,
  },
  415: { 'Accept-Encoding': { type: 'string', description: '`identity`, if the body has a `Content-Encoding`' } },
  429: RETRY_AFTER,
  503: RETRY_AFTER,
};

const ALWAYS = [400, 408, 414, 422, 431, 500, 503];
const AUTHENTICATED = [401, 403, 429, 502, 504];
const WITH_BODY = [413, 415];

/** Adds the common parts of an operation: its security, and its errors. */
export const describeOperation: SwaggerTransform = ({ schema, url, route }) => {
  if (!schema || 'hide' in schema) return { schema: schema ?? {}, url };
  const { role, keys } = route.config ?? {};
  const isOpen = role === 'everyone';
  const signature = isOpen ? {} : SIGNATURE_HEADERS;
  const statuses = [
    ...ALWAYS,
    ...(isOpen ? [] : AUTHENTICATED),
    ...('params' in schema ? [404] : []),
    ...('querystring' in schema ? [404] : []),
    ...(headersOf(schema).includes('idempotency-key') ? [409] : []),
    ...(headersOf(schema).some((name) => name.startsWith('if-')) ? [412] : []),
    ...(url === '/events' ? [410, 501] : []),
    ...('body' in schema ? [404, ...WITH_BODY] : []),
    ...('body' in schema && /:(purchase|idea|share)_id|^\/items\/:item_id$/.test(url) ? [409] : []),
    ...(url.startsWith('/webhooks') ? [404] : []),
    ...('body' in schema && url.startsWith('/webhooks') ? [501] : []),
    ...(url.includes('/appearances/') ? [501] : []),
  ];
  const errors = Object.fromEntries(
    [...new Set(statuses)].map((status) => {
      const headers = { ...ANY_HEADERS, ...signature, ...LIMIT_HEADERS, ...ERROR_HEADERS[status] };
      return [status, { description: ERRORS[status], content: errorContent(status), headers }];
    }),
  );
  const common = {
    ...ANY_HEADERS,
    ...signature,
    ...(String(route.method) !== 'GET' && LIMIT_HEADERS),
  };
  const answers: [string, Answer][] = Object.entries(Object(schema.response));
  const response = Object.fromEntries(answers.map(([status, model]) => [status, success(status, model, common)]));
  const sent = {
    ...('304' in response && KNOWN_TAG),
    ...('querystring' in schema || 'body' in schema ? STRICTNESS : {}),
  };
  const { properties = {}, ...headers }: { properties?: object } = Object('headers' in schema ? schema.headers : {});
  return {
    url,
    schema: {
      ...schema,
      ...(Object.keys(sent).length > 0 && {
        headers: { type: 'object', ...headers, properties: { ...properties, ...sent } },
      }),
      'x-role': role,
      ...(String(route.method) === 'DELETE' && DESTRUCTIVE),
      ...(!isOpen && { 'x-keys': keys ?? [] }),
      security: isOpen ? [] : [{ applicationPassword: [] }, { applicationPassword: [], gatewayKey: [] }],
      response: { ...response, ...errors },
    },
  };
};

/** Header of answers to requests that the site has signed. Only operations with credentials send it. */
const SIGNATURE_HEADERS = {
  'Site-Signature': {
    type: 'string',
    enum: ['accepted', 'unknown', 'late', 'off'],
    description: 'How the service treats the signature of the site; missing for requests without one',
  },
};

/** Headers that many operations accept. The routes themselves do not declare them. */
const KNOWN_TAG = {
  'if-none-match': {
    type: 'string',
    description: 'Value of `ETag` in an earlier answer. If the answer is still the same, it is 304, without a body',
  },
};
const STRICTNESS = {
  prefer: {
    type: 'string',
    description: '`handling=strict`: unknown fields and parameters are 422 instead of being ignored',
  },
};

const headersOf = ({ headers }: { headers?: unknown }): string[] => Object.keys(Object(Object(headers).properties));

interface Answer {
  description?: string;
  contentMediaType?: string;
  headers?: Record<string, object>;
}

/** Describes an operation's success response: its model, the common headers, and the headers in the route's schema. */
function success(status: string, { headers: own, ...model }: Answer, common: object): object {
  const headers = { ...own, ...(status === '201' && LOCATION), ...common };
  if (status === '204' || status === '304') return { description: model.description, type: 'null', headers };
  const { contentMediaType: type } = model;
  const content = type === undefined ? { 'application/json': { schema: model } } : { [type]: { schema: {} } };
  return { description: 'Success', content, headers };
}

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

class Parts {
  readonly #schemas: Node = {};
  readonly #responses: Node = {};
  readonly #headers: Node = {};

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
    if (node.in === 'query' || node.in === 'header') return parameter(walked);
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
    return example === undefined || 'example' in media || 'examples' in media ? media : { ...media, example };
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

/**
 * Describes a parameter. Lists in a query are separated by commas; parameters with a default are optional. Optional
 * parameters have no example, because programs that try operations would send it.
 */
function parameter({ example, ...node }: Node): Node {
  const { examples, ...schema }: Node = Object(node.schema);
  const isOptional = node.required !== true || schema.default !== undefined;
  return {
    ...node,
    schema: isOptional || examples === undefined ? schema : { ...schema, examples },
    ...(!isOptional && example !== undefined && { example }),
    ...(schema.type === 'array' && node.in === 'query' && { style: 'form', explode: false }),
    ...(schema.default !== undefined && { required: false }),
  };
}

/**
 * Describes values in the part of JSON Schema that most languages share: no special patterns, no length of a text that
 * has a list of values, no `null` in a list of values, and the size of whole numbers.
 */
function portable(schema: Node): Node {
  const { $comment: _, pattern, ...rest } = schema;
  const simple: Node = nullApart(typeof pattern === 'string' ? { ...rest, ...portablePattern(pattern) } : rest);
  const isInteger = [simple.type].flat().includes('integer');
  if (!isInteger || simple.format !== undefined) return simple;
  const isSmall = typeof simple.maximum === 'number' && simple.maximum <= MAX_INT32;
  return { ...simple, format: isSmall ? 'int32' : 'int64' };
}

/** Describes a list of values that contains `null` as the list of the others, or null. */
function nullApart(schema: Node): Node {
  const { type, enum: values, ...rest } = schema;
  if (!Array.isArray(values) || !values.includes(null)) return schema;
  const types = [type ?? []].flat().filter((one) => one !== 'null');
  const listed: Node = { enum: values.filter((value) => value !== null) };
  const others: Node =
    types.length === 0 ? listed : { type: types.length === 1 ? (types[0] ?? null) : types, ...listed };
  return { ...rest, anyOf: [others, { type: 'null' }] };
}
