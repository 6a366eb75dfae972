import { Fragment } from "react";
import type { MendedSearch } from "./search.server";

/** Words apart from ours, with "and" before the last. */
function Quoted({ words }: { words: readonly string[] }) {
  return words.map((word, index) => (
    <Fragment key={word}>
      {index > 0 && (index === words.length - 1 ? " and " : ", ")}“<bdi>{word}</bdi>”
    </Fragment>
  ));
}

type SearchWordsProps = {
  /** What was typed. */
  words: string;
  mended: MendedSearch | null;
  /** How much was found, in words: "3 found"; nothing where the list itself says it. */
  found?: string;
};

/** How much a search has found, or what nobody has written of it, and what is shown instead. */
export function SearchWords({ words, mended, found }: SearchWordsProps) {
  const typed = mended?.changes.map((change) => new RegExp(change.typed, "iu").exec(words)?.[0] ?? change.typed);
  return (
    <p className="mb-3">
      {mended && typed && (
        <>
          Nothing for <Quoted words={typed} />. Shown: <Quoted words={mended.changes.map(({ meant }) => meant)} />.{" "}
        </>
      )}
      {found}
    </p>
  );
}
