import type { AnyPage } from '../../../tools/browser/readiness.ts';

/** A cookie of the site. */
export interface Cookie {
  name: string;
  value: string;
}

/** A browser window, and the actions of a person in it. All engines have the same interface. */
export interface EnginePage extends AnyPage, AsyncDisposable {
  /** Opens an address. */
  open(address: string): Promise<void>;
  /** Sets the size of the window in CSS pixels. */
  resize(width: number, height: number): Promise<void>;
  /** Presses a point of the window. The unit is CSS pixels from the upper left corner. */
  press(x: number, y: number): Promise<void>;
  /** Types a text into the focused field. */
  type(text: string): Promise<void>;
  /** Sets a cookie for the site of the open page. */
  setCookie(cookie: Cookie): Promise<void>;
}

/** A browser engine in which tests open the pages of guests and owners. */
export interface Engine {
  name: string;
  /** Reason for skipping the tests in this engine; false if the engine is installed. */
  skip: string | false;
  openPage(): Promise<EnginePage>;
}
