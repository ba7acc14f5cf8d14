import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { getPHPLoaderModule } from '@php-wasm/node-8-3';
import { loadPHPRuntime, PHP } from '@php-wasm/universal';
import { CLASSES, embeddedData } from './blueprint.ts';

/** Web server that runs the stand-in of the service, so that the service's own tests can check the stand-in. */
export interface StandIn extends AsyncDisposable {
  url: string;
}

/** Classes of the plugin that the stand-in uses. */
const OF_PLUGIN = ['BrokenRule', 'Rules', 'FieldRules'];

const ANSWER = `<?php
  foreach ( array( ${[...OF_PLUGIN.map((name) => `${name}.php`), ...CLASSES].map((file) => `'${file}'`).join(', ')} ) as $file ) {
    require "/stand-in/$file";
  }
  $embedded = json_decode( file_get_contents( '/stand-in/data.json' ), true );
  $stored   = file_exists( '/stand-in/stored' ) ? unserialize( file_get_contents( '/stand-in/stored' ) ) : null;
  $request  = json_decode( file_get_contents( '/stand-in/request.json' ), true );
  $service  = new LargessePlayground\\ItemService( new LargessePlayground\\Validator( $embedded['schemas'], $embedded['patterns'] ), $stored );
  $answer   = $service->answer( $request['method'], $request['target'], $request['headers'], base64_decode( $request['body'] ) );
  file_put_contents( '/stand-in/stored', serialize( $service->data() ) );
  echo json_encode( $answer, JSON_UNESCAPED_UNICODE );`;

/** Starts an empty stand-in on PHP in WebAssembly. */
export async function startStandIn(): Promise<StandIn> {
  const php = new PHP(await loadPHPRuntime(await getPHPLoaderModule()));
  php.setSapiName('cli-server'); // enables opcache
  php.mkdir('/stand-in');
  for (const name of OF_PLUGIN) {
    const source = new URL(`../../../plugin/src/Service/${name}.php`, import.meta.url);
    php.writeFile(`/stand-in/${name}.php`, await readFile(source, 'utf8'));
  }
  for (const name of CLASSES)
    php.writeFile(`/stand-in/${name}`, await readFile(new URL(name, import.meta.url), 'utf8'));
  php.writeFile('/stand-in/data.json', JSON.stringify(embeddedData()));

  const answer = async (method: string, target: string, headers: IncomingHttpHeaders, body: string) => {
    const base64 = Buffer.from(body).toString('base64');
    php.writeFile('/stand-in/request.json', JSON.stringify({ method, target, headers, body: base64 }));
    const { text: printed, errors } = await php.run({ code: ANSWER });
    if (errors.trim() !== '') throw new Error(errors);
    const parsed: { status: number; headers: Record<string, string>; body: string } = JSON.parse(printed);
    return parsed;
  };
  let turn: Promise<unknown> = Promise.resolve();
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { method = 'GET', headers } = request;
    const site = asTheSite(method, request.url ?? '/', headers, body);
    const answered = turn.then(() => answer(method, site.target, headers, site.body));
    turn = answered.catch(() => {});
    try {
      const { status, headers, body } = await answered;
      response.writeHead(status, headers).end(body);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the stand-in has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await turn;
      php.exit();
    },
  };
}

/**
 * Converts a test's request to a request that the site would send. The tests create items and gifts on routes of a
 * registry. The plugin never calls these routes: it creates items and gifts on `/items` and `/purchases`.
 */
function asTheSite(method: string, target: string, headers: IncomingHttpHeaders, body: string) {
  const [, id, list, rest = ''] = /^\/registries\/(\d+)\/(items|purchases)(\/.*)?$/.exec(target) ?? [];
  const isKnown = (list === 'items' && method === 'POST') || (list === 'purchases' && method === 'PUT');
  if (!isKnown || !body.startsWith('{')) return { target, body };
  const { giver_email: _, ...given }: Record<string, unknown> = JSON.parse(body);
  const [username] = Buffer.from(headers.authorization?.slice('Basic '.length) ?? '', 'base64')
    .toString()
    .split(':');
  const ofGift = list === 'purchases' ? { secret: false, owner: username === 'owner' } : {};
  return { target: `/${list}${rest}`, body: JSON.stringify({ ...given, registry_id: Number(id), ...ofGift }) };
}
