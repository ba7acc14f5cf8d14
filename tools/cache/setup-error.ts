/** A problem that the person who starts the system can fix. The message is one line with the solution. */
export class SetupError extends Error {
  override name = 'SetupError';
}
