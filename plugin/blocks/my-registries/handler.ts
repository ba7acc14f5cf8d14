import { clearMessages } from './notice.ts';
import { retryUnsaved } from './owned.ts';

/**
 * Creates an event handler that calls `work`. Before the call, it clears messages. It also retries to save how many
 * pieces the owner has, if an earlier attempt failed.
 */
export function handler(work: () => unknown): () => void {
  return () => {
    clearMessages();
    retryUnsaved();
    void work();
  };
}
