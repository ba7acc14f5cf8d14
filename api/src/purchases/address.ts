import { asciiAddress } from '@largesse/contract';

/**
 * Returns an e-mail address in lower case with its domain in ASCII. Every database stores and compares addresses
 * in this form (rules: Purchases). `İ` stays unchanged: its lower case has two characters, so the address could become
 * too long.
 */
export const lowerCaseAddress = (email: string): string =>
  asciiAddress(email.replaceAll(/[^İ]+/g, (letters) => letters.toLowerCase()));
