import { parseEnvironment, type Environment } from "./environment.ts";

function read(): Environment {
  try {
    return parseEnvironment(process.env);
  } catch (error) {
    // What is wrong, and not where in the code it was found.
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

/** The checked environment of this process. Read once, at start; a process with a wrong one ends with 1. */
export const env = read();
