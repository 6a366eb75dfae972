import { describe, expect, it } from "vitest";
import { mainSentences, mainWords } from "../../support/text/prose.ts";

const HTML = `<header><p>Not this one, it stands outside.</p></header><main><nav>Nor this list of links here</nav>
<h1>People who keep the line <em>running</em></h1><p>One &amp; <a href="/x">two</a>: three, four. Is it five, or 10,000+?</p>
<script type="application/ld+json">{"text":"never shown to anybody at all"}</script>
<ul><li>Short one</li><li>A point with no full stop</li></ul><!-- nothing --></main>`;

describe("the prose of a page", () => {
  it("is read by sentence, across inline marks and not across blocks", () => {
    expect(mainSentences(HTML, 4)).toEqual([
      "people who keep the line running",
      "one two three four",
      "is it five or 10,000",
      "a point with no full stop",
    ]);
  });

  it("is counted in words, of the main part alone", () => {
    expect(mainWords(HTML)).toHaveLength(6 + 4 + 5 + 2 + 6);
  });
});
