import { awayWords, type TeamMember } from "./names";

/** For whom somebody stands in, with the way to all that those have in hand; what of it is due is in the day below. */
export function StandsInFor({ absent }: { absent: readonly TeamMember[] }) {
  return absent.map((person) => (
    <p key={person.user_id} className="hint">
      You stand in for <strong>{person.display_name}</strong>, {awayWords(person)}. New work of theirs is yours; still
      with them: <a href={`/team/requirements?whose=${person.user_id}`}>their requirements</a>,{" "}
      <a href={`/team?whose=${person.user_id}`}>their inbox</a>.
    </p>
  ));
}
