import { CACHING } from "./caching";

/** A record as a file that is somebody's own: no cache keeps it. @param name what the browser saves it as */
export function jsonFile(record: unknown, name: string): Response {
  return new Response(JSON.stringify(record, null, 2), {
    headers: {
      "Cache-Control": CACHING.nobody,
      "Content-Disposition": `attachment; filename="${name}"`,
      "Content-Type": "application/json; charset=utf-8",
    },
  });
}
