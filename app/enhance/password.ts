/** Lets people see the password they type: a button beside each password box, which only a script can offer (§2). */
export function offerPasswordToggle(): void {
  for (const box of document.querySelectorAll<HTMLInputElement>("input[type=password]")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "btn btn-quiet";
    const show = (isShown: boolean) => {
      box.type = isShown ? "text" : "password";
      button.textContent = isShown ? "Hide password" : "Show password";
    };
    show(false);
    button.addEventListener("click", () => show(box.type === "password"));
    // What is sent must be a password to the browser, or it would be offered again as an ordinary entry.
    box.form?.addEventListener("submit", () => show(false));
    box.after(button);
  }
}
