import { PREVIEWS_A_MINUTE, Preview, PreviewBody, PreviewPicture } from '@largesse/contract';
import { UserLimit } from '../auth/user-limits.ts';
import { operation, type Routes } from '../http/operation.ts';
import type { OpenedLater } from '../on-demand.ts';
import type { Previews } from './previews.ts';

/** Adds the operations for shop pages and pictures (rules: Previews). */
export function previewRoutes(app: Routes, previews: OpenedLater<Previews>, now: () => number): void {
  const limit = new UserLimit({ name: 'previews', limit: PREVIEWS_A_MINUTE, error: 'tooManyPreviews', now });
  app.post(
    '/previews',
    operation(
      'Previews',
      'preview',
      'Read the page of a shop',
      'user',
      {
        description:
          'Suggests values for a wish from the page at an address. If the service cannot read the page, all fields ' +
          'except `url` and `missing` are `null`, whatever the reason. This answer takes up to eight seconds. Users ' +
          `who are not admins get ${PREVIEWS_A_MINUTE} previews a minute.`,
        body: PreviewBody,
        response: { 200: Preview },
      },
      ['read'],
    ),
    async ({ caller, body }, reply) => {
      if (!caller.user.isAdmin) limit.count(caller.user.id, reply);
      return (await previews.get()).page(caller.user, body.url);
    },
  );

  app.post(
    '/previews/picture',
    operation(
      'Previews',
      'previewPicture',
      'Fetch a picture',
      'admin',
      {
        description:
          'For admins. Returns the bytes of a picture (JPEG, PNG, WebP, GIF or AVIF) of up to 8 MiB. The service ' +
          'determines the media type from the content. For any other content, the answer is 422.',
        body: PreviewBody,
        response: { 200: PreviewPicture },
      },
      ['read'],
    ),
    async ({ caller, body }, reply) => {
      const { type, bytes } = await (await previews.get()).picture(caller.user, body.url);
      return reply.header('content-security-policy', "default-src 'none'; sandbox").type(type).send(bytes);
    },
  );
}
