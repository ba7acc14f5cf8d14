import { createNodeFsMountHandler } from '@php-wasm/node';
import { getPHPLoaderModule as php83 } from '@php-wasm/node-8-3';
import {
  loadPHPRuntime,
  PHP,
  PHPExecutionFailureError,
  type PHPLoaderModule,
  setPhpIniEntries,
} from '@php-wasm/universal';
import { getPHPLoaderModule as php81 } from 'php-8-1';
import { cacheFolders } from './cache/cached-folder.ts';
import { openPackage } from './wordpress/download.ts';
import { phpBuilds } from './wordpress/packages.ts';

/** The oldest PHP version that the plugin supports, and the version for tests. */
export const phpVersions = ['8.1', '8.3'] as const;

/** A version of PHP that this project can run as WebAssembly. */
export type PhpVersion = (typeof phpVersions)[number] | keyof typeof phpBuilds;

const builds: Record<PhpVersion, () => Promise<PHPLoaderModule>> = {
  '8.1': php81,
  '8.3': php83,
  '8.4': () => downloadPhp('8.4'),
  '8.5': () => downloadPhp('8.5'),
};

/** Returns the program of a PHP version. The first call for a new version downloads it. */
export function phpProgram(version: PhpVersion): Promise<PHPLoaderModule> {
  return builds[version]();
}

async function downloadPhp(version: keyof typeof phpBuilds): Promise<PHPLoaderModule> {
  const folder = await openPackage(phpBuilds[version], { folders: cacheFolders() });
  return await import(`${folder}/jspi/php_${version.replace('.', '_')}.js`);
}

/**
 * Runs PHP without WordPress.
 * @param folder folder of this machine, mounted as `/folder/` in PHP
 * @param code PHP without the opening tag; the variable `$input` contains the decoded `input`
 * @returns its output and its errors, including deprecations
 */
export async function runPhp(
  version: PhpVersion,
  folder: string,
  code: string,
  input: unknown,
): Promise<{ printed: string; complaints: string }> {
  const php = new PHP(await loadPHPRuntime(await phpProgram(version)));
  try {
    php.setSapiName('cli-server'); // enables opcache
    await setPhpIniEntries(php, { 'opcache.enable': '1', error_reporting: '-1', display_errors: '0', log_errors: '1' });
    await php.mount('/folder/', createNodeFsMountHandler(folder));
    const answer = await php
      .run({
        code: `<?php $input = json_decode( getenv( 'INPUT' ), true ); ${code}`,
        env: { INPUT: JSON.stringify(input) },
      })
      .catch((error: unknown) => {
        if (error instanceof PHPExecutionFailureError) return error.response;
        throw error;
      });
    return { printed: answer.text, complaints: answer.errors.trim() };
  } finally {
    php.exit();
  }
}
