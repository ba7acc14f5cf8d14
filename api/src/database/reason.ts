/** Returns the message of an error. For an AggregateError without a message, returns the message of its first error. */
export function reason(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return reason(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

/** Returns whether a call of the file system has failed because its disk, or the account's share of it, is full. */
export const hasNoRoom = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
