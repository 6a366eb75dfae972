// What a script adds to pages that work without one. No framework; loaded after everything else; at most 3 KB brotli.
import { showBusy } from "./busy";
import { localiseDates } from "./dates";

showBusy();
localiseDates();
document.querySelector<HTMLElement>("[data-error-summary]")?.focus();
