/** How the line of a test's report begins that names what its browsers left behind. */
export const TRACE_NOTE = 'Traces of the browser:';
