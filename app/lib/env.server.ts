import { parseEnvironment } from "./environment.ts";

/** The checked environment of this process. Read once, at start. */
export const env = parseEnvironment(process.env);
