import { isAbsolute, join, relative } from 'node:path';
import { DEBIAN_PACKAGES } from '../wordpress/native/find-php.ts';
import type { Demo } from './demo.ts';

/** Writes what a person reads once the demonstration runs: what to look at, as whom, and what else there is. */
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

Everybody may see the public registry. To see the rest, sign in, preferably as the owner first: ${siteUrl}/wp-login.php

${table([['', 'user name', 'password (site)', 'application password (API)'], ...accounts])}

Gifts are under way for “Juna turns seven”: sign in as ben, who must not know yet what they are, and as anna, who gives one
of them. “Marta is sixty” is over: marta sees who gave what, under Gifts, and whom she has thanked.

To try what a new guest does, register on the page My registries. No mail can leave this machine: each becomes a file in
${join(shortest(dataFolder), 'wordpress', 'mails')}, where you find the link with which one chooses a password.

Speak to the API at ${apiUrl} (explained at ${apiUrl}/docs):

  curl -u '${owner.username}:${owner.applicationPassword}' ${apiUrl}/registries
  curl -u '${guest.username}:${guest.applicationPassword}' ${apiUrl}/${kept ? `registries/${kept.id}/items` : 'items'}

${engineLine(demo)}

The shops are made up. Everything is kept in ${shortest(dataFolder)}. Stop with Ctrl-C.
`;
}

/** Returns which PHP makes the pages, and how to choose the other one. */
function engineLine({ php, isNative }: Demo): string {
  return isNative
    ? `Pages come from ${php}: they take about a third of the time that PHP in WebAssembly takes (PHP_ENGINE=wasm).`
    : `Pages come from ${php}. With PHP on this machine (Debian: ${DEBIAN_PACKAGES.join(' ')}) they take about a third of the time.`;
}

/** Rows with their columns aligned, indented by two. */
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

/** Shortens the path of a folder to the relative one where it is below the current folder. */
function shortest(folder: string): string {
  const path = relative(process.cwd(), folder);
  return path === '' || path.startsWith('..') || isAbsolute(path) ? folder : path;
}
