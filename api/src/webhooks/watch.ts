/** Outcomes of attempts: `retried` means that another attempt follows. */
export const ATTEMPT_OUTCOMES = ['delivered', 'retried', 'failed'] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

/** Why the service disables a webhook. */
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
  /** Deliveries of active webhooks that wait. */
  waiting: number;
  /** Age of the oldest event of these deliveries in seconds; 0 if there are none. */
  oldestAge: number;
}

/** Source of the state of all webhooks. */
export interface WebhookState {
  /** Returns the state, or null if the database does not answer in time. */
  backlog(): Promise<Backlog | null>;
}
