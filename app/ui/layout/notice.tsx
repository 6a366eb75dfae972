import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { Notice } from "~/lib/http/notice.server";
import { OwnedForm } from "~/ui/forms/owned-form";

type NoticeRegionProps = {
  notice: Notice | undefined;
  /** Does React take the page over in the browser? */
  hydrate: boolean;
};

/**
 * The one notification (§4). It stays until it is dismissed or the next page is opened: a message that vanishes by
 * itself fails people who read slowly. Dismissing is the platform's own: a dialog closed by its form, without a script.
 * Browsers that know no dialog would send that form, and a page with entries in it would be gone: what went wrong can be
 * dismissed where a script runs (enhance/dismiss).
 */
export function NoticeRegion({ notice, hydrate }: NoticeRegionProps) {
  const region = useRef<HTMLDivElement>(null);
  // Another notice is another dialog, though it says the same: one that was dismissed must not stay closed for the next.
  const [shown, setShown] = useState({ notice, number: 0 });
  if (shown.notice !== notice) setShown({ notice, number: shown.number + 1 });

  const isRunning = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );

  useEffect(() => {
    // The first came with the page; a later one, where a script put it, may be out of sight, and the button that was
    // pressed has lost the focus.
    if (shown.number > 0) region.current?.querySelector("dialog")?.focus();
  }, [shown]);

  return (
    <div
      ref={region}
      role={notice?.type === "error" ? "alert" : "status"}
      className="notice-band no-print"
      data-notices
    >
      <div className="wrap">
        {notice && (
          <dialog
            key={shown.number}
            open
            tabIndex={-1}
            className={notice.type === "error" ? "notice notice-error" : "notice"}
            aria-label="Notification"
            data-dismiss={notice.type === "success" || hydrate ? undefined : ""}
          >
            <div>
              <p className="label">{notice.title}</p>
              {notice.text && <p>{notice.text}</p>}
              {notice.link && !notice.link.isPost && (
                <p>
                  <a href={notice.link.path}>{notice.link.label}</a>
                </p>
              )}
            </div>
            {notice.link?.isPost && (
              <OwnedForm action={notice.link.path}>
                <button type="submit" className="btn btn-outline">
                  {notice.link.label}
                </button>
              </OwnedForm>
            )}
            {isRunning ? (
              <button
                type="button"
                className="btn btn-quiet"
                onClick={() => region.current?.querySelector("dialog")?.removeAttribute("open")}
              >
                Dismiss
              </button>
            ) : (
              notice.type === "success" && (
                <form method="dialog">
                  <button type="submit" className="btn btn-quiet">
                    Dismiss
                  </button>
                </form>
              )
            )}
          </dialog>
        )}
      </div>
    </div>
  );
}
