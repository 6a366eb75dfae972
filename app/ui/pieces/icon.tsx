import type { IconName } from "~/lib/icon-names";

// Lucide's drawings, version 1.62.0, kept here since its package is 67 MB (licence beside them). A page carries only those it shows.
const SOURCES = import.meta.glob<string>("../icons/*.svg", { query: "?raw", import: "default", eager: true });

/** What stands inside the `<svg>` of a drawing, without the file's line ends. */
function pathsOf(source: string): string {
  return source
    .slice(source.indexOf(">", source.indexOf("<svg")) + 1, source.lastIndexOf("</svg>"))
    .replace(/\s*\n\s*/g, "")
    .replaceAll(" />", "/>");
}

const PATHS = new Map(
  Object.entries(SOURCES).map(([file, source]) => [file.slice("../icons/".length, -".svg".length), pathsOf(source)]),
);

/** An icon beside words that say the same: hidden from those who hear the page. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: PATHS.get(name) ?? "" }}
    />
  );
}
