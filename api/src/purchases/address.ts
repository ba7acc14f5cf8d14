/**
 * Returns an e-mail address in lower case, whatever its alphabet. Every database stores and compares addresses in this
 * form (rules: Purchases). `İ` stays, because its lower case has two characters, which could make the address too long.
 */
export const lowerCaseAddress = (email: string): string =>
  email.replaceAll(/[^İ]+/g, (letters) => letters.toLowerCase());
