/** Returns the message of an error. For an AggregateError without a message, returns the message of its first error. */
export function reason(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return reason(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
