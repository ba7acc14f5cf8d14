/** Returns the message of an error of any kind; if it holds several, that of the first. */
export function reason(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return reason(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
