/** In the place of what the backend can't tell just now. */
export function Unavailable() {
  return <p className="empty">This can&apos;t be shown just now. Open this page again in a moment.</p>;
}
