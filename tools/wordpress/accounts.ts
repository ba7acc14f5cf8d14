import { readFile } from 'node:fs/promises';
import type { WordPress } from './boot.ts';

const createAccountsPhp = new URL('./create-accounts.php', import.meta.url);

/** A user to create on a site. */
export interface AccountPlan {
  username: string;
  email: string;
  displayName?: string;
  role: 'administrator' | 'subscriber';
  /**
   * Password for the login form. If it is missing, an existing user keeps their password, and a new user gets a random
   * password.
   */
  password?: string;
}

/** A user of a site with their credentials. */
export interface Account {
  id: number;
  username: string;
  email: string;
  /** A new application password. */
  applicationPassword: string;
  /** Value of the `Authorization` header. */
  authorization: string;
}

/**
 * Creates users on a site, or updates existing users with the same user names. Each user gets a new application
 * password.
 * @returns the accounts, in the order of their plans
 * @throws {Error} if WordPress rejects a user
 */
export async function createAccounts(
  wordpress: Pick<WordPress, 'run'>,
  plans: readonly AccountPlan[],
): Promise<Account[]> {
  const php = (await readFile(createAccountsPhp, 'utf8')).replace(/^<\?php/, '');
  const made: { id: number; applicationPassword: string }[] = JSON.parse(await wordpress.run(php, plans));
  return made.map((account, index) => {
    const { username, email } = plans[index] ?? { username: '', email: '' };
    const credentials = Buffer.from(`${username}:${account.applicationPassword}`).toString('base64');
    return { ...account, username, email, authorization: `Basic ${credentials}` };
  });
}
