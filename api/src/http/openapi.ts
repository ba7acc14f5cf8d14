import type { SwaggerTransform, SwaggerTransformObject } from '@fastify/swagger';
import { ErrorAnswer, PROBLEM_TYPE, Problem, WebhookMessage } from '@largesse/contract';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Meaning of each error status. */
const ERRORS: Readonly<Record<number, string>> = {
  400: 'The request is malformed, or its body is not JSON',
  401: 'Credentials are missing, malformed or rejected',
  403: 'The caller may not do this, or the gateway key is wrong',
  404: 'There is no such item, registry, invitee, purchase, idea or webhook, or the operator has disabled this operation',
  408: 'The request took too long to arrive',
  409: 'Not enough is left (see `Quantity-Remaining`), or the purchase or idea belongs to another item, user or registry, or the first request with this `Idempotency-Key` still runs',
  410: 'The cursor is too old; begin again without `after`',
  412: 'The item, registry or idea no longer has the version of `If-Match`, or the purchase or idea exists',
  413: 'The body is over 64 KiB',
  414: 'The URL is too long',
  415: 'The `Content-Type` is not `application/json`, or the body has a `Content-Encoding`',
  422: 'A field or parameter breaks its rule',
  429: 'Too many failed logins, or too many changes or previews in a minute, or too many co-owners and keepers named in a day, or too many waiting requests; see `Retry-After`',
  431: 'The headers are too long',
  500: 'The service has failed',
  501: 'The database has no order of events of all registries; send `registry_id`',
  502: 'The answer of the registry host makes no sense',
  503: 'The host, the database or the service cannot serve now; see `Retry-After`',
  504: 'The registry host did not answer in time',
};

/** Bodies of error answers by media type. */
const ERROR_CONTENT = { 'application/json': { schema: ErrorAnswer }, [PROBLEM_TYPE]: { schema: Problem } };

const RETRY_AFTER = { 'Retry-After': { type: 'integer', description: 'Number of seconds to wait' } };

/** Headers of error answers by status. */
const HEADERS: Readonly<Record<number, object>> = {
  401: { 'WWW-Authenticate': { type: 'string', description: 'The scheme `Basic`' } },
  409: {
    'Quantity-Remaining': { type: 'integer', description: 'Number of pieces left, if the quantity is too large' },
  },
  429: RETRY_AFTER,
  503: RETRY_AFTER,
};

const ALWAYS = [400, 408, 414, 431, 500, 503];
const AUTHENTICATED = [401, 403, 429, 502, 504];
const WITH_BODY = [413, 415, 422];

/** Request that the service sends to the receiver of a webhook (rules: Webhooks). */
const DELIVERY = {
  tags: ['Webhooks'],
  summary: 'Receive an event',
  description: 'The service sends this request, signed as the Standard Webhooks specification describes.',
  parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
    name,
    in: 'header',
    required: true,
    schema: { type: 'string' },
  })),
  requestBody: { required: true, content: { 'application/json': { schema: WebhookMessage } } },
  responses: {
    '2XX': { description: 'The event is delivered' },
    '410': { description: 'The service disables the webhook' },
    default: { description: 'The service tries again later' },
  },
};

/** Adds the common parts of an operation: its security, and its errors. */
export const describeOperation: SwaggerTransform = ({ schema, url }) => {
  if (!schema || 'hide' in schema) return { schema: schema ?? {}, url };
  const isOpen = Array.isArray(schema.security) && schema.security.length === 0;
  const statuses = [
    ...ALWAYS,
    ...(isOpen ? [] : AUTHENTICATED),
    ...('params' in schema ? [404, 422] : []),
    ...('querystring' in schema ? [404, 422] : []),
    ...(headersOf(schema).includes('idempotency-key') ? [409, 422] : []),
    ...(headersOf(schema).some((name) => name.startsWith('if-')) ? [412, 422] : []),
    ...(url === '/events' ? [410, 501] : []),
    ...('body' in schema ? [404, ...WITH_BODY] : []),
    ...('body' in schema && /:(purchase|idea)_id/.test(url) ? [409] : []),
    ...(url.startsWith('/webhooks') ? [404] : []),
    ...('body' in schema && url.startsWith('/webhooks') ? [501] : []),
  ];
  const errors = Object.fromEntries(
    [...new Set(statuses)].map((status) => [
      status,
      { description: ERRORS[status], content: ERROR_CONTENT, ...(HEADERS[status] && { headers: HEADERS[status] }) },
    ]),
  );
  const answers: [string, Answer][] = Object.entries(Object(schema.response));
  const response = Object.fromEntries(answers.map(([status, model]) => [status, success(status, model)]));
  return {
    url,
    schema: {
      ...schema,
      security: isOpen ? [] : [{ applicationPassword: [] }, { applicationPassword: [], gatewayKey: [] }],
      response: { ...response, ...errors },
    },
  };
};

/** Returns the names of the headers that an operation reads. */
const headersOf = ({ headers }: { headers?: unknown }): string[] => Object.keys(Object(Object(headers).properties));

interface Answer {
  description?: string;
  /** Media type of an answer that is not JSON. */
  contentMediaType?: string;
  headers?: Record<string, object>;
}

/** Describes an operation's success response: its model, and the headers in the route's schema. */
function success(status: string, { headers, ...model }: Answer): object {
  if (status === '204' || status === '304')
    return { description: model.description, type: 'null', ...(headers && { headers }) };
  const { contentMediaType: type } = model;
  const content = type === undefined ? { 'application/json': { schema: model } } : { [type]: { schema: {} } };
  return { description: 'Success', content, ...(headers && { headers }) };
}

/** Describes a parameter. Lists in a query are separated by commas; parameters with a default are optional. */
function parameter(node: Record<string, Json>): Json {
  const { type, default: fallback } = Object(node.schema);
  return {
    ...node,
    ...(type === 'array' && { style: 'form', explode: false }),
    ...(fallback !== undefined && { required: false }),
  };
}

/**
 * Adds the requests to webhooks, and moves every model with a `title` to `components.schemas`, so that generated clients
 * name the model after its title.
 */
export const withNamedModels: SwaggerTransformObject = (document) => {
  if (!('openapiObject' in document)) return document.swaggerObject;
  const models: Record<string, Json> = {};
  const openapi: Json = JSON.parse(
    JSON.stringify({ ...document.openapiObject, webhooks: { event: { post: DELIVERY } } }),
  );
  const walk = (node: Json): Json => {
    if (Array.isArray(node)) return node.map(walk);
    if (node === null || typeof node !== 'object') return node;
    const walked = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, walk(value)]));
    if (node.in === 'query') return parameter(walked);
    if (typeof node.title !== 'string' || node.type !== 'object') return walked;
    const { title, description: _, ...model } = walked;
    models[node.title] = model;
    return { $ref: `#/components/schemas/${node.title}` };
  };
  const { components, ...rest } = Object(openapi);
  return { ...Object(walk(rest)), components: { ...components, schemas: models } };
};
