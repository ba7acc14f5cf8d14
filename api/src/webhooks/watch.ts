/** Outcomes of attempts. `retried` means that another attempt follows. */
export const ATTEMPT_OUTCOMES = ['delivered', 'retried', 'failed'] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

/** Reasons for disabling a webhook: `gone` if it answered 410, `failing` if it has failed for too long. */
export const DISABLING_REASONS = ['gone', 'failing'] as const;
export type DisablingReason = (typeof DISABLING_REASONS)[number];

/** Observes deliveries. */
export interface WebhookWatch {
  attempted(outcome: AttemptOutcome): void;
  disabled(reason: DisablingReason): void;
}

/** State of all webhooks, for operators. */
export interface Backlog {
  active: number;
  disabled: number;
  /** Number of waiting deliveries of active webhooks. */
  waiting: number;
  /** Age of the oldest event among the waiting deliveries in seconds; 0 if no delivery waits. */
  oldestAge: number;
}

/** Source of the state of all webhooks. */
export interface WebhookState {
  /** Returns the state, or null if the database does not answer in time. */
  backlog(): Promise<Backlog | null>;
}
