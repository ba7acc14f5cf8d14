/**
 * Returns an e-mail address in lower case, also for letters outside ASCII. Every database stores and compares addresses
 * in this form (rules: Purchases). `İ` stays unchanged: its lower case has two characters, so the address could become
 * too long.
 */
export const lowerCaseAddress = (email: string): string =>
  email.replaceAll(/[^İ]+/g, (letters) => letters.toLowerCase());
