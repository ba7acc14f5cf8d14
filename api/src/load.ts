/** Load of a limited resource. */
export interface Load {
  inUse: number;
  waiting: number;
  /** Number of places. */
  limit: number;
}
