import type { XStatic } from 'typebox/schema';
import { lazily, onDemand } from '../on-demand.ts';
import { HostError } from './errors.ts';

const ajv = lazily(() => new (onDemand.ajv().Ajv2020)({ allowUnionTypes: true }));

/**
 * Returns a check for the host's answers, compiled on first use.
 * @param what name of the expected answer, for the log
 * @returns a function that returns valid answers unchanged @throws {HostError} if the answer does not match
 */
export function validated<const S extends object>(schema: S, what: string): (body: unknown) => XStatic<S> {
  const check = lazily((): ((body: unknown) => body is XStatic<S>) => ajv().compile<XStatic<S>>(schema));
  return (body) => {
    const isRight = check();
    if (isRight(body)) return body;
    throw new HostError('invalid-response', `the answer of the host is not ${what}`);
  };
}

/** A JSON object with any keys. PHP encodes an empty object as `[]`. */
export const phpObject = { type: ['object', 'array'] } as const;

const text = { type: 'string' } as const;
const name = { type: 'string', minLength: 1 } as const;
const rendered = { type: 'object', properties: { raw: text, rendered: text } } as const;

const post = {
  type: 'object',
  required: ['id', 'author', 'status', 'slug', 'link', 'date_gmt', 'modified_gmt', 'title', 'content', 'meta'],
  properties: {
    id: { type: 'integer', minimum: 1 },
    author: { type: 'integer', minimum: 0 },
    status: name,
    slug: text,
    link: text,
    date_gmt: text,
    modified_gmt: text,
    title: rendered,
    content: rendered,
    meta: phpObject,
  },
} as const;

const user = {
  type: 'object',
  required: ['id', 'username', 'email', 'roles'],
  properties: {
    id: { type: 'integer', minimum: 1 },
    username: name,
    email: text,
    roles: { type: 'array', items: text },
    capabilities: phpObject,
  },
} as const;

const deletion = { type: 'object', required: ['deleted'], properties: { deleted: { const: true } } } as const;

const noted = { type: 'object', required: ['noted'], properties: { noted: { type: 'boolean' } } } as const;

/** A post in the host's REST API. */
export type HostPost = XStatic<typeof post>;

export const currentUserIn = validated(user, 'a user');
export const postIn = validated(post, 'a post');
export const postsIn = validated({ type: 'array', items: post } as const, 'a list of posts');
export const notedIn = validated(noted, 'a note of a release');
export const deletionIn = validated(deletion, 'a deletion');

/** Returns the entries of a PHP object. Other values have no entries. */
export const entriesOf = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {});

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
