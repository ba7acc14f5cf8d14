import { createNodeFsMountHandler } from '@php-wasm/node';
import { getPHPLoaderModule as php83 } from '@php-wasm/node-8-3';
import { loadPHPRuntime, PHP, PHPExecutionFailureError, setPhpIniEntries } from '@php-wasm/universal';
import { getPHPLoaderModule as php81 } from 'php-8-1';

/** The oldest PHP version that the plugin supports, and the version for tests. */
export const phpVersions = ['8.1', '8.3'] as const;
export type PhpVersion = (typeof phpVersions)[number];

const builds = { '8.1': php81, '8.3': php83 };

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
  const php = new PHP(await loadPHPRuntime(await builds[version]()));
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
