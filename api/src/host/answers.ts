import { Ajv2020 } from 'ajv/dist/2020.js';
import { type Static, type TSchema, Type } from 'typebox';
import { HostError } from './errors.ts';

const ajv = new Ajv2020({ allowUnionTypes: true });

/**
 * A check of the host's answers, compiled when it is first needed.
 * @param what the answer should be, for the log
 * @returns a function that gives the answer back @throws {HostError} when it is not what it should be
 */
export function believed<T extends TSchema>(schema: T, what: string): (body: unknown) => Static<T> {
  let isRight: ((body: unknown) => body is Static<T>) | undefined;
  return (body) => {
    isRight ??= ajv.compile<Static<T>>(schema);
    if (isRight(body)) return body;
    throw new HostError('invalid-response', `the answer of the host is not ${what}`);
  };
}

const Text = Type.String();
const Rendered = Type.Object({ raw: Type.Optional(Text), rendered: Type.Optional(Text) });

/** An object of any keys; PHP writes an empty one as []. */
export const PhpObject = Type.Union([Type.Record(Text, Type.Unknown()), Type.Array(Type.Unknown())]);

const Post = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  author: Type.Integer({ minimum: 0 }),
  status: Type.String({ minLength: 1 }),
  slug: Text,
  link: Text,
  date_gmt: Text,
  modified_gmt: Text,
  title: Rendered,
  content: Rendered,
  meta: PhpObject,
});

/** A post as the host's REST API answers it. */
export type HostPost = Static<typeof Post>;

export const currentUserIn = believed(
  Type.Object({
    id: Type.Integer({ minimum: 1 }),
    username: Type.String({ minLength: 1 }),
    email: Text,
    roles: Type.Array(Text),
    capabilities: Type.Optional(PhpObject),
  }),
  'a user',
);
export const postIn = believed(Post, 'a post');
export const postsIn = believed(Type.Array(Post), 'a list of posts');
export const deletionIn = believed(Type.Object({ deleted: Type.Literal(true) }), 'a deletion');
