import { clearMessages } from './notice.ts';
import { retryUnsaved } from './owned.ts';

/** Creates an event handler that first clears earlier messages, and retries saving numbers of owned pieces. */
export function handler(work: () => unknown): () => void {
  return () => {
    clearMessages();
    retryUnsaved();
    void work();
  };
}
