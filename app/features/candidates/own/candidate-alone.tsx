/** Instead of the answers, where somebody is signed in with an account: a link that went to a telephone is its candidate's. */
export function CandidateAlone() {
  return (
    <p className="late">
      You are signed in with an account here. This page is for the candidate alone: only they may answer, on their own
      phone.
    </p>
  );
}
