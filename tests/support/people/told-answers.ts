/** What lets the time be over in which a requirement's answers can be undone, and tells of them: one statement after another. */
export function toldAnswers(requirement: string): string[] {
  const entries = `select id from public.shortlist_entries where requirement_id = '${requirement}'`;
  return [
    `update public.shortlist_answers set undo_until = now() where former is not null and entry_id in (${entries})`,
    `update public.shortlist_entries set interview_at = now() where interview_at > now() and id in (${entries})`,
    "select private.tell_answers()",
  ];
}
