// What a script adds to pages that work without one. No framework; loaded after everything else; at most 3 KB brotli.
import { showBusy } from "./busy";
import { enhanceCarousels } from "./carousel";
import { restoreForm } from "./restore-form";
import { dropMended } from "./mended";
import { enhanceMenus } from "./menu";
import { addDismiss } from "./notices";
import { holdOffline } from "./offline";
import { offerPasswordToggle } from "./password";
import { linkReceipt } from "./receipt-link";
import { shareSignOut } from "./session";

holdOffline();
showBusy();
enhanceMenus();
enhanceCarousels();
offerPasswordToggle();
document.querySelectorAll("[data-dismiss]").forEach(addDismiss);
shareSignOut();
linkReceipt();
restoreForm();
dropMended();
// What came of a form is read out before anything else: its mistakes, or that it was taken. The view stays where the address
// has led to.
for (const first of ["[data-notices] dialog", "[data-error-summary]", "[data-meanwhile]"]) {
  document.querySelector<HTMLElement>(first)?.focus({ preventScroll: location.hash === "#newest" });
}
