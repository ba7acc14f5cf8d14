import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openPackage } from '../wordpress/download.ts';
import { unzip } from '../wordpress/native/unzip.ts';
import { sqliteDriver } from '../wordpress/packages.ts';
import { copyShipped } from './contents.ts';

/*
 * Collects the parts of a site for a container: the plugin and the theme as they are released, and WordPress's driver
 * for SQLite. The build must have run.
 *
 *   node tools/release/image-parts.ts FOLDER
 */

const root = fileURLToPath(new URL('../..', import.meta.url));
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder for the parts');

for (const part of ['plugin', 'theme']) await copyShipped(part, join(root, part), join(folder, part));
const driver = await openPackage(sqliteDriver, {});
const zip = await readFile(join(driver, 'sqlite-database-integration.zip'));
await unzip(zip, join(folder, 'sqlite-database-integration'), (path) => path.replace(/^[^/]+\//, ''));
