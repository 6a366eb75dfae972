import { JsonLd } from "./json-ld";

type Crumb = { label: string; path: string };

type DiscoveryProps = {
  /** The site's public origin. */
  origin: string;
  pathname: string;
  site: { name: string; city: string; email: string; socialUrl: string };
  /** The way from home to this page; empty for home itself and for pages outside the menu. */
  crumbs: readonly Crumb[];
};

/** What tells search engines and previews where a public page belongs. */
export function Discovery({ origin, pathname, site, crumbs }: DiscoveryProps) {
  const url = origin + pathname;
  return (
    <>
      <link rel="canonical" href={url} />
      <meta property="og:url" content={url} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:image" content={`${origin}/social.png`} />
      {pathname === "/" && (
        <JsonLd
          data={{
            "@type": "Organization",
            name: site.name,
            url: origin,
            logo: `${origin}/favicon.svg`,
            email: site.email,
            address: { "@type": "PostalAddress", addressLocality: site.city, addressCountry: "IN" },
            sameAs: [site.socialUrl],
          }}
        />
      )}
      {crumbs.length > 1 && (
        <JsonLd
          data={{
            "@type": "BreadcrumbList",
            itemListElement: crumbs.map(({ label, path }, index) => ({
              "@type": "ListItem",
              position: index + 1,
              name: label,
              item: origin + path,
            })),
          }}
        />
      )}
    </>
  );
}
