import { Preview, PreviewBody, PreviewPicture, ShopCheck } from '@largesse/contract';
import { requireAdmin } from '../auth/require-admin.ts';
import type { Routes } from '../http/routes.ts';
import type { LaterPreviews } from './later.ts';

/** Adds the operations that read pages of shops and pictures (rules: Previews). */
export function previewRoutes(app: Routes, previews: LaterPreviews): void {
  app.post(
    '/previews',
    {
      schema: {
        tags: ['Previews'],
        operationId: 'preview',
        summary: 'Read the page of a shop',
        description:
          'Suggests what a wish may say, from what the page at an address says of itself. Where nothing could be read, ' +
          'everything is `null` but `missing`, whatever the reason; that takes up to eight seconds. A user who is no admin ' +
          'gets 10 previews a minute.',
        body: PreviewBody,
        response: { 200: Preview },
      },
    },
    async ({ caller, body }) => (await previews.get()).page(caller.user, body.url),
  );

  app.post(
    '/previews/picture',
    {
      schema: {
        tags: ['Previews'],
        operationId: 'previewPicture',
        summary: 'Fetch a picture',
        description:
          'For admins. Answers the bytes of a picture (JPEG, PNG, WebP, GIF or AVIF) of up to 8 MiB, under the type that they ' +
          'have, whatever its server says. Anything else is 422.',
        body: PreviewBody,
        response: { 200: PreviewPicture },
      },
    },
    async ({ caller, body }, reply) => {
      requireAdmin(caller);
      const { type, bytes } = await (await previews.get()).picture(caller.user, body.url);
      return reply.header('content-security-policy', "default-src 'none'; sandbox").type(type).send(bytes);
    },
  );

  app.post(
    '/previews/check',
    {
      schema: {
        tags: ['Previews'],
        operationId: 'previewCheck',
        summary: 'Find out whether a shop still sells something',
        description:
          'For admins. Asks only what the robots.txt of the shop allows. `unknown` stands for everything that says nothing ' +
          'about what is sold there.',
        body: PreviewBody,
        response: { 200: ShopCheck },
      },
    },
    async ({ caller, body }) => {
      requireAdmin(caller);
      return (await previews.get()).check(caller.user, body.url);
    },
  );
}
