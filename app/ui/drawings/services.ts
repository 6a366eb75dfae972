import type { ServiceDrawing } from "~/lib/drawing-names";

/** What each service looks like, drawn as industries.ts says. The mark is mostly the one person it is about. */
export const serviceDrawings: Record<ServiceDrawing, string> = {
  // Somebody at a desk of their own, with a plant that has had time to grow.
  "permanent-staffing":
    '<path d="M6 58h84M10 42h76M18 42v16M78 42v16M34 42v-4a14 14 0 0 1 28 0v4M70 42l-2-8h14l-2 8M75 34V22M75 26c-7 0-9-5-9-9 6 0 9 3 9 9 0-6 3-11 9-11 0 7-3 11-9 11"/><circle class="mark" cx="48" cy="13" r="7"/>',
  // A signed contract and the sand that runs while it lasts.
  "temporary-contract":
    '<path d="M46 58H16a4 4 0 0 1-4-4V10a4 4 0 0 1 4-4h30M22 18h20M22 28h16M22 46c3-7 6-7 6-2s4 3 6-1 4 3 8 1M56 6h30M56 58h30M60 6v8c0 9 8 12 8 18s-8 9-8 18v8M82 6v8c0 9-8 12-8 18s8 9 8 18v8"/><path class="mark" d="M64 55c0-8 4-12 7-12s7 4 7 12z"/>',
  // A glass over the one in the middle.
  "executive-search":
    '<circle cx="42" cy="27" r="22"/><path d="m58 43 15 15M27 43a15 15 0 0 1 30 0M42 28l-3 4 3 8 3-8z"/><circle class="mark" cx="42" cy="18" r="7"/>',
  // A crowd; one of them looks at you.
  "mass-hiring":
    '<circle cx="20" cy="38" r="6"/><circle cx="76" cy="38" r="6"/><circle cx="34" cy="22" r="5"/><circle cx="62" cy="22" r="5"/><circle cx="20" cy="9" r="4"/><circle cx="48" cy="9" r="4"/><circle cx="76" cy="9" r="4"/><path d="M4 58h88M8 58a12 12 0 0 1 24 0M36 58a12 12 0 0 1 24 0M64 58a12 12 0 0 1 24 0M28 32a12 12 0 0 1 12 0M56 32a12 12 0 0 1 12 0M14 19a10 10 0 0 1 11-1M43 18a10 10 0 0 1 10 0M82 19a10 10 0 0 0-11-1"/><circle class="mark" cx="48" cy="37" r="7"/>',
  // Work that goes round in other hands, for the one who is hired.
  rpo: '<path d="M21 53a22 22 0 0 1 7-43h36M58 4l6 6-6 6M75 11a22 22 0 0 1-7 43H32M38 48l-6 6 6 6M36 47a12 12 0 0 1 24 0"/><circle class="mark" cx="48" cy="26" r="7"/>',
  // A campus on a feast day; the mark is its flag.
  campus:
    '<path d="M4 58h88M37 58V27h22v31M33 27h30L48 15zM48 15V4M37 37H12v21M59 37h25v21M44 58v-9a4 4 0 0 1 8 0v9M21 45v6M29 45v6M67 45v6M75 45v6M44 34h8"/><path class="mark" d="M49 3h16l-4 4.5 4 4.5H49z"/>',
  // A card that says who somebody is; the mark is the seal on it.
  "background-verification":
    '<path d="M54 54H12a4 4 0 0 1-4-4V14a4 4 0 0 1 4-4h68a4 4 0 0 1 4 4v18M18 44a11 11 0 0 1 22 0M50 22h22M50 32h12"/><circle cx="29" cy="25" r="6"/><path class="mark" d="M82 48a3.1 3.1 0 0 1-1.9 5.9 3.1 3.1 0 0 1-5 3.6 3.1 3.1 0 0 1-6.2 0 3.1 3.1 0 0 1-5-3.6 3.1 3.1 0 0 1 0-11.8 3.1 3.1 0 0 1 5-3.6 3.1 3.1 0 0 1 6.2 0 3.1 3.1 0 0 1 5 3.6A3.1 3.1 0 0 1 82 48z"/><path class="on" d="m67 48 4 4 7-7"/>',
  // A passport; the mark is the stamp in its papers.
  visa: '<path d="M54 58H22a4 4 0 0 1-4-4V10a4 4 0 0 1 4-4h36a4 4 0 0 1 4 4v18M28 49h16M26 26h28M40 12c8 8 8 20 0 28-8-8-8-20 0-28"/><circle cx="40" cy="26" r="14"/><circle class="mark" cx="69" cy="45" r="13"/><path class="on" d="M61 45h16M63 39a8.5 8.5 0 0 1 12 0M63 51a8.5 8.5 0 0 0 12 0"/>',
  // A flight; the mark is where it began.
  travel:
    '<path d="M4 58h88M17 46c2-14 10-22 22-25"/><path transform="translate(64 27)rotate(56)" d="M0-24c3 0 4 3 4 7v8l20 13v5L4 3v11l7 6v4L0 21l-11 3v-4l7-6V3l-20 6V4L-4-9v-8c0-4 1-7 4-7z"/><circle class="mark" cx="16" cy="51" r="6"/>',
  // Somebody answers on a screen; the mark is the spark that listens.
  "ai-interviews":
    '<path d="M52 50H12a4 4 0 0 1-4-4V12a4 4 0 0 1 4-4h44M22 58h28M36 50v8M22 42a14 14 0 0 1 28 0M62 44V34M70 48V30M78 46V32M86 41v-4"/><circle cx="36" cy="20" r="6"/><path class="mark" d="M74 4c1 6 3 8 9 9-6 1-8 3-9 9-1-6-3-8-9-9 6-1 8-3 9-9z"/>',
  // A camera with somebody in it; the mark says that it records.
  "video-interviews":
    '<rect x="6" y="10" width="60" height="44" rx="5"/><path d="m66 28 20-11a2 2 0 0 1 3 2v26a2 2 0 0 1-3 2L66 36M20 54v-2a16 16 0 0 1 32 0v2"/><circle cx="36" cy="25" r="7"/><circle class="mark" cx="57" cy="19" r="4.5"/>',
  // A calendar and a clock; the mark is the day that suits both.
  scheduling:
    '<path d="M48 54H14a4 4 0 0 1-4-4V14a4 4 0 0 1 4-4h50a4 4 0 0 1 4 4v12M10 22h58M24 5v10M54 5v10M20 32h4M20 43h4M50 32h3M36 43h4M74 36v9l6 4"/><circle cx="74" cy="44" r="16"/><rect class="mark" x="32" y="27" width="12" height="10" rx="2"/>',
  // An open door; the mark is the one who comes in.
  "core-hiring":
    '<path d="M6 58h84M26 58V8h44v50M70 8l14 8v42M78 36v3M36 58V49a12 12 0 0 1 24 0v9"/><circle class="mark" cx="48" cy="26" r="7"/>',
  // The world; the mark is the place where every line begins.
  "global-services":
    '<circle cx="48" cy="32" r="26"/><path d="M48 6c-17 12-17 40 0 52M48 6c17 12 17 40 0 52M23 25c14 5 36 5 50 0M23 39c14 5 36 5 50 0"/><circle class="mark" cx="58" cy="27" r="6"/>',
  // A chip with somebody at its heart.
  "technology-hiring":
    '<rect x="26" y="10" width="44" height="44" rx="5"/><path d="M36 10V4M48 10V4M60 10V4M36 60v-6M48 60v-6M60 60v-6M26 20H10M26 32H10M26 44H10M86 20H70M86 32H70M86 44H70M35 47a13 13 0 0 1 26 0"/><circle class="mark" cx="48" cy="23" r="7"/>',
};
