import { hash, randomInt, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from './files.ts';

/** Letters and digits that nobody confuses with each other. */
const CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
/** Twelve characters have 59 random bits. */
const GROUPS = 3;
const GROUP_LENGTH = 4;
const CODE = new RegExp(`^(?:[${CHARACTERS}]{${GROUP_LENGTH}}-?){${GROUPS}}$`);

/** Maximum number of wrong codes in a minute, from everybody together. */
export const MAX_WRONG = 5;
const MINUTE_MS = 60_000;

/** Returns the file with the code. It exists until the site is set up. */
export const setupCodeFile = (data: string): string => join(data, 'setup-code');

/**
 * Returns the code with which the owner proves that the container is theirs, for example `k7wm-29qx-fdtr`. Restarts
 * keep the code, so the owner can read it in the log of any start.
 */
export async function setupCodeIn(data: string): Promise<string> {
  const file = setupCodeFile(data);
  const known = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (CODE.test(known)) return known;
  const code = newCode();
  await writeWhole(file, `${code}\n`);
  return code;
}

/** Compares typed codes with the code of the container, and limits the number of wrong ones. */
export class CodeCheck {
  readonly #code: string;
  readonly #now: () => number;
  /** Times of the wrong codes of the last minute. */
  #wrong: number[] = [];

  /** @param now milliseconds on a clock that only moves forward */
  constructor(code: string, now: () => number) {
    this.#code = plain(code);
    this.#now = now;
  }

  /**
   * Compares a code in constant time. Case, spaces and hyphens do not count. An empty field is no attempt.
   * @returns the number of seconds to wait, if there were too many wrong codes
   */
  check(typed: string): 'right' | 'wrong' | number {
    if (plain(typed) === '') return 'wrong';
    const [one, other] = [plain(typed), this.#code].map((text) => Buffer.from(hash('sha256', text), 'hex'));
    // Wrong codes of a stranger do not keep the owner out.
    if (one && other && timingSafeEqual(one, other)) return 'right';
    const now = this.#now();
    this.#wrong = this.#wrong.filter((time) => now - time < MINUTE_MS);
    const [oldest] = this.#wrong;
    if (oldest !== undefined && this.#wrong.length >= MAX_WRONG) return Math.ceil((oldest + MINUTE_MS - now) / 1000);
    this.#wrong.push(now);
    return 'wrong';
  }
}

const plain = (text: string): string => text.toLowerCase().replace(/[\s\p{Pd}]/gu, '');

function newCode(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}
