/** A backup cannot be created, read or restored. The message is one line for the operator. */
export class BackupError extends Error {
  override name = 'BackupError';
}
