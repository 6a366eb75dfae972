import { titled } from "~/lib/format/titles";
import { PageHeader } from "./page-header";

/** In the place of what the backend can't tell just now. */
export function Unavailable() {
  return <p className="empty">This can&apos;t be shown just now. Open this page again in a moment.</p>;
}

/** A whole page of it. */
export function UnavailablePage({ title }: { title: string }) {
  return (
    <>
      <title>{titled(title)}</title>
      <PageHeader title={title} isWork />
      <div className="wrap pb-16">
        <Unavailable />
      </div>
    </>
  );
}
