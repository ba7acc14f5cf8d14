/**
 * Returns an e-mail address in lower case, in which it is kept and compared, for all alphabets alike in every database
 * (rules: Purchases). `İ` stays, because its lower case is two characters: no address becomes longer than it may be.
 */
export const lowerCaseAddress = (email: string): string =>
  email.replaceAll(/[^İ]+/g, (letters) => letters.toLowerCase());
