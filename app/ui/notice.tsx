type NoticeProps = { type: "success" | "error"; title: string; text?: string };

/**
 * The one notification (§4). It stays until it is dismissed or the next page is opened: a message that vanishes by
 * itself fails people who read slowly. Dismissing is the platform's own: a dialog closed by its form, without a script.
 */
export function NoticeRegion({ notice }: { notice: NoticeProps | undefined }) {
  return (
    <div role={notice?.type === "error" ? "alert" : "status"} className="wrap no-print">
      {notice && (
        // Another message is another dialog: one that was dismissed must not stay closed for the next.
        <dialog
          key={`${notice.title} ${notice.text ?? ""}`}
          open
          className={notice.type === "error" ? "notice notice-error" : "notice"}
          aria-label="Notification"
        >
          <div>
            <p className="label">{notice.title}</p>
            {notice.text && <p>{notice.text}</p>}
          </div>
          <form method="dialog">
            <button type="submit" className="btn btn-quiet">
              Dismiss
            </button>
          </form>
        </dialog>
      )}
    </div>
  );
}
