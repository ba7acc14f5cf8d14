import { type Account, type AccountPlan, createAccounts } from '../../demo/wordpress/accounts.ts';
import { startWordPress, type WordPress, type WordPressOptions } from '../../demo/wordpress/boot.ts';

/** The people of every test: each stands for one relation to a registry. */
export const people = ['admin', 'owner', 'invitee', 'mailInvitee', 'stranger'] as const;
export type Person = (typeof people)[number];

/** With which every person logs in to wp-admin; application passwords are their own. */
export const loginPassword = 'a password for the login form';

/** A fresh WordPress with the plugin and its people. */
export interface Site extends AsyncDisposable {
  /** Address of the site, without trailing slash. */
  url: string;
  users: Record<Person, Account>;
  wordpress: WordPress;
  close(): Promise<void>;
}

/**
 * Boots a WordPress for tests; nothing of it is kept.
 * The people are `admin` (an administrator) and `owner`, `invitee`, `mailInvitee`, `stranger` (subscribers). Nobody
 * has a registry yet; `mailInvitee` is meant to be invited by e-mail address, `invitee` by user name.
 */
export async function openSite(options: Pick<WordPressOptions, 'version' | 'theme'> = {}): Promise<Site> {
  const wordpress = await startWordPress({ port: 0, ...options });
  try {
    const [admin, owner, invitee, mailInvitee, stranger] = await createAccounts(wordpress, people.map(plan));
    if (!admin || !owner || !invitee || !mailInvitee || !stranger) throw new Error('A person of the tests is missing');
    const close = () => wordpress.close();
    const users = { admin, owner, invitee, mailInvitee, stranger };
    return { url: wordpress.url, users, wordpress, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await wordpress.close();
    throw error;
  }
}

function plan(person: Person): AccountPlan {
  return {
    username: person.toLowerCase(),
    email: `${person.toLowerCase()}@people.example`,
    role: person === 'admin' ? 'administrator' : 'subscriber',
    password: loginPassword,
  };
}
