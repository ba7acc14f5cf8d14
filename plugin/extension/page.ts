import { pageParts } from '../assets/page-parts.ts';

/** Content of the page on which the user pressed the button. */
export interface PageRead {
  /** The parts that the reader of shop pages needs, as HTML. */
  html: string;
  /** Address of My registries, if this is the page My registries; otherwise ''. */
  mine: string;
}

/** Reads the page in which this file runs. */
export function read(): PageRead {
  const ways = document.querySelector<HTMLElement>('[data-largesse-ways]');
  return { html: pageParts(), mine: ways?.dataset.largesseWays ?? '' };
}
