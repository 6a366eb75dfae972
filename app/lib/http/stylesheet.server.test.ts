import { describe, expect, it } from "vitest";
import { Stylesheet } from "./stylesheet.server";

const sheet = new Stylesheet(
  "@property --unread{syntax:'*';inherits:false}@property --gap{syntax:'*';inherits:false}" +
    ":root{--gap:1rem;--via:var(--gap);--unread:1;--chain:var(--unread)}" +
    "body{margin:0}table td{padding:0}.card>h2,.other{gap:var(--via)}.sm\\:wide{width:100%}" +
    ".btn:not(.gone):hover{color:red}.menu:has(.gone) a{color:blue}[hidden]{display:none}" +
    "::-webkit-datetime-edit{padding:0}::placeholder{opacity:1}@media print{.card{color:#000}}@media screen{.other{color:#000}}@supports (gap:1rem){@media print{.other{gap:0}}}",
);

function cut(html: string): string {
  return sheet.cutFor(`<body>${html}</body>`).css;
}

describe("a page's styles", () => {
  it("are the rules whose tags and classes it has, and what those read", () => {
    const css = cut('<div class="card x"><h2>a</h2></div>');
    expect(css).toContain(".card>h2{gap:var(--via)}");
    expect(css).toContain("@media print{.card{color:#000}}");
    expect(css).toContain("--via:var(--gap)");
    expect(css).toContain("@property --gap");
    expect(css).not.toMatch(/table|other|unread|chain|@supports|@media screen/);
  });

  it("keep what only a state or a script makes true", () => {
    const css = cut('<nav class="menu"><a href="/">x</a></nav>');
    expect(css).toContain(".btn:not(.gone):hover{color:red}");
    expect(css).toContain(".menu:has(.gone) a{color:blue}");
    expect(css).toContain("[hidden]{display:none}");
  });

  it("have those for parts of fields where there is a form", () => {
    expect(cut("<p>x</p>")).not.toMatch(/datetime|placeholder/);
    expect(cut("<form><input></form>")).toMatch(/datetime-edit.*placeholder/);
  });

  it("know names that are written with an escape", () => {
    expect(cut('<p class="sm:wide">x</p>')).toContain(".sm\\:wide{width:100%}");
  });

  it("are cut once for all pages with the same names, whatever stands in them", () => {
    const [first, second] = ["Ann", "Bob &lt;table class=&quot;other&quot;&gt;"].map((name) =>
      sheet.cutFor(`<body><p class="card">${name}</p></body>`),
    );
    expect(second).toBe(first);
    expect(first?.source).toMatch(/^'sha256-[\w+/]{43}='$/);
  });
});
