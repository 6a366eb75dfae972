const CHEVRON = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="m6 9 6 6 6-6"/></svg>';

/** The button of a dropdown, between the link it belongs to and its list. */
function toggleOf(list: Element): HTMLButtonElement {
  const toggle = document.createElement("button");
  toggle.type = "button";
  toggle.className = "submenu-toggle";
  toggle.ariaLabel = `${list.previousElementSibling?.textContent} menu`;
  toggle.innerHTML = CHEVRON;
  list.before(toggle);
  return toggle;
}

/** On a narrow screen: a popover, which Escape closes and a tap beside it, and whose focus the browser minds. */
function enhanceSheet(menu: HTMLElement): void {
  // Behind the brand and before the buttons, for the keyboard and for those who listen, as it is seen.
  document.querySelector(".login")?.before(menu);
  document.querySelector(".menu-toggle")?.addEventListener("click", (event) => {
    event.preventDefault();
    menu.togglePopover();
  });
  menu.querySelector(".menu-close")?.addEventListener("click", (event) => {
    // It may stand open as the page's target, as without a script: then its link closes it.
    if (!menu.matches(":popover-open")) return;
    event.preventDefault();
    menu.hidePopover();
    document.querySelector<HTMLElement>(".menu-toggle")?.focus();
  });
  // The back button may bring the page back with its menu open, and on a wide screen it is a bar.
  const close = () => menu.matches(":popover-open") && menu.hidePopover();
  addEventListener("pagehide", close);
  matchMedia("(min-width: 66rem)").addEventListener("change", close);
}

/**
 * The header's dropdowns as disclosures: open on hover (by the stylesheet) and on keyboard focus, toggled by their
 * buttons, closed by Escape and by leaving. Without this they open on hover and focus alone.
 */
export function enhanceMenus(): void {
  const menu = document.querySelector<HTMLElement>("#menu");
  if (!menu) return;
  document.documentElement.dataset["script"] = "";
  if ("togglePopover" in menu) enhanceSheet(menu);
  for (const list of menu.querySelectorAll("ul ul")) {
    const toggle = toggleOf(list);
    const item = list.parentElement;
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
}
