import type { ReactNode } from "react";

type Item = { label: string; path: string; submenu?: readonly { label: string; path: string }[] };

type HeaderProps = {
  brand: ReactNode;
  items: readonly Item[];
  /** Nothing to offer somebody who is signed in. */
  login: Item | undefined;
  hire: Item;
  /** Is this item the page's own, or a parent of it? */
  isActive: (item: Item) => boolean;
  pathname: string;
};

/**
 * The shared header (§2). Its menu is one list: a bar with dropdowns on a wide screen, a popover on a narrow one, which
 * a phone too old for popovers shows as part of the page. Plain links, so that a page load closes it.
 */
export function Header({ brand, items, login, hire, isActive, pathname }: HeaderProps) {
  function current(item: Item) {
    if (item.path === pathname) return "page";
    return isActive(item) ? "true" : undefined;
  }

  function link(item: Item, className?: string) {
    return (
      <a href={item.path} className={className} aria-current={current(item)}>
        {item.label}
      </a>
    );
  }

  return (
    <header className="header no-print">
      <div className="wrap">
        <a href="/" className="brand">
          {brand}
        </a>
        <button type="button" className="btn btn-outline menu-toggle" popoverTarget="menu">
          Menu
        </button>
        <nav id="menu" className="menu" popover="auto" aria-label="Main">
          <button type="button" className="btn btn-outline menu-close" popoverTarget="menu" popoverTargetAction="hide">
            Close
          </button>
          <ul>
            {items.map((item) => (
              <li key={item.path}>
                {link(item)}
                {item.submenu && (
                  <button type="button" className="submenu-toggle" aria-label={`${item.label} menu`}>
                    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
                      <path d="m6 9 6 6 6-6" />
                    </svg>
                  </button>
                )}
                {item.submenu && (
                  <ul>
                    {item.submenu.map((child) => (
                      <li key={child.path}>{link(child)}</li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ul>
          <div className="menu-buttons">
            {login && link(login, "btn btn-outline")}
            {link(hire, "btn")}
          </div>
        </nav>
      </div>
    </header>
  );
}
