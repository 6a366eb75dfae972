import type { DrawingName } from "~/lib/drawing-names";

/**
 * What stands around and in a drawing where it is as large as a page's head: with the same pen, which there is thin beside
 * it. On 96 by 64 as the drawing, from ground to sky.
 */
export const details: Partial<Record<DrawingName, string>> = {
  // Lines of code, keys, a cup that steams and a plant.
  "information-technology":
    "M0 58h96M29 15h9M42 15h5M29 44h5M38 44h12M54 44h8M16 54h20M40 54h16M60 54h20M88 50h6v5a3 3 0 0 1-3 3 3 3 0 0 1-3-3zM94 51h2v3h-2M90 47c-1-2 1-2 0-4M92 47c-1-2 1-2 0-4M3 58l-1-6h7l-1 6M5.5 52v-9M5.5 47c-3 0-4-2-4-5 3 0 4 2 4 5 0-3 1-5 4-5 0 3-1 5-4 5",
  // Capitals and feet of its columns, the sign above, a lamp, a tree and birds.
  "banking-financial-services":
    "M0 58h96M19 30h6M31 30h6M59 30h6M71 30h6M19 45h6M31 45h6M59 45h6M71 45h6M18 27h60M16 48h64M45 17a3 3 0 0 0 6 0 3 3 0 0 0-6 0M44.5 38h7M92 58V40M89.5 40h5l-1-5h-3zM4 58V47M4 49a5 5 0 1 1 .1 0M4 53l3-2M80 12c1-2 3-2 4 0 1-2 3-2 4 0M12 9c1-2 3-2 4 0 1-2 3-2 4 0",
  // A drip, and crosses as on a chart.
  "healthcare-life-sciences":
    "M0 58h96M92 58V6M88 55h8M92 6H82v3M79 9h6v9h-6zM79 14h6M82 18v4c0 3 3 2 3 5M13 12h6M16 9v6M8 46h4M10 44v4M84 46h4M86 44v4M28 22c0-4 2-7 6-7M66 46l4-4M2 20h3M3.5 18.5v3",
  // A second row of windows, rings and smoke of the chimney, a tank with its pipe, crates.
  "manufacturing-engineering":
    "M0 58h96M21 44h6M33 44h6M45 44h6M52 58v-6h5v6M69.5 20h7M69 27h8M70 5c-3-2 1-4-1-7M74 5c3-3-1-4 2-7M84 58V41h9v17M84 41c0-3 9-3 9 0M84 46h9M84 52h9M79 50h5M1 58v-6h8v6M1 55h8M3 52v-5h5v5M16 36v4M32 36v4M48 36v4",
  // A sign, lamps, goods in the window, a tree and a bench.
  "retail-ecommerce":
    "M0 58h96M36 8V3h24v5M41 5.5h14M60.5 43h9v6h-9zM69 53v1M20 34v3M18 40h4l-2-3zM50 34v3M48 40h4l-2-3zM46 50h9M46 46h4M51 46v4M47 55h3v3M3 58V45M3 47a4 4 0 1 1 .1 0M87 58v-5M94 58v-5M85.5 53h10M86 50h9",
  // Hubs, more parcels, a handle, light, and the wind of the way.
  "logistics-supply-chain":
    "M0 58h96M20 51a2 2 0 0 0 4 0 2 2 0 0 0-4 0M74 51a2 2 0 0 0 4 0 2 2 0 0 0-4 0M45 30h9v10h-9zM49.5 30v3M12 32h7v8h-7zM15.5 32v3M60 42h3M88 42h3M66 28h6M0 22h5M-2 29h6M1 36h3M8 17h46M76 8c1-2 3-2 4 0 1-2 3-2 4 0M34 43.5h18",
  // The desk, a key with its tag, and flowers.
  "hospitality-travel":
    "M0 58h96M20 54.5h56M84 44a3 3 0 1 0 .1 0M84 50v7M84 53h2M84 56h2M87 47l4 3M90 50h5v5h-5zM5 58c-3-4-2-7 0-9h4c2 2 3 5 0 9M7 49V36M7 43c-3 0-4-2-4-5 3 0 4 2 4 5M7 41c0-3 1-5 4-5 0 3-1 5-4 5M40 27c5-2 11-2 16 0M70 40a26 26 0 0 1 3 5",
  // The board's edge and its cord, books and a pencil.
  "education-training":
    "M0 58h96M14 25l34 14 34-14M48 25c12-1 26-1 38 1M1 58v-4h19v4M3 54v-4h15v4M1 50v-4h17v4M6 56h3M8 52h3M5 48h3M30 40v8M66 40v8M64 58l12-3 1 3M28 53c8 4 32 4 40 0M10 18l2-8M14 18l2-8M10 18l2 3 2-3",
  // A lamp, drawers, a cup and a collar.
  "permanent-staffing":
    "M24 42V28M19 42h10M19 28h10l-3-7h-4zM22 46h8v8h-8zM25 49h2M45 24l3 5 3-5M56 42v-5h5v5M61 38h2v3h-2M40 42v-6M86 4h8v12h-8zM86 10h8M90 4v12M90 36l-3 3",
  // Others, whom the glass has passed.
  "executive-search":
    "M28 18a17 17 0 0 1 7-7M63 44l-5 5M66 47l-5 5M84 12a5 5 0 1 0 .1 0M76 32a9 9 0 0 1 16 0M8 42a4 4 0 1 0 .1 0M0 58a9 9 0 0 1 16 0M86 42a3 3 0 1 0 .1 0M81 54a6 6 0 0 1 11 0M34 40l8 2 8-2M0 58h96",
  // Collars, and as many again behind.
  "mass-hiring":
    "M17 47l3 4 3-4M45 47l3 4 3-4M73 47l3 4 3-4M31 28.5l3 3 3-3M59 28.5l3 3 3-3M34 1a3 3 0 1 0 .1 0M62 1a3 3 0 1 0 .1 0M6 20a4 4 0 1 0 .1 0M90 20a4 4 0 1 0 .1 0M0 34a8 8 0 0 1 12 0M84 34a8 8 0 0 1 12 0M4 42l3-1M92 42l-3-1",
  rpo: "M0 60h96M45 37l3 4 3-4M10 28a4 4 0 1 0 .1 0M3 42a8 8 0 0 1 14 0M86 22a4 4 0 1 0 .1 0M79 36a8 8 0 0 1 14 0M33 16h20M33 20h6M60 47h-6M62 43h-4M6 50h8M82 44h8",
  // The one who asks, small, and what was said.
  "ai-interviews":
    "M0 58h96M32 30l3 4 3-4M12 12h10v8H12zM15 18a2 2 0 0 1 4 0M17 14v.1M14 46h4M50 46h4M54 44V26M58 40v-8M90 42v-3M26 54h20M94 42v-2M60 54h30M60 51h18",
  // Its small print, and a stamp.
  "background-verification":
    "M0 60h96M50 38h8M13 49h30M13 16h8M26 33l3 4 3-4M76 16h4M12 6h60M46 44h8M84 20v8M86 60v-6h8v6M88 54c0-4-2-4-2-7a4 4 0 0 1 8 0c0 3-2 3-2 7",
  // Panels, a lamp, a step, plants at its sides.
  "core-hiring":
    "M0 58h96M30 12h36M75 16l10 5v11l-10-4zM75 36l10 3v12l-10-1zM42 8V4h12v4M44 4V0M52 4V0M12 58l-1-7h8l-1 7M15 51V38M15 45c-4 0-6-3-6-6 4 0 6 2 6 6 0-4 2-7 6-7 0 4-2 7-6 7M45 40l3 4 3-4M22 8h52",
  // Its axis and foot, and the ways around it.
  "global-services":
    "M48 58v4M38 62h20M22 32h52M29 15c10 4 28 4 38 0M29 49c10-4 28-4 38 0M14 34a34 34 0 0 1 9-25M82 30a34 34 0 0 1-9 25M20 12l3-3 1 4M76 52l-3 3-1-4M48 6V2M58 27C50 20 42 20 36 24M58 27c2 6 0 14-6 18",
  // Ways on from its feet, and rows of cells.
  "technology-hiring":
    "M10 20l-6-6M10 32H2M10 44l-6 6M86 20l6-6M86 32h8M86 44l6 6M36 4V0M60 4V0M36 60v4M60 60v4M30 14h36v36H30zM45 35l3 4 3-4M2 14a2 2 0 1 0 .1 0M94 14a2 2 0 1 0 .1 0M2 50a2 2 0 1 0 .1 0M94 50a2 2 0 1 0 .1 0",
  // Small print, and the grain that falls.
  "temporary-contract":
    "M22 13h8M22 23h14M22 33h10M34 50h8M61 14h20M71 34v7M65 20h12M68 25h6M46 12h4M46 18h4M88 52v-6M91 58V48M94 58v-7",
  // The wind under its wings, clouds, and a tower.
  travel:
    "M24 58V48h8v10M26 52h4M28 48v-6M24 42h8M70 58c0-5 7-6 8-1 4-3 9-1 9 1M4 20c0-4 6-5 7-1 3-2 7 0 7 2H4zM78 8c1-3 6-3 6 0 3-1 5 1 5 3H76M34 24l-6 3M40 40l-7 4M2 38h8",
};
