/** Reports what the person who starts the system here can mend. The message is one line that says how. */
export class SetupError extends Error {
  override name = 'SetupError';
}
