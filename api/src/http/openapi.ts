import type { SwaggerTransform } from '@fastify/swagger';
import { ErrorAnswer, PROBLEM_TYPE, Problem } from '@largesse/contract';

/** Meaning of each error status. */
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

/** Bodies of error answers by media type. */
const ERROR_CONTENT = { 'application/json': { schema: ErrorAnswer }, [PROBLEM_TYPE]: { schema: Problem } };

const RETRY_AFTER = { 'Retry-After': { type: 'integer', description: 'Number of seconds to wait' } };

/** Headers of any answer. */
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

/** Headers of error answers by status. */
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
  const isOpen = Array.isArray(schema.security) && schema.security.length === 0;
  const statuses = [
    ...ALWAYS,
    ...(isOpen ? [] : AUTHENTICATED),
    ...('params' in schema ? [404] : []),
    ...('querystring' in schema ? [404] : []),
    ...(headersOf(schema).includes('idempotency-key') ? [409] : []),
    ...(headersOf(schema).some((name) => name.startsWith('if-')) ? [412] : []),
    ...(url === '/events' ? [410, 501] : []),
    ...('body' in schema ? [404, ...WITH_BODY] : []),
    ...('body' in schema && /:(purchase|idea|share)_id/.test(url) ? [409] : []),
    ...(url.startsWith('/webhooks') ? [404] : []),
    ...('body' in schema && url.startsWith('/webhooks') ? [501] : []),
    ...(url.includes('/appearances/') ? [501] : []),
  ];
  const errors = Object.fromEntries(
    [...new Set(statuses)].map((status) => {
      const headers = { ...ANY_HEADERS, ...LIMIT_HEADERS, ...ERROR_HEADERS[status] };
      return [status, { description: ERRORS[status], content: ERROR_CONTENT, headers }];
    }),
  );
  const common = {
    ...ANY_HEADERS,
    ...(String(route.method) !== 'GET' && LIMIT_HEADERS),
  };
  const answers: [string, Answer][] = Object.entries(Object(schema.response));
  const response = Object.fromEntries(answers.map(([status, model]) => [status, success(status, model, common)]));
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

/** Describes an operation's success response: its model, the common headers, and the headers in the route's schema. */
function success(status: string, { headers: own, ...model }: Answer, common: object): object {
  const headers = { ...own, ...(status === '201' && LOCATION), ...common };
  if (status === '204' || status === '304') return { description: model.description, type: 'null', headers };
  const { contentMediaType: type } = model;
  const content = type === undefined ? { 'application/json': { schema: model } } : { [type]: { schema: {} } };
  return { description: 'Success', content, headers };
}
