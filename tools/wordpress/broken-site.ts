import { SetupError } from '../cache/setup-error.ts';

/** Error if WordPress does not start with the data of its site. The message is one line and contains the solution. */
export class BrokenSite extends SetupError {
  override name = 'BrokenSite';

  /** @param folder folder of the site @param cause error of WordPress; the message may be a whole page */
  constructor(folder: string, cause: unknown) {
    const [reason = ''] = cause instanceof Error ? cause.message.split('\n') : [String(cause)];
    super(`WordPress cannot start with the data in ${folder} (${reason}): move the folder away to start over`);
    this.cause = cause;
  }
}
