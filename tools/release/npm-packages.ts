import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Checkout } from './checkout.ts';
import { copyShipped } from './contents.ts';
import { run } from './run.ts';
import { SBOM, sbomOf } from './sbom.ts';

/** Manifest of a package. This type contains only the fields for `sbomOf`. */
interface Manifest {
  name: string;
  version: string;
  license: string;
  dependencies?: Record<string, string>;
}

/**
 * Packs the client for npm; its own `prepack` script builds it.
 * @returns path of the tarball
 */
export async function packClient(checkout: Checkout, out: string): Promise<string> {
  return pack(checkout, join(checkout.folder, 'client'), out);
}

/**
 * Packs the contract for npm. In this project, Node runs the contract's TypeScript directly. Node does not run
 * TypeScript inside `node_modules`, so the package contains JavaScript and type declarations instead.
 * @returns path of the tarball
 */
export async function packContract(checkout: Checkout, out: string): Promise<string> {
  const { folder } = checkout;
  const source = join(folder, 'contract');
  await using built = await mkdtempDisposable(join(tmpdir(), 'largesse-contract-'));
  await copyShipped('contract', source, built.path);
  await writeFile(join(built.path, 'package.json'), await publishedManifest(join(source, 'package.json')));
  const configuration = join(source, 'tsconfig.json');
  await writeFile(configuration, JSON.stringify(BUILD));
  await run(folder, 'tsc', ['--project', configuration, '--outDir', built.path]);
  return await pack(checkout, built.path, out);
}

/** Compiler options for the contract, in addition to the project's options. */
const BUILD = {
  extends: '../tsconfig.json',
  compilerOptions: {
    target: 'es2022',
    noEmit: false,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    rootDir: '.',
  },
  include: ['*.ts'],
  exclude: ['*.test.ts'],
};

/** Returns the contract's manifest for npm. The exports are the built files instead of the sources. */
async function publishedManifest(file: string): Promise<string> {
  const manifest: { exports: Record<string, string> } = JSON.parse(await readFile(file, 'utf8'));
  const exports = Object.entries(manifest.exports).map(([name, target]) => {
    const base = target.replace(/\.ts$/, '');
    return [name, base === target ? target : { types: `${base}.d.ts`, default: `${base}.js` }];
  });
  const files = ['*.js', '*.d.ts', '*.json'];
  return `${JSON.stringify({ ...manifest, exports: Object.fromEntries(exports), files }, null, 2)}\n`;
}

async function pack(checkout: Checkout, folder: string, out: string): Promise<string> {
  const manifest: Manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const described = { ...manifest, dependencies: Object.keys(manifest.dependencies ?? {}) };
  await writeFile(join(folder, SBOM), await sbomOf(checkout, described));
  const printed = await run(checkout.folder, 'npm', ['pack', '--json', '--silent', '--pack-destination', out], folder);
  const name = /"filename": "([^"]+)"/.exec(printed)?.[1];
  if (name === undefined) throw new Error(`npm pack did not say what it wrote: ${printed}`);
  return join(out, name);
}
