/**
 * The header's dropdowns as disclosures: open on hover (by the stylesheet) and on keyboard focus, toggled by their
 * buttons, closed by Escape and by leaving. Without this they open on hover and focus alone.
 */
export function enhanceMenus(): void {
  document.documentElement.dataset["script"] = "";
  for (const toggle of document.querySelectorAll<HTMLButtonElement>(".submenu-toggle")) {
    const item = toggle.parentElement;
    if (!item) continue;
    let isHovered = false;
    let isOpened = false;
    /** Shows the list while it is opened or hovered, unless it was closed under the pointer. */
    const update = () => {
      toggle.ariaExpanded = String(isOpened || (isHovered && !item.hasAttribute("data-closed")));
      item.toggleAttribute("data-open", isOpened);
    };
    const open = (shouldOpen: boolean) => {
      isOpened = shouldOpen;
      item.removeAttribute("data-closed");
      update();
    };
    const hover = (isOver: boolean) => {
      isHovered = isOver;
      item.removeAttribute("data-closed");
      update();
    };
    update();
    toggle.addEventListener("click", () => open(!isOpened));
    item.addEventListener("focusin", ({ target }) => {
      if ((target as Element).matches(":focus-visible") && target !== toggle) open(true);
    });
    item.addEventListener("focusout", ({ relatedTarget }) => {
      if (!item.contains(relatedTarget as Node | null)) open(false);
    });
    item.addEventListener("pointerenter", ({ pointerType }) => hover(pointerType === "mouse"));
    item.addEventListener("pointerleave", () => hover(false));
    // Wherever the focus is: the list may have been opened by the pointer alone.
    document.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape" || toggle.ariaExpanded !== "true") return;
      if (item.contains(document.activeElement)) toggle.focus();
      isOpened = false;
      item.setAttribute("data-closed", "");
      update();
    });
  }
  // The back button may bring the page back with its menu open.
  addEventListener("pagehide", () => document.querySelector<HTMLElement>("#menu:popover-open")?.hidePopover());
}
