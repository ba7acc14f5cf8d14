import { isAbsolute, join, relative } from 'node:path';
import { DEBIAN_PACKAGES } from '../wordpress/native/find-php.ts';
import type { Demo } from './demo.ts';

/** Returns the text that a person reads after the start: addresses, accounts and further features. */
export function welcome(demo: Demo): string {
  const { siteUrl, apiUrl, dataFolder, people, owner, guest, registries } = demo;
  const shown = registries.find(({ status }) => status === 'publish');
  const kept = registries.find(({ status }) => status === 'private') ?? shown;
  const accounts = people.map(({ part, username, password, applicationPassword }) => [
    part,
    username,
    password,
    applicationPassword,
  ]);
  return `
Largesse is running.

Look around:

${table([
  ['Site', siteUrl],
  ...(shown ? [['Public registry', shown.permalink]] : []),
  ...(kept && kept !== shown ? [['Private registry', kept.permalink]] : []),
  ['My registries', demo.ownerPage],
  ['wp-admin', `${siteUrl}/wp-admin/`],
  ['Affiliate links', `${siteUrl}/wp-admin/edit.php?post_type=registry&page=largesse-affiliate-links`],
])}

Anyone can see the public registry. To see the others, sign in, first as the owner:

  ${siteUrl}/wp-login.php?redirect_to=${encodeURIComponent(demo.ownerPage.replace(siteUrl, ''))}

${table([['', 'user name', 'password (site)', 'application password (API)'], ...accounts])}

“Juna turns seven” has surprise gifts: sign in as ben, who cannot see them yet, and as anna, who gives one of them. “Marta
is sixty” is over: under Gifts, marta sees who gave what, and whom she has thanked.

To try the site as a new guest, create an account on the page My registries. The site sends no mails. Instead, it
saves each mail as a file in ${join(shortest(dataFolder), 'wordpress', 'mails')}. The mail contains the link that confirms your address.

Use the API at ${apiUrl} (documented at ${apiUrl}/docs):

  curl -u '${owner.username}:${owner.applicationPassword}' ${apiUrl}/registries
  curl -u '${guest.username}:${guest.applicationPassword}' ${apiUrl}/${kept ? `registries/${kept.id}/items` : 'items'}

${engineLine(demo)}

The shops are fictitious. All data is stored in ${shortest(dataFolder)}. Stop with Ctrl-C.
`;
}

/** Returns a line that names the PHP in use, and shows how to use the other PHP (WebAssembly or the machine's PHP). */
function engineLine({ php, isNative }: Demo): string {
  return isNative
    ? `Pages come from ${php}, in about a third of the time of PHP in WebAssembly (PHP_ENGINE=wasm).`
    : `Pages come from ${php}. With PHP on this machine (Debian: ${DEBIAN_PACKAGES.join(' ')}) they take about a third of the time.`;
}

/** Formats rows with aligned columns, indented by two. */
function table(rows: string[][]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map(
      (row) =>
        `  ${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}`,
    )
    .join('\n');
}

/** Returns the path of a folder. The path is relative if the folder is below the current folder. */
function shortest(folder: string): string {
  const path = relative(process.cwd(), folder);
  return path === '' || path.startsWith('..') || isAbsolute(path) ? folder : path;
}
