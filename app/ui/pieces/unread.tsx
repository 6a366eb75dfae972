import { counted } from "~/lib/format/counts";

/** How much somebody has not read of what the other side has written, and the way to it; nothing when they have read all. */
export function Unread({ count, path }: { count: number; path: string }) {
  if (count === 0) return null;
  return (
    <a href={path} className="count">
      {counted(count, "new message")}
    </a>
  );
}
