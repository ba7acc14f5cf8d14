import type { WordPressFiles } from './download.ts';
import type { SiteImage } from './image.ts';
import type { SiteFolder } from './site-folder.ts';

/** Programs that can run PHP: the machine's own `php`, or a WebAssembly build inside this process. */
export type EngineName = 'native' | 'wasm';

/** Options for starting PHP with one site. */
export interface PhpOptions {
  url: string;
  files: WordPressFiles;
  site: SiteFolder;
  /** Folders of this machine to mount in WordPress, by their path in `wp-content`. */
  content: Record<string, string>;
  /** Files and database of a new site; by default a fresh WordPress. */
  image?: SiteImage | undefined;
  /** True if no PHP file changes after its first use. PHP then does not check files for changes. Default: false. */
  fixedCode?: boolean | undefined;
}

/** A request to PHP. */
export interface PhpRequest {
  method: 'GET' | 'POST' | 'HEAD' | 'OPTIONS' | 'PATCH' | 'PUT' | 'DELETE';
  /** Target of the request: path and query, percent-encoded. */
  url: string;
  headers: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
}

/** PHP's answer; names of headers are in lower case. */
export interface PhpAnswer {
  httpStatusCode: number;
  headers: Record<string, string[]>;
  bytes: Uint8Array;
}

/** PHP with the WordPress of one site. */
export interface RunningPhp extends AsyncDisposable {
  request(request: PhpRequest): Promise<PhpAnswer>;
  /**
   * Runs PHP code with WordPress loaded.
   * @param code PHP without the opening tag; the variable `$input` contains the decoded `input`
   * @returns the printed output
   * @throws {Error} if PHP ended with an error or with an exit code other than 0; PHP's log contains the reason
   */
  run(code: string, input: unknown): Promise<string>;
  /**
   * Runs a script with WordPress loaded. The script can call `exchange( string $message ): string`, which sends a
   * message to this process and waits for the answer.
   * @param script PHP without the opening tag
   * @returns the output of the script
   * @throws {Error} like `run`
   */
  converse(script: string, exchange: (message: string) => Promise<string>): Promise<string>;
  /** Restores the files of `copyFiles`, and deletes files that were added since then. No request may be active. */
  restoreFiles(entries: SiteImage['entries']): Promise<void>;
  /**
   * Copies the files of the site that can change, except its database and uploads. No request may be active.
   * @param use function that makes PHP compile code, so that the copy contains the compiled code. An engine whose sites
   * share compiled code does not call this function.
   */
  copyFiles(use: () => Promise<unknown>): Promise<SiteImage['entries']>;
}

/** A program that runs PHP. */
export interface PhpEngine {
  name: EngineName;
  /** Name and version of the program, for display. */
  label: string;
  /** Maximum number of concurrent requests. */
  instances: number;
  /**
   * Starts PHP with WordPress.
   * @throws {Error} with PHP's message if WordPress does not start
   */
  start(options: PhpOptions): Promise<RunningPhp>;
}
