/** For a form whose sender's session has ended: what was typed stays here, while they sign in elsewhere. */
export function SignInAgain() {
  return (
    <p>
      <a href="/client-auth" target="_blank">
        Sign in in a new tab
      </a>
    </p>
  );
}
