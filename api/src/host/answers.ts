import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { HostError } from './errors.ts';

/** What of WordPress's answers is used: everything is checked before it is believed. */
const Text = Type.String();
const Rendered = Type.Object({ raw: Type.Optional(Text), rendered: Type.Optional(Text) });

const isCurrentUser = Compile(
  Type.Object({
    id: Type.Integer({ minimum: 1 }),
    username: Type.String({ minLength: 1 }),
    email: Text,
    roles: Type.Array(Text),
    capabilities: Type.Optional(Type.Union([Type.Record(Text, Type.Unknown()), Type.Array(Type.Unknown())])),
  }),
);

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
  // PHP writes an empty object as [].
  meta: Type.Union([Type.Record(Text, Type.Unknown()), Type.Array(Type.Unknown())]),
});

const isPost = Compile(Post);
const isPostList = Compile(Type.Array(Post));
const isDeletion = Compile(Type.Object({ deleted: Type.Literal(true) }));

/** A post as the host's REST API answers it. */
export type HostPost = Static<typeof Post>;

interface Check<T> {
  Check(value: unknown): value is T;
}

/** Checks an answer. @throws {HostError} when it is not what it should be */
export const believed =
  <T>(check: Check<T>, what: string) =>
  (body: unknown): T => {
    if (check.Check(body)) return body;
    throw new HostError('invalid-response', `the answer of the host is not ${what}`);
  };

export const currentUserIn = believed(isCurrentUser, 'a user');
export const postIn = believed(isPost, 'a post');
export const postsIn = believed(isPostList, 'a list of posts');
export const deletionIn = believed(isDeletion, 'a deletion');
