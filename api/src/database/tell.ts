/** Takes a line for the operator. */
export type Tell = (line: string) => void;
