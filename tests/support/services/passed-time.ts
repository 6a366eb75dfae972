// Loaded into a site (`PASSES_TIME`): at SIGUSR2 it has waited for ten seconds for whatever it waits for, as far as it is
// told of the time by `AbortSignal.timeout`, as of all that it asks its backend.
const PASSED = 10_000;

/** What ends each wait that is no longer than that. */
const ends = new Set<() => void>();

AbortSignal.timeout = (milliseconds: number): AbortSignal => {
  const controller = new AbortController();
  const end = () => {
    ends.delete(end);
    controller.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError"));
  };
  setTimeout(end, milliseconds).unref();
  if (milliseconds <= PASSED) ends.add(end);
  return controller.signal;
};

process.on("SIGUSR2", () => {
  for (const end of ends) end();
});
