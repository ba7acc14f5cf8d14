import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { STORY } from '@largesse/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { OpenedLater } from '../on-demand.ts';
import { startDocs } from './docs-script.ts';
import { ApiError } from './errors.ts';

/** The pages may use their own files, and call this service. Some styles are inline. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Guides that `/docs` offers: files in the folder `docs` with their titles. An installation may lack the folder. */
export const GUIDES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'api-rules': 'Rules of the API',
    'follow-changes': 'Follow changes',
    'receive-webhooks': 'Receive webhooks',
    'shop-orders': 'Record orders of a shop',
    'other-origins': 'Call the API from other origins',
  }).filter(([name]) => existsSync(fileOf(name))),
);

function fileOf(guide: string): URL {
  return new URL(`../../../docs/${guide}.md`, import.meta.url);
}

/** Darker colours for small texts, because the page's own colours have too little contrast. */
const COLORS = `
.light-mode, .light-mode .scalar-app { --scalar-color-2: #4a4a4a; --scalar-color-3: #595959; --scalar-color-blue: #0a5cb8;
  --scalar-color-green: #0b6b46; --scalar-color-orange: #9a4a00; --scalar-color-red: #b3001b; --scalar-color-yellow: #7a5200; }
.scalar-app .request-method { color: #e6e6e6 !important; }
.dark-mode, .dark-mode .scalar-app { --scalar-color-2: #c4c4c4; --scalar-color-3: #b0b0b0; }
`;

/** On narrow screens, the kind of credentials has a line of its own, because it would cover the heading. */
const WRAPPED = `
@media (max-width: 640px) {
  .scalar-app div:has(> [id^="headlessui-disclosure"]):has([id^="headlessui-popover"]) { flex-wrap: wrap; }
  .scalar-app div:has([id^="headlessui-popover"]) > [id^="headlessui-disclosure"] { flex: 1 0 100%; }
}
`;

/** Options of the page: it loads nothing from other sites, and sends requests only to this service. */
const OPTIONS = {
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  documentDownloadType: 'json',
  defaultOpenAllTags: false,
  authentication: { preferredSecurityScheme: 'applicationPassword' },
  customCss: COLORS + WRAPPED,
};

const UUIDS = Object.values(STORY).filter((id) => typeof id === 'string');

const START = `(${startDocs})(${JSON.stringify(OPTIONS)}, ${JSON.stringify(UUIDS)});\n`;

const HEAD = (title: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>`;

const PAGE = (title: string) => `${HEAD(title)}
</head>
<body>
<div id="app"></div>
<script src="/docs/reference.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const GUIDE_STYLE = `
:root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif; }
body { margin: 0 auto; padding: 1rem; max-width: 50rem; overflow-wrap: break-word; }
pre, table { display: block; max-width: 100%; overflow-x: auto; }
pre { padding: 0.75rem; border: 1px solid color-mix(in srgb, currentColor 30%, transparent); }
table { border-collapse: collapse; }
td, th { padding: 0.35rem 0.6rem; border: 1px solid color-mix(in srgb, currentColor 30%, transparent); vertical-align: top; text-align: start; }
`;

/**
 * Serves the reference at `/docs`, and the guides below it. Files are compressed once, on their first request.
 * @param title title of the API
 */
export function serveDocsPage(app: FastifyInstance, title: string): void {
  const file = (path: string, type: string, text: () => Promise<string>, headers: Record<string, string> = {}) => {
    const compressed = new OpenedLater(async () => compress(await text()));
    app.get(path, { schema: { hide: true } }, async (_, reply) =>
      sendFile(reply.headers(headers), type, await compressed.get()),
    );
  };
  file('/docs', 'text/html', async () => PAGE(title));
  file('/docs/start.js', 'text/javascript', async () => START);
  // The script has more than a megabyte, so browsers keep it, but ask each time whether it has changed.
  file('/docs/reference.js', 'text/javascript', referenceScript, { 'cache-control': 'no-cache' });
  file('/openapi.json', 'application/json', async () => JSON.stringify(app.swagger()));
  for (const [name, heading] of GUIDES)
    file(`/docs/guides/${name}.md`, 'text/html', async () => guidePage(heading, readFileSync(fileOf(name), 'utf8')));
}

/** The package only offers its script through a plugin with a page of its own, which `POLICY` would not allow. */
async function referenceScript(): Promise<string> {
  const [{ default: fastify }, { default: reference }] = await Promise.all([
    import('fastify'),
    import('@scalar/fastify-api-reference'),
  ]);
  const app = fastify();
  try {
    await app.register(reference, { routePrefix: '/reference', configuration: { content: '{}' } });
    const { statusCode, body } = await app.inject('/reference/js/scalar.js');
    if (statusCode !== 200) throw new ApiError('internal');
    return body;
  } finally {
    await app.close();
  }
}

/** Renders a guide. Links to files that the service does not serve become plain text. */
async function guidePage(title: string, markdown: string): Promise<string> {
  const { Marked } = await import('marked');
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens);
        return `<h${depth} id="${anchorOf(html)}">${html}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const html = this.parser.parseInline(tokens);
        const [, guide] = /^([\w-]+)\.md(?:#|$)/.exec(href) ?? [];
        const isServed = guide === undefined ? /^(?:#|https:)/.test(href) : GUIDES.has(guide);
        return isServed ? `<a href="${href}">${html}</a>` : html;
      },
    },
  });
  return `${HEAD(title)}
<style>${GUIDE_STYLE}</style>
</head>
<body>
<p><a href="/docs">Reference</a></p>
${await marked.parse(markdown)}
</body>
</html>
`;
}

/** Returns the id of a heading, as in links to headings: in lower case, with hyphens. */
const anchorOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>|&#?\w+;/g, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

interface CompressedFile {
  plain: Buffer;
  zipped: Buffer;
  tag: string;
}

async function compress(text: string): Promise<CompressedFile> {
  const plain = Buffer.from(text);
  return { plain, zipped: await promisify(gzip)(plain), tag: hash('sha256', plain, 'base64url') };
}

function sendFile(reply: FastifyReply, type: string, { plain, zipped, tag }: CompressedFile): FastifyReply {
  const isZipped = /(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(reply.request.headers['accept-encoding'] ?? '');
  const etag = `"${tag}${isZipped ? '.gzip' : ''}"`;
  reply.type(`${type}; charset=utf-8`).headers({ vary: 'Accept-Encoding', etag, 'content-security-policy': POLICY });
  if (reply.request.headers['if-none-match'] === etag) return reply.code(304).send();
  if (isZipped) reply.header('content-encoding', 'gzip');
  return reply.send(isZipped ? zipped : plain);
}
