import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { basename } from 'node:path';
import { createNodeFsMountHandler, getPHPLoaderModule, loadNodeRuntime } from '@php-wasm/node';
import {
  type EmscriptenOptions,
  FileLockManagerInMemory,
  type MountHandler,
  type PHP,
  type PHPRequestHandler,
  proxyFileSystem,
} from '@php-wasm/universal';
import { bootRequestHandler, bootWordPress } from '@wp-playground/wordpress';
import { copyIn, copyOut, restore } from './image.ts';
import type { PhpEngine, PhpOptions } from './php-engine.ts';
import { constantsOf, type SiteFolder } from './site-folder.ts';

/** Path of WordPress in PHP's own file system. */
const DOCUMENT_ROOT = '/wordpress';

/**
 * Number of PHP instances. Each instance serves one request at a time. If a page calls the API, the API calls WordPress
 * before it answers. With a single instance, the call of the API would wait for the page, while the page waits for the
 * API.
 */
const INSTANCES = 3;

let compiledPhp: Promise<WebAssembly.Module> | undefined;

/**
 * Compiles PHP itself for all sites and instances of this process. V8 compiles each function on first use. Because
 * `compiledPhp` refers to the result, V8 does not drop the compiled functions when the last site closes.
 */
async function compilePhp(): Promise<WebAssembly.Module> {
  const { dependencyFilename } = await getPHPLoaderModule('8.3');
  return await WebAssembly.compile(await readFile(dependencyFilename));
}

/**
 * Folders of WordPress in PHP's own file system. Other sites can use a copy of these folders. Files that belong to a
 * single site are mounted from this machine, or listed in `OWN_FILES`.
 */
const FOLDERS = [DOCUMENT_ROOT, '/internal/shared'];

/** Files in which php-wasm stores the constants of a site (its address and its secrets) and the settings of PHP. */
const OWN_FILES = ['/internal/shared/consts.json', '/internal/shared/php.ini'];

/** PHP in WebAssembly. This engine requires no PHP on the machine. */
export const wasmEngine: PhpEngine = {
  name: 'wasm',
  label: 'PHP in WebAssembly',
  instances: INSTANCES,
  start: async (options) => {
    const handler = await startPhp(options);
    /** Paths that belong to this site only. Copies do not contain them. */
    const own = new Set([...OWN_FILES, ...Object.keys(mountsOf(options.site, options.content))]);
    return {
      request: (request) => handler.request(request),
      run: (code, input) => runPhp(handler, code, input),
      converse: (script, exchange) => conversePhp(handler, script, exchange),
      restoreFiles: async (entries) => restore(await handler.getPrimaryPhp(), DOCUMENT_ROOT, own, entries),
      copyFiles: async (use) => {
        await use();
        return await copyOut(await handler.getPrimaryPhp(), FOLDERS, own);
      },
      [Symbol.asyncDispose]: () => handler[Symbol.asyncDispose](),
    };
  },
};

async function startPhp({ url, files, site, content, image, fixedCode }: PhpOptions): Promise<PHPRequestHandler> {
  const mounts = mountsOf(site, content);
  const names = recheckNames(Object.keys(mountsOf(site, fixedCode ? {} : content)));
  const fileLockManager = new FileLockManagerInMemory(); // the instances share one operating-system process
  let processId = 0;
  const options = {
    phpVersion: '8.3',
    createPhpRuntime: async () => {
      compiledPhp ??= compilePhp();
      const module = await compiledPhp;
      return await new Promise<number>((done, fail) => {
        const instantiateWasm: EmscriptenOptions['instantiateWasm'] = (imports, receive) =>
          void WebAssembly.instantiate(module, imports).then((instance) => receive(instance, module), fail);
        // An unused site must not keep this process alive.
        const preRun = [(php: { outboundNetworkProxyServer: Server }) => php.outboundNetworkProxyServer.unref()];
        const emscriptenOptions = { processId: ++processId, instantiateWasm, preRun };
        loadNodeRuntime('8.3', { fileLockManager, emscriptenOptions }).then(done, fail);
      });
    },
    maxPhpInstances: INSTANCES + 2, // one for `conversePhp`, one for `reserveFirst`
    // WordPress itself is in the memory of the first instance, and the other instances access that memory. Files that
    // can change are on this machine's disk, and mounted in each instance.
    onPHPInstanceCreated: async (php: PHP, { isPrimary }: { isPrimary: boolean }) => {
      if (isPrimary) return;
      await proxyFileSystem(await handler.getPrimaryPhp(), php, FOLDERS);
      await mountAll(php, mounts, names);
    },
    siteUrl: url,
    documentRoot: DOCUMENT_ROOT,
    cookieStore: false as const, // the browser manages cookies
    sapiName: 'cli-server', // enables opcache, which makes a request about three times faster
    phpIniEntries: {
      memory_limit: '256M',
      // Keep the compiled code in the memory of each instance. By default, php-wasm reads it from files on each
      // request, which takes almost twice as long. A new instance loads the code from the files of the first instance.
      'opcache.file_cache_only': '0',
      // Unless `fixedCode` is set, PHP checks the time of each file on each request, so that changes apply at once.
      // These checks take 20 ms for each request.
      'opcache.validate_timestamps': fixedCode ? '0' : '1',
      'opcache.revalidate_freq': '0',
      'opcache.max_accelerated_files': '4000',
    },
    constants: {
      ...constantsOf(site),
      WP_DEBUG_LOG: `/site/${basename(site.log)}`,
    },
  };
  const handler: PHPRequestHandler = await bootRequestHandler(options);
  if (image) {
    const php = await handler.getPrimaryPhp();
    await site.adoptDatabase(() => image.database);
    await copyIn(php, image.entries);
    for (const name of ['WP_HOME', 'WP_SITEURL']) php.defineConstant(name, url);
    await mountAll(php, mounts, names);
    await reserveFirst(handler);
    return handler;
  }
  await bootWordPress(handler, {
    ...options,
    wordPressZip: zip(files.coreZip),
    sqliteIntegrationPluginZip: zip(files.sqliteZip),
    wordpressInstallMode: 'install-from-existing-files-if-needed',
    hooks: {
      beforeDatabaseSetup: async (php) => {
        await site.adoptDatabase(() => php.readFileAsBuffer(`${DOCUMENT_ROOT}/wp-content/database/.ht.sqlite`));
        await mountAll(php, mounts, names);
      },
    },
  });
  await reserveFirst(handler);
  return handler;
}

/**
 * Takes the first instance out of service, so that php-wasm does not replace it. php-wasm replaces an instance after
 * 400 requests, and after PHP code that ends with an error. If the first instance was replaced, the other instances
 * would still use the old instance's files, and would miss changes.
 */
async function reserveFirst(handler: PHPRequestHandler): Promise<void> {
  const { php } = await handler.instanceManager.acquirePHPInstance();
  assert.equal(php, await handler.getPrimaryPhp());
}

function mountsOf(site: SiteFolder, content: Record<string, string>): Record<string, string> {
  const mounts: Record<string, string> = { '/site': site.folder };
  for (const [path, folder] of Object.entries({ database: site.database, uploads: site.uploads, ...content })) {
    mounts[`${DOCUMENT_ROOT}/wp-content/${path}`] = folder;
  }
  return mounts;
}

async function runPhp(handler: PHPRequestHandler, code: string, input: unknown): Promise<string> {
  const { php, reap } = await handler.instanceManager.acquirePHPInstance();
  try {
    const json = Buffer.from(JSON.stringify(input ?? null)).toString('base64');
    // Set the environment variable in PHP code instead of php-wasm's option `env`. php-wasm frees the memory of this
    // option too early, so PHP's shutdown functions would read freed memory.
    const result = await php.run({
      code: `<?php putenv( 'INPUT=' . base64_decode( '${json}' ) );
        require '${DOCUMENT_ROOT}/wp-load.php'; $input = json_decode( getenv( 'INPUT' ), true ); ${code}`,
    });
    return result.text;
  } finally {
    reap();
  }
}

async function conversePhp(
  handler: PHPRequestHandler,
  script: string,
  exchange: (message: string) => Promise<string>,
): Promise<string> {
  const { php, reap } = await handler.instanceManager.acquirePHPInstance();
  const stopListening = php.onMessage(exchange);
  try {
    const code = `<?php require '${DOCUMENT_ROOT}/wp-load.php';
      function exchange( string $message ): string { return post_message_to_js( $message ); }
      ${script}`;
    return (await php.run({ code })).text;
  } finally {
    await stopListening();
    reap();
  }
}

/**
 * Returns a mount handler that notices when another instance deletes a file. Emscripten caches file names forever.
 * Without this handler, an instance could not create a file that another instance has deleted.
 * @param onDisk mounted folders of this machine whose files may be deleted; the handler checks these files on each
 * access
 */
function recheckNames(onDisk: readonly string[]): MountHandler {
  const isOnDisk = (path: string) => onDisk.some((folder) => path.startsWith(`${folder}/`));
  let deletions = 0;
  return (_php, rootFiles) => {
    const files = rootFiles as NamedFiles;
    const { lookupNode } = files;
    for (const operation of ['unlink', 'rmdir', 'rename'] as const) {
      const original: (...paths: string[]) => void = files[operation];
      files[operation] = (...paths: string[]) => {
        if (!paths.every(isOnDisk)) deletions++;
        original(...paths);
      };
    }
    files.lookupNode = (parent, name) => {
      const node = lookupNode(parent, name);
      if (node.checkedAt === deletions || files.isMountpoint(node)) return node;
      try {
        // Throws if the file no longer exists. Devices have no `getattr`.
        node.node_ops.getattr?.(node);
        if (!onDisk.includes(node.mount.mountpoint)) node.checkedAt = deletions;
        return node;
      } catch {
        files.destroyNode(node);
        return files.lookup(parent, name);
      }
    };
    return () => {};
  };
}

/** A file in Emscripten. */
interface Node {
  node_ops: { getattr?(node: Node): unknown };
  mount: { mountpoint: string };
  /** Value of the counter `deletions` when the file was last found; missing for files in the folders `onDisk`. */
  checkedAt?: number;
}

/** Functions of Emscripten's file system. The types of php-wasm lack these functions. */
type NamedFiles = Parameters<MountHandler>[1] & {
  lookupNode(parent: Node, name: string): Node;
  lookup(parent: Node, name: string): Node;
  isMountpoint(node: Node): boolean;
  destroyNode(node: Node): void;
};

async function mountAll(php: PHP, mounts: Record<string, string>, names: MountHandler): Promise<void> {
  await php.mount('/internal/names', names);
  for (const [path, folder] of Object.entries(mounts)) await php.mount(path, createNodeFsMountHandler(folder));
}

async function zip(path: string): Promise<File> {
  return new File([new Uint8Array(await readFile(path))], basename(path));
}
