import { type Account, type AccountPlan, createAccounts } from '../../wordpress/accounts.ts';
import { startWordPress, type WordPress, type WordPressOptions } from '../../wordpress/boot.ts';

/** Names the people of every test: each stands for one relation to a registry. */
const testUsers = ['admin', 'owner', 'invitee', 'mailInvitee', 'stranger'] as const;
export type TestUser = (typeof testUsers)[number];

/** With which every person logs in to wp-admin; application passwords are their own. */
export const loginPassword = 'a password for the login form';

/** A fresh WordPress with the plugin and its people. */
export interface Site extends AsyncDisposable {
  /** Address of the site, without trailing slash. */
  url: string;
  users: Record<TestUser, Account>;
  wordpress: WordPress;
  /** Returns what PHP has complained of since the last call: errors, warnings, notices and deprecations. */
  complaints(): Promise<string>;
  /**
   * Ends the site and frees all it holds.
   * @throws {Error} where PHP complained of something, and no test asked for it
   */
  close(): Promise<void>;
}

/**
 * Boots a WordPress for tests; nothing of it is kept.
 * The people are `admin` (an administrator) and `owner`, `invitee`, `mailInvitee`, `stranger` (subscribers). Nobody
 * has a registry yet; `mailInvitee` is meant to be invited by e-mail address, `invitee` by user name.
 */
export async function openSite(
  options: Pick<WordPressOptions, 'version' | 'theme' | 'dataFolder'> = {},
): Promise<Site> {
  const wordpress = await startWordPress({ port: 0, ...options });
  try {
    const [admin, owner, invitee, mailInvitee, stranger] = await createAccounts(wordpress, testUsers.map(plan));
    if (!admin || !owner || !invitee || !mailInvitee || !stranger) throw new Error('A person of the tests is missing');
    const users = { admin, owner, invitee, mailInvitee, stranger };
    let read = 0;
    const complaints = async () => {
      const log = await wordpress.log();
      const unread = log.slice(read);
      read = log.length;
      return unread;
    };
    const close = async () => {
      const unread = await complaints();
      await wordpress.close();
      if (unread !== '') throw new Error(`PHP has complained:\n${unread}`);
    };
    return { url: wordpress.url, users, wordpress, complaints, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await wordpress.close();
    throw error;
  }
}

function plan(person: TestUser): AccountPlan {
  return {
    username: person.toLowerCase(),
    email: `${person.toLowerCase()}@people.example`,
    role: person === 'admin' ? 'administrator' : 'subscriber',
    password: loginPassword,
  };
}
