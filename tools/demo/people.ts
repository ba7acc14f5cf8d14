import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAccounts } from '../wordpress/accounts.ts';
import type { WordPress } from '../wordpress/boot.ts';

/** A person of the demonstration with their credentials. */
export interface DemoUser {
  username: string;
  email: string;
  displayName: string;
  role: 'administrator' | 'subscriber';
  /** Role in the sample registries, in words. */
  part: string;
  /** Password for the login form of the site. */
  password: string;
  /** Application password for the API. */
  applicationPassword: string;
}

/** The people of the demonstration, and whether the sample data is complete. */
export interface DemoState {
  people: DemoUser[];
  isSeeded: boolean;
}

/** The people of the demonstration. */
export const cast = [
  { username: 'anna', displayName: 'Anna Berger', role: 'subscriber', part: 'owner of both' },
  { username: 'ben', displayName: 'Ben Adler', role: 'subscriber', part: 'guest, and owner of a surprise' },
  { username: 'clara', displayName: 'Clara Roth', role: 'subscriber', part: 'guest, by e-mail address' },
  { username: 'marta', displayName: 'Marta Berger', role: 'subscriber', part: 'owner of a registry that is over' },
  { username: 'dora', displayName: 'Dora Stern', role: 'subscriber', part: 'stranger, not invited' },
  { username: 'admin', displayName: 'Alex Winter', role: 'administrator', part: 'admin, sees everything' },
] as const;

/**
 * Returns the people of the site. Creates new people, unless the stored credentials still work.
 * @param dataFolder folder of the file with the people's credentials; only the user of this process can read the file
 */
export async function openPeople(wordpress: WordPress, dataFolder: string): Promise<DemoState> {
  const known = await readState(dataFolder);
  if (known && (await areAccepted(wordpress.url, known.people))) return known;
  const plans = cast.map((person) => ({
    ...person,
    email: `${person.username}@people.example`,
    password: randomBytes(9).toString('base64url'),
  }));
  const accounts = await createAccounts(wordpress, plans);
  const people = plans.map((plan, index) => ({
    ...plan,
    applicationPassword: accounts[index]?.applicationPassword ?? '',
  }));
  const state = { people, isSeeded: false };
  await saveState(dataFolder, state);
  return state;
}

/** Saves the state for the next start. */
export async function saveState(dataFolder: string, state: DemoState): Promise<void> {
  const file = stateFile(dataFolder);
  await writeFile(`${file}.new`, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** Returns the person with a user name. */
export function userNamed({ people }: DemoState, username: (typeof cast)[number]['username']): DemoUser {
  const person = people.find((candidate) => candidate.username === username);
  if (!person) throw new Error(`${username} is missing`);
  return person;
}

function stateFile(dataFolder: string): string {
  return join(dataFolder, 'people.json');
}

async function readState(dataFolder: string): Promise<DemoState | undefined> {
  try {
    const state: DemoState = JSON.parse(await readFile(stateFile(dataFolder), 'utf8'));
    return cast.every(({ username }) => state.people.some((person) => person.username === username))
      ? state
      : undefined;
  } catch {
    return undefined; // none yet, or damaged: create new people
  }
}

async function areAccepted(siteUrl: string, people: DemoUser[]): Promise<boolean> {
  for (const { username, applicationPassword } of people) {
    const credentials = Buffer.from(`${username}:${applicationPassword}`).toString('base64');
    const answer = await fetch(`${siteUrl}/wp-json/wp/v2/users/me`, {
      headers: { authorization: `Basic ${credentials}` },
    });
    await answer.arrayBuffer();
    if (!answer.ok) return false;
  }
  return true;
}
