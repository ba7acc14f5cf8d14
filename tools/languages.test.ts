import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { isDecided } from './languages.ts';

const root = join(import.meta.dirname, '../plugin');

/** Classes of pages that open without an account, of mails, and of reminders in mails. */
const FOR_GUESTS =
  /extends (?:LinkPage|ContinuePage|GuestPage|PageWithForm|MailSender)\b|function add\( array \$entries, WP_User \$user/;

it('the lists of files decide about each page that opens without an account, and about each mail', () => {
  const files = globSync('src/**/*.php', { cwd: root }).filter((file) =>
    FOR_GUESTS.test(readFileSync(join(root, file), 'utf8')),
  );
  assert.ok(files.length > 25, String(files.length));
  assert.deepEqual(
    files.filter((file) => !isDecided(file)),
    [],
  );
});
