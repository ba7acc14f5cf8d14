import { SetupError } from '../cache/setup-error.ts';

/** WordPress does not start with what is in the folder of its site: one line that says what to do about it. */
export class BrokenSite extends SetupError {
  override name = 'BrokenSite';

  /** @param folder of the site @param cause what WordPress said; its message may be a whole page */
  constructor(folder: string, cause: unknown) {
    const [reason = ''] = cause instanceof Error ? cause.message.split('\n') : [String(cause)];
    super(`WordPress cannot start with the data in ${folder} (${reason}): move the folder away to begin anew`);
    this.cause = cause;
  }
}
