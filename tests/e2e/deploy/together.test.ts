// Needs a site behind nginx: PHP's few processes decide whether site and service wait for each other.
import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { describe, it } from 'node:test';
import { startNginxGateway } from '../../../deploy/testing/gateway.ts';
import { type Giving, giveTogether } from '../../../deploy/testing/guests.ts';
import { hasNginx } from '../../../deploy/testing/nginx.ts';
import { startPagesGateway } from '../../../deploy/testing/pages.ts';
import { defaultEngine } from '../../../tools/wordpress/choose-engine.ts';
import { freePort } from '../../support/free-port.ts';
import { send } from '../../support/http-client.ts';
import { SITE_KEY } from '../../support/signing.ts';
import { spawnService, untilHealthy } from '../../support/spawned-service.ts';
import { openForSuite } from '../../support/suite.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { runWithSettings, storeSettings } from '../plugin/connection-settings.ts';
import { create } from '../wordpress/requests.ts';
import { openSite } from '../wordpress/site.ts';

/** As many as PHP has on a small server, and three times as many guests. */
const WORKERS = 6;
const GUESTS = 3 * WORKERS;

const KEY = 'the-gateway-key-of-this-test';

/**
 * Opens a site on six PHP processes behind nginx, and a service behind another nginx, as docs/install/own-server.md.
 */
async function openServer() {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await temporaryFolder());
  const site = opened.use(await openSite({ instances: WORKERS }));
  const port = await freePort();
  let service: ReturnType<typeof spawnService> | undefined;
  opened.defer(() => service?.[Symbol.asyncDispose]());
  /** Starts the service again. It knows nobody. */
  const restart = async (env: Record<string, string> = {}) => {
    await service?.[Symbol.asyncDispose]();
    service = spawnService({
      HOST_URL: site.url,
      DATABASE_URL: `sqlite:${folder.path}/items.db`,
      PORT: String(port),
      OPS_PORT: '0',
      DRAIN: '0',
      LOG_LEVEL: 'fatal',
      TRUST_PROXY: '127.0.0.1',
      ITEMS_ACCESS: 'registry',
      PREVIEWS: 'off',
      SITE_KEY,
      ...env,
    });
    await untilHealthy(service);
  };
  await restart();
  const api = opened.use(
    await startNginxGateway({ processes: [`http://127.0.0.1:${port}`], keys: [KEY], sites: ['127.0.0.1'] }),
  );
  const pages = opened.use(await startPagesGateway(site.url));
  const { username, applicationPassword } = site.users.admin;
  const settings = { baseUrl: api.url, gatewayKey: KEY, username, appPassword: applicationPassword, siteKey: SITE_KEY };
  await storeSettings(site, settings);
  const id = await create(site, 'owner', { status: 'publish', slug: 'together' });
  const wish = Number(
    await runWithSettings(
      site,
      settings,
      `update_option( 'largesse_gifts_per_address', 10000 ); update_option( 'largesse_gifts_per_registry', 10000 );
       $item = Largesse\\Services::get( Largesse\\Registries\\Registry\\Store::class )->items->add( ${id}, array( 'name' => 'Glasses', 'url' => 'https://shop.example/glasses', 'quantity_needed' => 900 ) );
       echo $item['id'];`,
    ),
  );
  const path = new URL(await site.wordpress.run('echo get_permalink( $input );', id)).pathname;
  const agent = new Agent({ keepAlive: false });
  const host = new URL(site.url).host;
  const all = opened.move();
  return {
    site,
    settings,
    restart,
    give: (): Promise<Giving> =>
      giveTogether(
        async (address, headers, form) => {
          const answer = await send(agent, pages.url, form ? 'POST' : 'GET', address, {
            ...(form && { rawBody: String(new URLSearchParams(form)) }),
            headers: { host, ...headers, ...(form && { 'content-type': 'application/x-www-form-urlencoded' }) },
          });
          return { status: answer.status, text: answer.text, cookies: answer.headers['set-cookie'] ?? [] };
        },
        path,
        wish,
        GUESTS,
      ),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

const isNative = (await defaultEngine()) === 'native';
const skip = !hasNginx ? 'nginx is not installed' : !isNative && 'PHP is not installed';

describe(`${GUESTS} guests at once on a server with ${WORKERS} processes of PHP`, { skip }, () => {
  const t = openForSuite(openServer);
  const states: [state: string, env: Record<string, string>][] = [
    ['after a restart of the service', {}],
    ['while the service knows everything', {}],
    // Each account is forgotten after a second, before the guests press the button.
    ['after quiet minutes', { AUTH_CACHE_TTL: '1' }],
  ];
  for (const [state, env] of states)
    it(`all give, ${state}`, async (test) => {
      if (state !== 'while the service knows everything') await t.restart(env);
      const { given, refused, p99, rate } = await t.give();
      test.diagnostic(`${given} of ${GUESTS}, p99 ${Math.round(p99)} ms, ${rate.toFixed(1)} a second`);
      assert.deepEqual([given, refused], [GUESTS, []]);
    });
});
