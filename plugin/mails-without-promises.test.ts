import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const src = join(import.meta.dirname, 'src');

/** Classes whose mails may go to recipients of gifts, and why they tell them nothing. */
const WITHOUT_PROMISES = {
  'People/Accounts/AccountChanges.php': 'confirms an address',
  'People/Accounts/AddressConfirmation.php': 'confirms an address',
  'People/Accounts/SignUpPage.php': 'confirms an address',
  'People/Mail/Delivery.php': 'invitations name a list or a circle',
  'Promises/Giving/RevealMailSender.php': 'tells recipients how many gifts the service shows them',
  'Together/Digest/DigestMails.php': 'GiverReminders omits promises that the reader receives',
  'Together/Draws/DrawMails.php': 'names people, not gifts',
  'Together/Following/FollowMailSender.php': 'names wishes as the public page shows them',
  'Together/MyGifts/LinkMailSender.php': 'sent to any address; the page omits promises that the reader receives',
  'Together/Questions/QuestionMailSender.php': 'guests ask the owners',
};

test('only these mails may reach recipients of gifts; each other mail names the gift that it hides from them', () => {
  const found = globSync('**/*.php', { cwd: src }).filter((file) =>
    readFileSync(join(src, file), 'utf8').includes('RecipientMailboxes::none()'),
  );
  assert.deepEqual(found.sort(), Object.keys(WITHOUT_PROMISES).sort());
});
