/** Reports why a backup cannot be made, used or put back; the message is one line for the operator. */
export class BackupError extends Error {
  override name = 'BackupError';
}
