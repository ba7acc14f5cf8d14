import { clearMessages } from './notice.ts';
import { retryUnsaved } from './owned.ts';

/** Creates an event handler. Before `work`, the handler clears messages, and retries failed saves of owned pieces. */
export function handler(work: () => unknown): () => void {
  return () => {
    clearMessages();
    retryUnsaved();
    void work();
  };
}
