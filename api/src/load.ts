/** How busy something is that lets only so many in at a time. */
export interface Load {
  inUse: number;
  waiting: number;
  /** How many are let in. */
  limit: number;
}
