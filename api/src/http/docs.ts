import type { FastifyInstance } from 'fastify';
import manifest from '../../package.json' with { type: 'json' };
import { GUIDES, serveDocsPage } from './docs-page.ts';
import { completed, describeOperation } from './openapi.ts';

const INFO = {
  title: 'Largesse registry API',
  version: manifest.version,
  license: { name: 'MIT', identifier: 'MIT' },
  description:
    'Items of gift registries, and the registries of a WordPress site. Sign in with your user name on the site ' +
    'and an application password. Every error is `{"detail": "…"}`.',
};

/** Markdown with links to the guides; empty if this installation lacks them. */
const LINKS = Array.from(GUIDES, ([name, title]) => `[${title}](/docs/guides/${name}.md)`).join(' · ');

const TAGS = {
  Health: 'Whether the service works; without credentials',
  Site: 'Currency, time zone and languages of the site, and the caller',
  Items: 'Wishes of all registries, by id',
  Registries: 'Lists of wishes, which the WordPress site stores',
  'Registry items': 'Wishes of one registry, in the order of its owner',
  Invitees: 'People who may read a registry, and give',
  'Affiliate links': 'Second addresses of items, through which the site earns a commission',
  Purchases: 'Gifts of the caller, and for admins, gifts of all people',
  'Registry purchases': 'Gifts for one registry',
  Ideas: 'Ideas of guests for one another; for admins',
  Shares: 'Amounts that guests promise for expensive wishes; for admins',
  Events: 'Changes of items, gifts, ideas and shares, in the order in which they happened',
  Webhooks: 'Addresses to which the service sends events; for admins',
  Previews: 'Products on pages of shops',
};

/**
 * Serves `/docs` and `/openapi.json` without authentication. Must be called before routes are added, to record them.
 * Loads its packages on demand, because production usually disables the docs.
 */
export async function offerDocs(app: FastifyInstance): Promise<void> {
  const { default: swagger } = await import('@fastify/swagger');
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.1',
      info: { ...INFO, description: [INFO.description, LINKS].join('\n\n').trim() },
      servers: [{ url: '/', description: 'This service' }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          applicationPassword: {
            type: 'http',
            scheme: 'basic',
            description: 'User name and application password of a user of the registry host',
          },
          gatewayKey: {
            type: 'apiKey',
            in: 'header',
            name: 'x-api-key',
            description: 'Gateway key, if the site needs one',
          },
        },
      },
    },
    transform: describeOperation,
    transformObject: completed,
  });
  serveDocsPage(app, INFO.title);
}
