import { retryUnsaved } from './having.ts';
import { clearMessages } from './notice.ts';

/** Creates an event handler that first clears earlier messages and saves what earlier clicks left unsaved. */
export function act(work: () => unknown): () => void {
  return () => {
    clearMessages();
    retryUnsaved();
    void work();
  };
}
