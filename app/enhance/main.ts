// What a script adds to pages that work without one. No framework; loaded after everything else; at most 3 KB brotli.
import { showBusy } from "./busy";
import { enhanceCarousels } from "./carousel";
import { localiseDates } from "./dates";
import { enhanceMenus } from "./menu";

showBusy();
localiseDates();
enhanceMenus();
enhanceCarousels();
document.querySelector<HTMLElement>("[data-error-summary]")?.focus();
