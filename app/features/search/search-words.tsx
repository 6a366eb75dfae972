import { Fragment } from "react";
import { useLocation } from "react-router";
import type { MendedSearch } from "./search.server";

/** Words apart from ours, with "and" before the last. */
function Quoted({ words }: { words: readonly string[] }) {
  return words.map((word, index) => (
    <Fragment key={word}>
      {index > 0 && (index === words.length - 1 ? " and " : ", ")}“<bdi>{word}</bdi>”
    </Fragment>
  ));
}

/** The same page with the words that may have been meant. */
function MeantLink({ words }: { words: string }) {
  const { pathname, search } = useLocation();
  const meant = new URLSearchParams(search);
  meant.set("words", words);
  meant.delete("before");
  return (
    <a href={`${pathname}?${meant.toString()}`}>
      <bdi>{words}</bdi>
    </a>
  );
}

type SearchWordsProps = {
  /** What was typed. */
  words: string;
  mended: MendedSearch | null;
  /** How much was found, in words: "3 found"; nothing where nothing was, or the list itself says it. */
  found?: string;
  /** What the search leads to with nothing left out but what is looked for, and its address. */
  all?: readonly [label: string, path: string];
};

/** How much a search has found, or what nobody has written of it, and what is shown instead. */
export function SearchWords({ words, mended, found, all }: SearchWordsProps) {
  if (!mended && !found && !all) return null;
  const typed = mended?.changes.map((change) => new RegExp(change.typed, "iu").exec(words)?.[0] ?? change.typed);
  return (
    <p className="mb-3">
      {mended && typed && (
        <>
          Nothing for <Quoted words={typed} />.{" "}
          {mended.isShown ? (
            <>
              Shown: <Quoted words={mended.changes.map(({ meant }) => meant)} />.
            </>
          ) : (
            <>
              Did you mean <MeantLink words={mended.words} />?
            </>
          )}{" "}
        </>
      )}
      {found && `${found}.`} {all && <a href={all[1]}>{all[0]}</a>}
    </p>
  );
}
