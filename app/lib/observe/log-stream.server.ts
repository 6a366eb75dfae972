import { pino } from "pino";

type LogStream = ReturnType<typeof pino.destination>;

/** So many bytes wait for a reader that has stopped reading: some three thousand lines. */
const MOST_WAITING = 1024 * 1024;

// The server and the app's build each load this module: two that wrote would write into one another's lines.
const shared = globalThis as { logStream?: LogStream };

/**
 * Where lines go: to standard output, those that come while others are being written all together; pino writes what is left
 * when the process ends. Not written in the event loop: whoever reads the log and stops, as a container's engine does whose disk
 * is full, would stop the site with it.
 */
export const logStream: LogStream = (shared.logStream ??= pino.destination({
  dest: 1,
  sync: false,
  maxLength: MOST_WAITING,
}));

/** Has somebody told how many lines were lost while nobody read them, as soon as somebody reads again. */
export function watchLoss(tell: (lines: number) => void): void {
  let lost = 0;
  logStream.on("drop", () => (lost += 1));
  logStream.on("drain", () => {
    const lines = lost;
    lost = 0;
    if (lines > 0) tell(lines);
  });
}

/** Calls back when all that was said is written; nothing more is. */
export function endLog(done: () => void): void {
  logStream.once("close", done);
  logStream.end();
}
