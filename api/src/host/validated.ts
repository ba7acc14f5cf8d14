import type { ValidateFunction } from 'ajv';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import type { XStatic } from 'typebox/schema';
import { onDemand } from '../on-demand.ts';
import { HostError } from './errors.ts';

let ajv: Ajv2020 | undefined;

/**
 * Returns a function that checks the host's answers, compiled on first use.
 * @param what name of the answer for the log
 * @throws {HostError} if an answer does not match
 */
export function validated<const S extends object>(schema: S, what: string): (body: unknown) => XStatic<S> {
  let check: ValidateFunction<XStatic<S>> | undefined;
  return (body) => {
    ajv ??= new (onDemand.ajv().Ajv2020)({ allowUnionTypes: true });
    check ??= ajv.compile<XStatic<S>>(schema);
    if (check(body)) return body;
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

const received = {
  type: 'object',
  required: ['received'],
  properties: { received: { type: 'array', items: { type: 'integer', minimum: 1 } } },
} as const;

const noted = { type: 'object', required: ['noted'], properties: { noted: { type: 'boolean' } } } as const;

export type HostPost = XStatic<typeof post>;

export const currentUserIn = validated(user, 'a user');
export const postIn = validated(post, 'a post');
export const postsIn = validated({ type: 'array', items: post } as const, 'a list of posts');
export const usersIn = validated(
  {
    type: 'array',
    items: {
      type: 'object',
      required: ['id', 'email'],
      properties: { id: { type: 'integer', minimum: 1 }, email: text },
    },
  } as const,
  'a list of users',
);
export const notedIn = validated(noted, 'a note of a release');
export const receivedIn = validated(received, 'a list of received registries');
export const deletionIn = validated(deletion, 'a deletion');

/** Returns the entries of a PHP object. Other values have no entries. */
export const entriesOf = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {});

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
