import { useContext } from "react";
import type { Notice } from "~/lib/http/notice.server";
import { OwnedForm } from "~/ui/forms/owned-form";
import { DocumentContext } from "./document";

/**
 * The one notification (§4). It stays until it is dismissed or the next page is opened: a message that vanishes by
 * itself fails people who read slowly. Dismissing is the platform's own: a dialog closed by its form, without a script.
 * Browsers that know no dialog would send that form, and a page with entries in it would be gone: what went wrong can be
 * dismissed where a script runs (enhance/dismiss).
 */
export function NoticeRegion({ notice }: { notice: Notice | undefined }) {
  const { hasMistakes } = useContext(DocumentContext);
  return (
    <div role={notice?.type === "error" ? "alert" : "status"} className="notice-band no-print" data-notices>
      <div className="wrap">
        {notice && (
          <dialog
            open
            tabIndex={-1}
            // Without a script as well the page begins at what went wrong.
            autoFocus={notice.type === "error" && !hasMistakes}
            className={notice.type === "error" ? "notice notice-error" : "notice"}
            aria-label="Notification"
            data-dismiss={notice.type === "success" ? undefined : ""}
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
            {notice.type === "success" && (
              <form method="dialog">
                <button type="submit" className="btn btn-quiet">
                  Dismiss
                </button>
              </form>
            )}
          </dialog>
        )}
      </div>
    </div>
  );
}
