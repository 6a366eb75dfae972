import type { ReactNode } from "react";

type Item = { label: string; path: string; submenu?: readonly { label: string; path: string }[] };

type HeaderProps = {
  brand: ReactNode;
  login: Item;
  hire: Item;
  /** The page's own, which a button that leads there says. */
  pathname: string;
};

/**
 * The shared header (§2): the brand and its buttons. The menu stands behind the content (`Menu`), so that a browser that
 * shows a page as it was written begins with what the visitor came for; its link leads there.
 */
export function Header({ brand, login, hire, pathname }: HeaderProps) {
  const current = (item: Item) => (item.path === pathname ? "page" : undefined);
  return (
    <header className="header">
      <div className="wrap">
        <a href="/" className="brand">
          {brand}
        </a>{" "}
        <a href={login.path} className="btn btn-outline login" aria-current={current(login)}>
          {login.label}
        </a>{" "}
        <a href={hire.path} className="btn" aria-current={current(hire)}>
          {hire.label}
        </a>{" "}
        <a href="#menu" className="btn btn-outline menu-toggle">
          Menu
        </a>
      </div>
    </header>
  );
}

type MenuProps = {
  items: readonly Item[];
  /** What stands behind them on a narrow screen alone. */
  more: readonly Item[];
  /** Is this item the page's own, or a parent of it? */
  isActive: (item: Item) => boolean;
  pathname: string;
};

/**
 * The menu (§2), one list: a bar with dropdowns in the header of a wide screen; on a narrow one a sheet that opens as the
 * target of the header's link, and closes by its own link or by following one. A script makes it a popover.
 */
export function Menu({ items, more, isActive, pathname }: MenuProps) {
  function current(item: Item) {
    if (item.path === pathname) return "page";
    return isActive(item) ? "true" : undefined;
  }

  function link(item: Item) {
    return (
      <a href={item.path} aria-current={current(item)}>
        {item.label}
      </a>
    );
  }

  return (
    <nav id="menu" className="menu no-print" popover="auto" aria-label="Main">
      <ul>
        {items.map((item) => (
          <li key={item.path}>
            {link(item)}
            {item.submenu && (
              <ul>
                {item.submenu.map((child) => (
                  <li key={child.path}>{link(child)}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
        {more.map((item) => (
          <li key={item.path} className="menu-more">
            {link(item)}
          </li>
        ))}
      </ul>
      <a href="#top" className="menu-close">
        Close
      </a>
    </nav>
  );
}
