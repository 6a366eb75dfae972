/**
 * The header's dropdowns as disclosures: open on hover (by the stylesheet) and on keyboard focus, toggled by their
 * buttons, closed by Escape and by leaving. Without this they open on hover and focus alone.
 */
export function enhanceMenus(): void {
  document.documentElement.dataset["script"] = "";
  for (const toggle of document.querySelectorAll<HTMLButtonElement>(".submenu-toggle")) {
    const item = toggle.parentElement;
    if (!item) continue;
    const open = (isOpen: boolean) => {
      toggle.ariaExpanded = String(isOpen);
      item.toggleAttribute("data-open", isOpen);
      item.removeAttribute("data-closed");
    };
    open(false);
    toggle.addEventListener("click", () => open(toggle.ariaExpanded !== "true"));
    item.addEventListener("focusin", ({ target }) => {
      if ((target as Element).matches(":focus-visible") && target !== toggle) open(true);
    });
    item.addEventListener("focusout", ({ relatedTarget }) => {
      if (!item.contains(relatedTarget as Node | null)) open(false);
    });
    item.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape") return;
      toggle.focus();
      open(false);
      item.setAttribute("data-closed", "");
    });
    item.addEventListener("pointerleave", () => item.removeAttribute("data-closed"));
  }
  // The back button may bring the page back with its menu open.
  addEventListener("pagehide", () => document.querySelector<HTMLElement>("#menu:popover-open")?.hidePopover());
}
