import type { IndustryDrawing } from "~/lib/drawing-names";

/**
 * What each industry looks like, on 96 by 64 with the ground at 58: one pen of width 2, and one marigold shape that
 * means something. See services.ts for the rest of the set.
 */
export const industryDrawings: Record<IndustryDrawing, string> = {
  // A laptop with code on it; the mark is the cursor.
  "information-technology":
    '<path d="M22 50V13a4 4 0 0 1 4-4h44a4 4 0 0 1 4 4v37M10 50h76v3a5 5 0 0 1-5 5H15a5 5 0 0 1-5-5zM37 21l-9 9 9 9M59 21l9 9-9 9"/><rect class="mark" x="44" y="20" width="8" height="20" rx="1"/>',
  // A bank's portico; the mark is the coin it keeps.
  "banking-financial-services":
    '<path d="M8 58h80M14 51h68M15 24 48 7l33 17zM22 30v15M34 30v15M62 30v15M74 30v15"/><circle class="mark" cx="48" cy="38" r="7.5"/>',
  // A heart that a pulse runs through; the mark is the beat that comes now.
  "healthcare-life-sciences":
    '<path d="M48 58C36 48 22 37 22 21a13 13 0 0 1 26 0 13 13 0 0 1 26 0c0 16-14 27-26 37M4 33h31l5-9 9 20 7-15 3 4h21"/><circle class="mark" cx="86" cy="33" r="6"/>',
  // A plant under a saw-tooth roof; the mark is the wheel that turns.
  "manufacturing-engineering":
    '<path d="M6 58h84M12 58V30l16 9v-9l16 9v-9l16 9v19M68 58l2-49h10l2 49M21 49h6M33 49h6M45 49h6"/><path class="mark" d="m43.3 14.2 2.6.2v3.2l-2.6.2-.9 2.1 1.7 2-2.2 2.2-2-1.7-2.1.9-.2 2.6h-3.2l-.2-2.6-2.1-.9-2 1.7-2.2-2.2 1.7-2-.9-2.1-2.6-.2v-3.2l2.6-.2.9-2.1-1.7-2 2.2-2.2 2 1.7 2.1-.9.2-2.6h3.2l.2 2.6 2.1.9 2-1.7 2.2 2.2-1.7 2z"/>',
  // A shop under its awning; the mark is what somebody carries home.
  "retail-ecommerce":
    '<path d="M6 58h84M16 8h64l8 16H8zM8 24a8 8 0 0 0 16 0 8 8 0 0 0 16 0 8 8 0 0 0 16 0 8 8 0 0 0 16 0 8 8 0 0 0 16 0M14 34v24M82 34v24M58 58V40h14v18M29 44v-2a4 4 0 0 1 8 0v2"/><path class="mark" d="M25 44h16l2 13H23z"/>',
  // A lorry on its way; the mark is the parcel in it.
  "logistics-supply-chain":
    '<path d="M4 58h88M14 50H8V14a2 2 0 0 1 2-2h46v38H30M56 24h14l12 13h4a2 2 0 0 1 2 2v11h-4M68 50H56M66 31v7h10"/><circle cx="22" cy="51" r="7"/><circle cx="76" cy="51" r="7"/><path class="mark" d="M21 20h22v20H21z"/><path class="on" d="M32 20v8"/>',
  // The bell on a reception desk; the mark is the button one presses.
  "hospitality-travel":
    '<path d="M6 58h84M16 51h64a32 32 0 0 0-64 0zM27 44a22 22 0 0 1 13-13M48 19v-3M18 19l-6-6M78 19l6-6M28 10l-3-7M68 10l3-7"/><circle class="mark" cx="48" cy="11" r="6"/>',
  // A graduate's cap; the mark is the tassel that changes sides.
  "education-training":
    '<path d="M48 8 88 25 48 42 8 25zM24 32v16c0 5 10 10 24 10s24-5 24-10V32M86 26v18"/><circle class="mark" cx="86" cy="50" r="6"/>',
};
