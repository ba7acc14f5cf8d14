/** Returns the message of any error, or of its first cause if it has several. */
export function reason(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return reason(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
