/**
 * Returns an e-mail address in lower case, in all alphabets. Every database stores and compares addresses in this form
 * (rules: Purchases). `İ` stays unchanged, because its lower case has two characters, and the address could become too
 * long.
 */
export const lowerCaseAddress = (email: string): string =>
  email.replaceAll(/[^İ]+/g, (letters) => letters.toLowerCase());
