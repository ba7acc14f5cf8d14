import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const src = join(import.meta.dirname, 'src');

/** Folders of the plugin, each after the folders that it may use. */
const ORDER = [
  ...['Format', 'Html', 'Blocks', 'Service', 'Http', 'Registry', 'Links', 'Console'],
  ...['Accounts', 'Mail', 'Giving', 'Guests', 'Owners', 'Screens', 'Invitations', 'Helpers'],
  ...['Pictures', 'Wishes', 'Finding', 'PageCache', 'Watching', 'Sharing', 'Exchange'],
  ...['Privacy', 'Setup', 'Affiliates', 'Updates'],
];

/** Uses that still run against the order. Remove a line with its cause; never add one. */
const AGAINST_ORDER = [
  'Guests\\AppManifest uses Wishes\\SentWish',
  'Guests\\ItemCard uses Pictures\\Thumbnails',
  'Guests\\RegistryBlock uses Pictures\\Thumbnails',
  'Html\\Picture uses Pictures\\Thumbnails',
  'Mail\\Postman uses Giving\\Concerned',
  'Mail\\Postman uses Giving\\Gift',
  'Mail\\Postman uses Giving\\GiverLetters',
  'Mail\\Postman uses Giving\\GiverLink',
  'Mail\\Postman uses Giving\\Notice',
  'Mail\\Postman uses Giving\\OwnerLetters',
  'Mail\\Postman uses Giving\\Purchases',
  'Mail\\Postman uses Giving\\Surprise',
  'Mail\\Postman uses Invitations\\Invitations',
  'Owners\\Frame uses Exchange\\ImportPage',
  'Owners\\MyRegistriesBlock uses Exchange\\ImportPage',
  'Owners\\MyRegistriesBlock uses Wishes\\BroughtWish',
  'Owners\\MyRegistriesBlock uses Wishes\\SentWish',
  'Owners\\Overview uses Wishes\\WaysIn',
  'Owners\\RegistryFields uses Finding\\Words',
  'Owners\\RegistryRoutes uses Finding\\FoundNames',
  'Owners\\RegistryView uses Invitations\\InviteeView',
  'Owners\\RegistryView uses Sharing\\SharedPicture',
  'Owners\\RegistryView uses Watching\\ShopHints',
  'Owners\\RegistryView uses Watching\\Watch',
  'Owners\\ScriptState uses Invitations\\LinkRoutes',
  'Owners\\ScriptState uses Pictures\\Recoding',
  'Owners\\ScriptState uses Pictures\\Uploads',
  'Owners\\ScriptState uses Wishes\\BroughtWish',
  'Owners\\ScriptState uses Wishes\\SentWish',
  'Registry\\Occasion uses Finding\\FoundNames',
  'Screens\\RegistryDetails uses Affiliates\\AffiliateStatus',
  'Screens\\RegistryDetails uses Helpers\\RegistryHelpers',
  'Screens\\RegistryDetails uses Invitations\\InviteeView',
];

test('each folder of the plugin uses only folders before it', () => {
  const against: string[] = [];
  for (const file of globSync('*/{*,views/*}.php', { cwd: src, exclude: ['**/*.test.php'] })) {
    const [folder = '', ...rest] = file.replace(/\.php$/, '').split(/[\\/]/);
    const name = rest.join('\\');
    assert.ok(ORDER.includes(folder), `${folder} has no place in the order`);
    for (const [, other = '', used] of readFileSync(join(src, file), 'utf8').matchAll(/^use Largesse\\(\w+)\\(\w+);/gm))
      if (ORDER.indexOf(other) > ORDER.indexOf(folder)) against.push(`${folder}\\${name} uses ${other}\\${used}`);
  }
  assert.deepEqual(against.sort(), AGAINST_ORDER);
});

test('only the module that the package for WordPress’s directory leaves out names hooks of its updates', () => {
  const files = globSync('**/*.php', { cwd: import.meta.dirname });
  const naming = files.filter((file) =>
    /site_transient_update_|auto_update_plugin/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
  );
  assert.deepEqual(naming.sort(), ['src/Updates/Module.php', 'src/declarations.php']);
});
