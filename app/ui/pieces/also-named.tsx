/** What is named after somebody or something: a company, a place, an address. Nothing, where that is not known. */
export function AlsoNamed({ name }: { name: string | null | undefined }) {
  if (!name) return null;
  return (
    <>
      , <bdi>{name}</bdi>
    </>
  );
}
