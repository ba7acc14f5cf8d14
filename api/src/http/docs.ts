import type { FastifyInstance } from 'fastify';
import manifest from '../../package.json' with { type: 'json' };
import { completed, describeOperation } from './openapi.ts';

const INFO = {
  title: 'Largesse registry API',
  version: manifest.version,
  license: { name: 'MIT', identifier: 'MIT' },
  description:
    'Items of gift registries, and the registries of a WordPress site. Sign in with your user name on the site ' +
    'and an application password. Every error is `{"detail": "…"}`.',
};

const TAGS = {
  Health: 'Whether the service works; without credentials',
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

/** The page may use its own files, and call this service. Some of its styles are inline. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Darker colours for Swagger UI, because its own colours have too little contrast. */
const COLORS = `
.swagger-ui .info .title small { background: #596170; }
.swagger-ui .info .title small.version-stamp { background: #4a6b00; }
.swagger-ui .info a.link, .swagger-ui .info .url { color: #1c5fad; }
.swagger-ui .btn.authorize { border-color: #14734a; color: #14734a; }
.swagger-ui .btn.authorize svg { fill: #14734a; }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1c5fad; }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #14734a; }
.swagger-ui .opblock.opblock-put .opblock-summary-method { background: #8f5200; }
.swagger-ui .opblock.opblock-patch .opblock-summary-method { background: #0b6b58; }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #b81414; }
.swagger-ui .json-schema-2020-12-expand-deep-button { color: #595959; }
.swagger-ui .required::after, .swagger-ui .required span { color: #b81414 !important; }
.swagger-ui .parameter__in { color: #595959; }
.swagger-ui .btn.cancel { border-color: #b81414; color: #b81414; }
.swagger-ui .btn.execute { border-color: #1c5fad; background: #1c5fad; }
.swagger-ui .microlight span[style] { color: #ff9d9d !important; }
`;

/**
 * Serves `/docs` and `/openapi.json` without authentication. Must be called before routes are added, to record them.
 * Loads its packages on demand, because production usually disables the docs.
 */
export async function offerDocs(app: FastifyInstance): Promise<void> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ]);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.1',
      info: INFO,
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
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: POLICY,
    uiConfig: {
      deepLinking: true,
      docExpansion: 'list',
      displayRequestDuration: true,
      tryItOutEnabled: true,
      layout: 'BaseLayout',
    },
    theme: { title: INFO.title, css: [{ filename: 'colors.css', content: COLORS }] },
  });
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger());
}
