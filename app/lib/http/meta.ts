import type { MetaDescriptor } from "react-router";

/**
 * What search engines and previews say of a page.
 *
 * @param title the page's title; a page with a form renders its own `<title>` besides (`FormHead`), since that one knows
 *   of errors
 */
export function pageMeta(title: string, description: string, hasOwnTitle = false): MetaDescriptor[] {
  return [
    ...(hasOwnTitle ? [] : [{ title }]),
    { name: "description", content: description },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
  ];
}
