/**
 * The rules that a field or parameter may break, as errors name them behind the field (rules: Errors). `%d` stands for a
 * number, `%s` for names. The plugin tells rules apart by these texts, so it gets them from `npm run rules`.
 */
export const RULES = {
  required: 'is required',
  type: 'must be %s',
  oneOf: 'must be one of %s',
  keys: 'may only have %s',
  notEmpty: 'must be at least 1 character',
  minChars: 'must be at least %d characters',
  maxChars: 'must be at most %d characters',
  cleanText: 'must not contain NUL or unpaired surrogates',
  notBlank: 'must not be blank',
  address: 'must be an http or https address, without control characters',
  httpAddress: 'must be an absolute http or https address',
  invitee: 'must be 1 to %d characters',
  date: 'must be a date, YYYY-MM-DD',
  uuid: 'must be a UUID',
  email: 'must be an e-mail address',
  tags: 'must be entity tags in double quotes, separated by commas, or *',
  above: 'must be greater than %d',
  min: 'must be %d or more',
  max: 'must be at most %d',
  tooLarge: 'is too large',
  entries: 'must have %d to %d entries',
  registryFull: 'a registry holds at most %d items',
  purchasesFull: 'a registry holds at most %d purchases',
  inviteesFull: 'a registry holds at most %d',
  noPicture: 'is no picture',
  keeperIsOwner: 'must not name an owner who is not a keeper already',
} as const;

/** Name of a rule. */
export type Rule = keyof typeof RULES;

/** The types that a value must have, as `RULES.type` names them. */
export const TYPE_NAMES = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a JSON object',
  null: 'null',
} as const;

/** Writes a rule with what stands for its `%d` and `%s`, in their order. */
export function ruleText(rule: Rule, ...values: readonly (number | string)[]): string {
  let next = 0;
  return RULES[rule].replace(/%[ds]/g, () => String(values[next++]));
}
