import { pino } from "pino";

/** Standard output, which takes many lines as easily as one. More than so many bytes are written at once all the same. */
const output = pino.destination({ dest: 1, sync: true, minLength: 8 * 1024 });

let isDue = false;

function flush(): void {
  isDue = false;
  output.flush();
}

// What was said last is written as well, however the process ends by itself.
// eslint-disable-next-line no-restricted-globals -- its end is of interest, not its environment
process.on("exit", () => output.flushSync());

/**
 * Where lines go: to standard output, all those of one turn of the event loop together, before the next begins. Writing each
 * by itself took longer than all else that a page from memory costs.
 */
export const logStream = {
  write(line: string): void {
    output.write(line);
    if (isDue) return;
    isDue = true;
    setImmediate(flush);
  },
  /** Writes what has been said: before the process ends. */
  flushSync(): void {
    output.flushSync();
  },
};
